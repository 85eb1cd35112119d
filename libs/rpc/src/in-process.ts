import { ApiError, type ServiceName } from '@parley/contracts';
import { remaining, type Context, type HandlerResult } from '@parley/kernel';
import { RpcTransport, type Dispatch } from './transport.ts';

/** Calls within one process, for standalone: the same deadlines, the same errors, and data passed as if by wire. */
export class InProcessRpc extends RpcTransport {
  readonly #services = new Map<ServiceName, { dispatch: Dispatch; running: Set<Promise<unknown>> }>();

  override serve(service: ServiceName, dispatch: Dispatch): Promise<() => Promise<void>> {
    const entry = { dispatch, running: new Set<Promise<unknown>>() };
    this.#services.set(service, entry);
    return Promise.resolve(async () => {
      this.#services.delete(service);
      await Promise.allSettled(entry.running);
    });
  }

  override async call(
    service: ServiceName,
    procedureId: string,
    ctx: Context,
    input: unknown,
  ): Promise<HandlerResult> {
    const entry = this.#services.get(service);
    if (entry === undefined) throw new ApiError('service_unavailable');
    // A copy of the context: what a handler adds to it must not reach the caller, as over a wire it could not.
    const run = entry.dispatch(procedureId, { ...ctx }, input);
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    entry.running.add(settled);
    void settled.finally(() => entry.running.delete(settled));
    return withDeadline(run, ctx);
  }
}

/** The answer, or 503 when the deadline passes first; the work itself goes on and its outcome stands. */
async function withDeadline<T>(work: Promise<T>, ctx: Context): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ApiError('service_unavailable', { message: 'The request took too long. Try again.' }));
    }, remaining(ctx));
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
