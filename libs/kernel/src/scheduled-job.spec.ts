import { afterEach, describe, expect, it } from '@jest/globals';
import { ScheduledJob, runAll, PRUNE_BATCH, deleteInBatches } from './scheduled-job.ts';
import { createLogger } from './logger.ts';

const logger = createLogger('kernel', 'silent');
const chores: ScheduledJob[] = [];
const every = (everyMs: number, work: () => Promise<void>): ScheduledJob => {
  const chore = new ScheduledJob(work, { everyMs, failureMessage: 'not done', logger });
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

describe('a chore that takes longer than its interval', () => {
  it('is not owed for the time that it took', async () => {
    let begun = 0;
    let finish = (): void => undefined;
    const chore = every(1, async () => {
      begun += 1;
      if (begun === 1) await new Promise<void>((resolve) => (finish = resolve));
    });
    chore.start();
    chore.run();
    await new Promise((next) => setTimeout(next, 30));
    const stopped = chore.stop();
    finish();
    await stopped;
    chore.run();
    expect(begun).toBe(1);
  });

  it('is done once more for all who asked meanwhile', async () => {
    let begun = 0;
    let finish = (): void => undefined;
    const again = new Promise<void>((resolve) => {
      const chore = every(60_000, async () => {
        begun += 1;
        if (begun === 1) await new Promise<void>((first) => (finish = first));
        else resolve();
      });
      for (let asked = 0; asked < 5; asked += 1) chore.run();
    });
    finish();
    await again;
    await Promise.all(chores.map((chore) => chore.stop()));
    expect(begun).toBe(2);
  });
});

describe('several pieces of work', () => {
  it('are all done, and the first failure is told', async () => {
    const done: string[] = [];
    const fail = (name: string) => () => Promise.reject(new Error(name));
    const work = (name: string) => () => Promise.resolve(void done.push(name));
    await expect(runAll([work('a'), fail('b'), work('c'), fail('d')])).rejects.toThrow('b');
    expect(done).toEqual(['a', 'c']);
  });
});

describe('pruning', () => {
  it('goes on until a batch is not full', async () => {
    const batches = [PRUNE_BATCH, PRUNE_BATCH, 3];
    await deleteInBatches(() => Promise.resolve(Array<unknown>(batches.shift() ?? 0)));
    expect(batches).toEqual([]);
  });
});
