import { beforeEach, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { systemContext, type Context } from '@parley/runtime/context';
import { InProcessRpc } from './in-process.ts';

// The behavior that all transports share is tested in rpc.conformance.ts.
let rpc: InProcessRpc;
beforeEach(() => {
  rpc = new InProcessRpc();
});

interface Outcome {
  value: unknown;
  replayed: boolean;
}

/** A service whose handler finishes when a test says so. */
class ControlledService {
  runs = 0;
  finish: (value: unknown) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  readonly dispatch = (): Promise<Outcome> => {
    this.runs += 1;
    return new Promise((resolve, reject) => {
      this.finish = (value) => {
        resolve({ value, replayed: false });
      };
      this.fail = reject;
    });
  };
}

const call = (ctx: Context = systemContext()) => rpc.call('ticket', 'ticket.get', ctx, {});
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('a call within the process ignores a failure after its deadline', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const service = new ControlledService();
    const stop = rpc.serve('ticket', service.dispatch);
    await expect(call(systemContext({ timeoutMs: 10 }))).rejects.toBeInstanceOf(ApiError);
    service.fail(new Error('too late to matter'));
    await stop();
    await turn();
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});

it('a service that stops waits for a call that has passed its deadline', async () => {
  const service = new ControlledService();
  const stop = rpc.serve('ticket', service.dispatch);
  await expect(call(systemContext({ timeoutMs: 10 }))).rejects.toBeInstanceOf(ApiError);
  let stopped = false;
  const stopping = stop().then(() => (stopped = true));
  await turn();
  expect(stopped).toBe(false);
  service.finish('done');
  await stopping;
});
