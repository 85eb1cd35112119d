import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { UploadClock, type Pace } from './upload-clock.ts';

const PACE: Pace = { timeoutMs: 60_000, bytesPerSecond: 1_000_000, graceMs: 40, tickMs: 10 };
const running: UploadClock[] = [];
afterEach(() => running.splice(0).forEach((clock) => clock.stop()));

function watch(body: PassThrough, pace: Partial<Pace> = {}): AbortSignal {
  const clock = new UploadClock(body, { ...PACE, ...pace });
  running.push(clock);
  return clock.signal;
}

describe('an upload', () => {
  it('ends when its client stops', async () => {
    const body = new PassThrough();
    const signal = watch(body);
    body.write('x');
    await once(signal, 'abort');
    expect(signal.reason).toMatchObject({
      code: 'malformed_multipart',
      status: 400,
      message: 'The form arrived at less than 1000000 bytes a second.',
    });
  });

  it('ends when its time is over, however fast it is', async () => {
    const body = new PassThrough();
    const signal = watch(body, { timeoutMs: 50, bytesPerSecond: 1 });
    while (!signal.aborted) {
      body.write(Buffer.alloc(1_000));
      await pause(1);
    }
    expect(signal.reason).toMatchObject({ message: 'The form did not arrive within 50ms.' });
  });

  it.each([
    ['whose bytes wait for the storage', (body: PassThrough) => body.pause(), {}],
    ['without a minimum rate', () => undefined, { bytesPerSecond: 0 }],
  ])('%s goes on', async (_, prepare, pace) => {
    const body = new PassThrough();
    const signal = watch(body, pace);
    prepare(body);
    // Beside it, one that ends.
    await once(watch(new PassThrough()), 'abort');
    await once(watch(new PassThrough()), 'abort');
    expect(signal.aborted).toBe(false);
  });
});
