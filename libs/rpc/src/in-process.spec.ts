import { expect, it } from '@jest/globals';
import { systemContext } from '@parley/runtime/context';
import { gate } from '@parley/testing';
import { InProcessRpc } from './in-process.ts';
import { failureOf, rpcConformance } from './rpc.conformance.ts';

rpcConformance('in process', (dispatch) => {
  const rpc = new InProcessRpc();
  return Promise.resolve({ rpc, stop: rpc.serve('ticket', dispatch) });
});

it('a call within the process ignores a failure after its deadline', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const rpc = new InProcessRpc();
    const [finished, finish] = gate();
    const stop = rpc.serve('ticket', () =>
      finished.then(() => Promise.reject(new Error('too late to matter'))),
    );
    await failureOf(rpc.call('ticket', 'ticket.get', systemContext({ timeoutMs: 10 }), {}));
    finish();
    await stop();
    await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});
