import { Mode, uuidOf, type EventOf, type userDeactivated } from '@parley/contracts';
import { DEFAULT_DEADLINE_MS, inTenant, type WorkspaceContext } from '@parley/runtime/context';
import type { Database, Transaction } from '@parley/persistence';
import { findLaterActivation } from './projections.queries.ts';

/** Records per transaction. */
export const CHANGE_BATCH = 100;
/**
 * Time of a change, below the timeouts of a subscriber and of the transaction that waits for it. What is left is done
 * by its retries.
 */
const TIME_MAX_MS = 30_000;

/** A record in the order in which those to change are read. */
export interface RecordToChange {
  readonly id: string;
  readonly created_at: Date;
}

/** The place before every record. */
const START: RecordToChange = { id: '00000000-0000-0000-0000-000000000000', created_at: new Date(0) };

/**
 * Changes records of both modes in transactions of {@link CHANGE_BATCH} records, for a subscriber whose event concerns any
 * number of them. Throws when there are too many for one attempt of the subscriber; the next one continues.
 * @param change changes the first records after the given one, and returns them.
 */
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

/**
 * Unassigns the open work of a deactivated user in both modes. It stops when the user is active again: then an assignment
 * may be a new one.
 * @param unassign unassigns the first records after the given one, and returns them.
 */
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
