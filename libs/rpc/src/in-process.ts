import { ApiError, type ServiceName } from '@parley/contracts';
import type { Context } from '@parley/runtime/context';
import { beforeDeadline, deadlineExceeded, isWrite } from './deadline.ts';
import { RpcTransport, type Dispatch } from './transport.ts';

/** Calls within one process, for standalone, with the deadlines and errors of calls over the network. */
export class InProcessRpc extends RpcTransport {
  readonly #services = new Map<ServiceName, { dispatch: Dispatch; running: Set<Promise<unknown>> }>();

  override serve(service: ServiceName, dispatch: Dispatch): () => Promise<void> {
    const entry = { dispatch, running: new Set<Promise<unknown>>() };
    this.#services.set(service, entry);
    return async () => {
      this.#services.delete(service);
      await Promise.allSettled(entry.running);
    };
  }

  override async call(service: ServiceName, procedureId: string, ctx: Context, input: unknown) {
    const entry = this.#services.get(service);
    if (entry === undefined) throw new ApiError('service_unavailable');
    // The handler gets a copy: its changes to the context must not reach the caller, as they could not over a network.
    const run = entry.dispatch(procedureId, { ...ctx }, input);
    entry.running.add(run);
    const end = () => entry.running.delete(run);
    run.then(end, end);
    return beforeDeadline(ctx, run, () =>
      isWrite(procedureId) ? new ApiError('outcome_unknown') : deadlineExceeded(),
    );
  }
}
