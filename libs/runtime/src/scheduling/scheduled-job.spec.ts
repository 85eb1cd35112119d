import { afterEach, describe, expect, it } from '@jest/globals';
import { gate } from '@parley/testing';
import { createLogger } from '../logging/logger.ts';
import { ScheduledJob } from './scheduled-job.ts';

const lines: string[] = [];
const logger = createLogger('kernel', 'info', { write: (line) => void lines.push(line) });
const jobs: ScheduledJob[] = [];
const every = (everyMs: number, work: (signal: AbortSignal) => Promise<void>): ScheduledJob => {
  const job = new ScheduledJob(work, { everyMs, name: 'test.job', logger });
  jobs.push(job);
  return job;
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

afterEach(async () => {
  await Promise.all(jobs.splice(0).map((job) => job.stop()));
  lines.length = 0;
});

describe('a scheduled job', () => {
  it('runs again and again, also after a failure, and never twice at the same time', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const [ran, end] = gate();
    every(1, async () => {
      most = Math.max(most, (running += 1));
      await pause(5);
      running -= 1;
      runs += 1;
      if (runs === 4) end();
      throw new Error('not this time');
    }).start();
    await ran;
    expect(most).toBe(1);
  });

  it('waits for the run in progress when it stops, asks it to end early, and runs no more', async () => {
    let runs = 0;
    let asked: AbortSignal | undefined;
    const job = every(60_000, async (signal) => {
      asked = signal;
      await pause(20);
      runs += 1;
    });
    job.start();
    job.run();
    expect(asked?.aborted).toBe(false);
    await job.stop();
    expect([runs, asked?.aborted]).toEqual([1, true]);
    job.run();
    await job.stop();
    expect(runs).toBe(1);
  });

  it('logs a failure once while its error stays the same, and its recovery', async () => {
    const errors = ['down', 'down', 'broken', undefined, undefined];
    const [ran, end] = gate();
    every(1, () => {
      if (errors.length === 0) end();
      const message = errors.shift();
      return message === undefined ? Promise.resolve() : Promise.reject(new Error(message));
    }).start();
    await ran;
    const logged = lines.map((line) => JSON.parse(line) as { event: string; err?: { message: string } });
    expect(logged.map(({ event, err }) => [event, err?.message])).toEqual([
      ['test.job.failed', 'down'],
      ['test.job.failed', 'broken'],
      ['test.job.recovered', undefined],
    ]);
  });
});

describe('a job that takes longer than its interval', () => {
  it('does not catch up on the runs that it missed', async () => {
    let begun = 0;
    const [finished, finish] = gate();
    const job = every(1, async () => {
      begun += 1;
      if (begun === 1) await finished;
    });
    job.start();
    job.run();
    await pause(30);
    const stopped = job.stop();
    finish();
    await stopped;
    job.run();
    expect(begun).toBe(1);
  });

  it('runs once more for all requests made meanwhile', async () => {
    let begun = 0;
    const [[finished, finish], [again, runAgain]] = [gate(), gate()];
    const job = every(60_000, async () => {
      begun += 1;
      if (begun === 1) await finished;
      else runAgain();
    });
    for (let asked = 0; asked < 5; asked += 1) job.run();
    finish();
    await again;
    await Promise.all(jobs.map((job) => job.stop()));
    expect(begun).toBe(2);
  });

  it('waits for its interval when it fails, however often it was requested meanwhile', async () => {
    let begun = 0;
    const job = every(60_000, async () => {
      begun += 1;
      await pause(5);
      throw new Error('down');
    });
    job.run();
    job.run();
    await pause(30);
    expect([begun, job.isFailing]).toEqual([1, true]);
  });
});
