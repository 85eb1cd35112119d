import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { Batcher } from './batcher.ts';

/** Work that says what it was given, goes on when told to, and refuses some of it. */
function scripted(refused: readonly string[] = []) {
  const batches: string[][] = [];
  let goOn = (): void => undefined;
  const together = new Batcher<string>(async (items) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => (goOn = resolve));
    if (items.includes('outage')) throw new ApiError('service_unavailable');
    if (items.some((item) => refused.includes(item))) throw new Error(`not ${items.join()}`);
  });
  return { together, batches, goOn: () => goOn() };
}

/** Until everything that can go on has. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('work that is done together', () => {
  it('is what comes in one turn, and then all that came meanwhile', async () => {
    const { together, batches, goOn } = scripted();
    const done: string[] = [];
    const run = (item: string) => together.run(item).then(() => done.push(item));
    const all = [run('a'), run('b')];
    await settle();
    expect(batches).toEqual([['a', 'b']]);
    all.push(run('c'), run('d'));
    await settle();
    expect(batches).toEqual([['a', 'b']]);
    goOn();
    await settle();
    expect([done, batches]).toEqual([
      ['a', 'b'],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ]);
    goOn();
    await Promise.all(all);
    expect(done).toEqual(['a', 'b', 'c', 'd']);
  });

  it('fails only for what cannot be done', async () => {
    const { together, batches, goOn } = scripted(['bad']);
    const runs = ['a', 'bad', 'b'].map((item) => together.run(item));
    const outcomes = Promise.allSettled(runs);
    while (batches.length < 4) {
      goOn();
      await settle();
    }
    goOn();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
  });

  it('fails all at once in an outage, not one after the other', async () => {
    const { together, batches, goOn } = scripted();
    const outcomes = Promise.allSettled(['a', 'outage', 'b'].map((item) => together.run(item)));
    await settle();
    goOn();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(batches).toEqual([['a', 'outage', 'b']]);
  });
});
