import type { ServiceName } from '@parley/contracts';
import type { Context, HandlerResult } from '@parley/kernel';

/** Answers a call: finds the handler, validates, runs it. Throws only `ApiError`. */
export type Dispatch = (procedureId: string, ctx: Context, input: unknown) => Promise<HandlerResult>;

/** How calls travel. Handlers and callers never know which form is in use. */
export abstract class RpcTransport {
  /** Offers the procedures of a service; the answer stops offering them and waits for those that run. */
  abstract serve(service: ServiceName, dispatch: Dispatch): Promise<() => Promise<void>>;

  /**
   * Calls a procedure of a service and waits until `ctx.deadline` at most.
   * Throws `ApiError`: what the handler threw, or `service_unavailable` when no answer can be had.
   */
  abstract call(
    service: ServiceName,
    procedureId: string,
    ctx: Context,
    input: unknown,
  ): Promise<HandlerResult>;
}
