import { beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { systemContext, type Context } from '@parley/kernel';
import { InProcessRpc } from './in-process.ts';

// What every form of RPC has to do is in rpc.conformance.ts.
let rpc: InProcessRpc;
beforeEach(() => {
  rpc = new InProcessRpc();
});

interface Outcome {
  value: unknown;
  replayed: boolean;
}

/** A service whose handler answers when it is told to. */
class Slow {
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

describe('a call within the process', () => {
  it('reaches the service it is for', async () => {
    const from = (service: string) => () => Promise.resolve({ value: service, replayed: false });
    await rpc.serve('ticket', from('ticket'));
    await rpc.serve('contact', from('contact'));
    expect((await call()).value).toBe('ticket');
  });

  it('whose deadline has passed already is a 503, though its work is done', async () => {
    const slow = new Slow();
    await rpc.serve('ticket', slow.dispatch);
    await expect(call({ ...systemContext(), deadline: Date.now() - 1_000 })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(slow.runs).toBe(1);
  });

  it('leaves no trace of a failure that comes when nobody waits any more', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const slow = new Slow();
      const stop = await rpc.serve('ticket', slow.dispatch);
      await expect(call(systemContext({ timeoutMs: 10 }))).rejects.toBeInstanceOf(ApiError);
      slow.fail(new Error('too late to matter'));
      await stop();
      await turn();
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});

describe('a service that stops', () => {
  it('waits also for a call that nobody waits for any more', async () => {
    const slow = new Slow();
    const stop = await rpc.serve('ticket', slow.dispatch);
    await expect(call(systemContext({ timeoutMs: 10 }))).rejects.toBeInstanceOf(ApiError);
    let stopped = false;
    const stopping = stop().then(() => (stopped = true));
    await turn();
    expect(stopped).toBe(false);
    slow.finish('done');
    await stopping;
  });

  it('takes no further call', async () => {
    const slow = new Slow();
    const stop = await rpc.serve('ticket', slow.dispatch);
    const running = call();
    const stopping = stop();
    await expect(call()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(slow.runs).toBe(1);
    slow.finish('done');
    expect((await running).value).toBe('done');
    await stopping;
  });
});
