import { InProcessRpc } from './in-process.ts';
import { rpcConformance } from './rpc.conformance.ts';

rpcConformance('in process', (dispatch) => {
  const rpc = new InProcessRpc();
  return Promise.resolve({ rpc, stop: rpc.serve('ticket', dispatch), close: () => Promise.resolve() });
});
