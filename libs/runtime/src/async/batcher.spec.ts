import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { Batcher } from './batcher.ts';

/** Work that records its batches, continues on demand, and rejects some items. */
function scripted(rejected: readonly string[] = []) {
  const batches: string[][] = [];
  let proceed = (): void => undefined;
  const batcher = new Batcher<string>(async (items) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => (proceed = resolve));
    if (items.includes('outage')) throw new ApiError('service_unavailable');
    if (items.some((item) => rejected.includes(item))) throw new Error(`not ${items.join()}`);
  });
  return { batcher, batches, proceed: () => proceed() };
}

/** Lets everything that can continue do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a batcher', () => {
  it('batches items of one turn, then all that were added while it ran', async () => {
    const { batcher, batches, proceed } = scripted();
    const done: string[] = [];
    const run = (item: string) => batcher.run(item).then(() => done.push(item));
    const all = [run('a'), run('b')];
    await settle();
    expect(batches).toEqual([['a', 'b']]);
    all.push(run('c'), run('d'));
    await settle();
    expect(batches).toEqual([['a', 'b']]);
    proceed();
    await settle();
    expect([done, batches]).toEqual([
      ['a', 'b'],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ]);
    proceed();
    await Promise.all(all);
    expect(done).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects only the faulty items of a batch', async () => {
    const { batcher, batches, proceed } = scripted(['bad']);
    const runs = ['a', 'bad', 'b'].map((item) => batcher.run(item));
    const outcomes = Promise.allSettled(runs);
    while (batches.length < 4) {
      proceed();
      await settle();
    }
    proceed();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
  });

  it('rejects the whole batch at once in an outage', async () => {
    const { batcher, batches, proceed } = scripted();
    const outcomes = Promise.allSettled(['a', 'outage', 'b'].map((item) => batcher.run(item)));
    await settle();
    proceed();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(batches).toEqual([['a', 'outage', 'b']]);
  });
});
