import { Mode, uuidOf, type EventOf, type userDeactivated } from '@parley/contracts';
import { DEFAULT_DEADLINE_MS, inTenant, type WorkspaceContext } from '@parley/kernel';
import type { Database, Transaction } from '@parley/persistence';
import { findLaterActivation } from './projections.queries.ts';

/** Records per transaction. */
export const UNASSIGN_BATCH = 100;
/** Below the timeout of a subscriber, and of the transaction that waits for it. What is left is done by its retries. */
const TIME_MAX_MS = 30_000;

/** A record in the order in which those of an assignee are read. */
export interface AssignedRecord {
  readonly id: string;
  readonly created_at: Date;
}

/** Before every record. */
const START: AssignedRecord = { id: '00000000-0000-0000-0000-000000000000', created_at: new Date(0) };

/**
 * Unassigns the open work of a deactivated user in both modes, in transactions of {@link UNASSIGN_BATCH} records. It stops
 * when the user is active again: then an assignment may be a new one.
 * @param unassign unassigns the first records after the given one, and returns them.
 */
export async function unassignWork(
  db: Database,
  ctx: WorkspaceContext,
  { data, sequence }: EventOf<typeof userDeactivated>,
  unassign: (tx: Transaction, userId: string, after: AssignedRecord) => Promise<readonly AssignedRecord[]>,
): Promise<void> {
  const until = Date.now() + TIME_MAX_MS;
  const userId = uuidOf('user', data.id);
  for (const mode of Mode.options) {
    let after: AssignedRecord | undefined = START;
    while (after !== undefined) {
      if (Date.now() > until) throw new Error('the user has more work than can be unassigned at once');
      const from: AssignedRecord = after;
      const tenant = inTenant(ctx, ctx.tenant.workspaceId, mode);
      const batch = await db.transaction(
        { ...tenant, deadline: Date.now() + DEFAULT_DEADLINE_MS },
        async (tx) => {
          const isActive = (await tx.one(findLaterActivation, [userId, sequence])) !== undefined;
          return isActive ? [] : unassign(tx, userId, from);
        },
      );
      after = batch.length < UNASSIGN_BATCH ? undefined : batch.at(-1);
    }
  }
}
