import { InProcessRpc } from './in-process.ts';
import { rpcConformance } from './rpc.conformance.ts';

rpcConformance('in process', async (dispatch) => {
  const rpc = new InProcessRpc();
  return { rpc, stop: await rpc.serve('ticket', dispatch), close: () => Promise.resolve() };
});
