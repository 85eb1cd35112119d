/** Rows per DELETE: a large one would hold its locks for long and leave many dead tuples at once. */
export const PRUNE_BATCH = 1_000;

/** Repeats a DELETE of {@link PRUNE_BATCH} rows until it removes fewer. `remove` returns the removed rows. */
export async function deleteInBatches(remove: () => Promise<readonly unknown[]>): Promise<void> {
  let removed = PRUNE_BATCH;
  while (removed === PRUNE_BATCH) removed = (await remove()).length;
}

/** Runs all tasks in order, also those after a failed one, and then throws the first failure. */
export async function runAllTasks(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
