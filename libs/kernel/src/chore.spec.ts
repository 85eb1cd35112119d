import { afterEach, describe, expect, it } from '@jest/globals';
import { Chore, PRUNE_BATCH, pruneAll } from './chore.ts';
import { createLogger } from './logger.ts';

const logger = createLogger('kernel', 'silent');
const chores: Chore[] = [];
const every = (everyMs: number, work: () => Promise<void>): Chore => {
  const chore = new Chore(work, { everyMs, trouble: 'not done', logger });
  chores.push(chore);
  return chore;
};

afterEach(async () => {
  await Promise.all(chores.splice(0).map((chore) => chore.stop()));
});

describe('a chore', () => {
  it('is done again and again, also after it failed, and never twice at a time', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    await new Promise<void>((resolve) => {
      const chore = every(1, async () => {
        most = Math.max(most, (running += 1));
        await new Promise((next) => setTimeout(next, 5));
        running -= 1;
        done += 1;
        if (done === 4) resolve();
        throw new Error('not this time');
      });
      chore.start();
    });
    expect(most).toBe(1);
  });

  it('that is stopped has ended, and is not done any more', async () => {
    let ended = 0;
    const chore = every(60_000, async () => {
      await new Promise((next) => setTimeout(next, 20));
      ended += 1;
    });
    chore.start();
    chore.run();
    await chore.stop();
    expect(ended).toBe(1);
  });
});

describe('pruning', () => {
  it('goes on until a batch is not full', async () => {
    const batches = [PRUNE_BATCH, PRUNE_BATCH, 3];
    await pruneAll(() => Promise.resolve(Array<unknown>(batches.shift() ?? 0)));
    expect(batches).toEqual([]);
  });
});
