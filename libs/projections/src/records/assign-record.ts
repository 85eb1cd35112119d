import { ApiError, uuidOf, type AssignOutcome, type Id } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import type { Database, Transaction } from '@parley/persistence';
import { requireActive, type Projections } from '../projections.ts';
import type { RecordRow } from './record.entity.ts';
import type { SummaryColumns } from './summaries.ts';

interface Request {
  team_id: Id<'team'>;
  assignee_id: Id<'user'>;
}

interface Record<Row> {
  readonly lock: (tx: Transaction) => Promise<Row | undefined>;
  readonly change: (
    tx: Transaction,
    row: Row,
    changes: { assignee_id: string },
    names: Partial<SummaryColumns>,
  ) => Promise<unknown>;
}

/** Assigns an open record of a team to which nobody is assigned. It decides on the record as it is now, not as an event told. */
export function assignOf<Row extends RecordRow & { status: string }>(
  db: Database,
  projections: Projections,
  ctx: TenantContext,
  request: Request,
  { lock, change }: Record<Row>,
): Promise<{ outcome: AssignOutcome }> {
  const assign = async (): Promise<AssignOutcome> => {
    const assignee = await projections.assignee(ctx, request.assignee_id);
    return db.transaction(ctx, async (tx) => {
      const row = await lock(tx);
      if (row === undefined || row.team_id !== uuidOf('team', request.team_id)) return 'record_changed';
      if (row.assignee_id === assignee?.id) return 'assigned';
      if (row.assignee_id !== null || row.status !== 'open' || row.snoozed_until !== null)
        return 'record_changed';
      await requireActive(tx, assignee);
      await change(tx, row, { assignee_id: assignee?.id ?? '' }, { assignee_name: assignee?.name ?? null });
      return 'assigned';
    });
  };
  return assign()
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.param === 'assignee_id') return 'user_inactive' as const;
      throw error;
    })
    .then((outcome) => ({ outcome }));
}
