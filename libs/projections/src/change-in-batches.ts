import { Mode, uuidOf, type EventOf, type userDeactivated } from '@parley/contracts';
import { DEFAULT_DEADLINE_MS, inTenant, type WorkspaceContext } from '@parley/runtime/context';
import type { Database, Transaction } from '@parley/persistence';
import { NIL_UUID } from '@parley/runtime/records';
import { findLaterActivation, lockUserStatus } from './projections.queries.ts';

export const CHANGE_BATCH = 100;
/** Time of a change, below the timeouts of a subscriber and of its transaction. Retries do what is left. */
const TIME_MAX_MS = 30_000;

export interface RecordToChange {
  readonly id: string;
  readonly created_at: Date;
}

const START: RecordToChange = { id: NIL_UUID, created_at: new Date(0) };

/** Changes records of both modes in batches, for a subscriber, by `change`, which returns them. Throws if they are too many. */
export async function changeInBatches(
  db: Database,
  ctx: WorkspaceContext,
  change: (tx: Transaction, after: RecordToChange) => Promise<readonly RecordToChange[]>,
): Promise<void> {
  const until = Date.now() + TIME_MAX_MS;
  for (const mode of Mode.options) {
    let after: RecordToChange | undefined = START;
    while (after !== undefined) {
      if (Date.now() > until) throw new Error('there are more records than can be changed at once');
      const from: RecordToChange = after;
      const tenant = inTenant(ctx, ctx.tenant.workspaceId, mode);
      const batch = await db.transaction({ ...tenant, deadline: Date.now() + DEFAULT_DEADLINE_MS }, (tx) =>
        change(tx, from),
      );
      after = batch.length < CHANGE_BATCH ? undefined : batch.at(-1);
    }
  }
}

/** Whether a user is deactivated; the subscriber that unassigns open work finds what the transaction changes if it is not. */
export async function isDeactivated(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.one(lockUserStatus, [userId]))?.status === 'inactive';
}

/** Unassigns the open work of a deactivated user in both modes, unless the user is active again. `unassign` as `change` above. */
export async function unassignWork(
  db: Database,
  ctx: WorkspaceContext,
  { data, sequence }: EventOf<typeof userDeactivated>,
  unassign: (tx: Transaction, userId: string, after: RecordToChange) => Promise<readonly RecordToChange[]>,
): Promise<void> {
  const userId = uuidOf('user', data.id);
  await changeInBatches(db, ctx, async (tx, after) => {
    const isActive = (await tx.one(findLaterActivation, [userId, sequence])) !== undefined;
    return isActive ? [] : unassign(tx, userId, after);
  });
}
