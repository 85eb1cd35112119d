import { ApiError, type ServiceName } from '@parley/contracts';
import type { Context } from '@parley/runtime/context';
import type { HandlerResult } from '@parley/runtime/handlers';

/**
 * Runs the handler of a procedure with validated input. Throws only `ApiError`.
 * @param ignored what the caller does not know either, if its contract differs from ours: other unknown parts are refused.
 */
export type Dispatch = (
  procedureId: string,
  ctx: Context,
  input: unknown,
  ignored?: readonly string[],
) => Promise<HandlerResult>;

/** The release of this process cannot serve a call that another one may serve. Nothing has been done. */
export class UnsupportedCallError extends ApiError {
  constructor(what: string) {
    super('service_unavailable', { cause: new Error(`this release does not support ${what}`) });
  }
}

/** Carries calls between services. Handlers and callers do not depend on the implementation. */
export abstract class RpcTransport {
  /** Registers the handlers of a service. The returned function drains: it accepts no calls and finishes running ones. */
  abstract serve(service: ServiceName, dispatch: Dispatch): () => Promise<void>;

  /**
   * Throws the `ApiError` of the handler; without a reply by `ctx.deadline`, `outcome_unknown` for a write of the API that
   * may have taken effect, else `service_unavailable`.
   */
  abstract call(
    service: ServiceName,
    procedureId: string,
    ctx: Context,
    input: unknown,
  ): Promise<HandlerResult>;
}
