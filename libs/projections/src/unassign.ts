import { uuidOf, type EventOf, type userDeactivated } from '@parley/contracts';
import type { WorkspaceContext } from '@parley/runtime/context';
import type { Database, Transaction } from '@parley/persistence';
import { changeInBatches, type RecordToChange } from './change-in-batches.ts';
import { findLaterActivation } from './projections.queries.ts';

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
