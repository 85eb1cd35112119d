import { expect, it } from '@jest/globals';
import { deleteInBatches, PRUNE_BATCH, runAllTasks } from './pruning.ts';

it('runs all tasks, and throws the first failure', async () => {
  const done: string[] = [];
  const fail = (name: string) => () => Promise.reject(new Error(name));
  const work = (name: string) => () => Promise.resolve(void done.push(name));
  await expect(runAllTasks([work('a'), fail('b'), work('c'), fail('d')])).rejects.toThrow('b');
  expect(done).toEqual(['a', 'c']);
});

it('deletes until a batch is not full', async () => {
  const batches = [PRUNE_BATCH, PRUNE_BATCH, 3];
  await deleteInBatches(() => Promise.resolve(Array<unknown>(batches.shift() ?? 0)));
  expect(batches).toEqual([]);
});
