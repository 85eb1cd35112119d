import type { Transaction } from '@parley/persistence';

const ROLL_BACK = new Error('roll back');

/** Runs work in a transaction, and undoes it and its events if it is a preview. Returns what it has done, or would do. */
export async function rolledBackIf<T>(
  isPreview: boolean,
  tx: Transaction,
  work: () => Promise<T>,
): Promise<T> {
  if (!isPreview) return work();
  let result: { value: T } | undefined;
  await tx
    .savepoint(async () => {
      result = { value: await work() };
      throw ROLL_BACK;
    })
    .catch((error: unknown) => {
      if (error !== ROLL_BACK) throw error;
    });
  if (result === undefined) throw ROLL_BACK;
  return result.value;
}
