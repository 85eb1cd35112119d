import { ApiError, type ServiceName } from '@parley/contracts';
import type { Context } from '@parley/runtime/context';
import type { HandlerResult } from '@parley/runtime/handlers';

/**
 * Finds the handler of a procedure, validates its input and runs it. Throws only `ApiError`.
 * @param ignored given if the contract of the caller differs from ours: what the caller does not know either. Any other
 * part of the input that we do not know is refused.
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
   * Calls a procedure of a service and waits no longer than `ctx.deadline`.
   * Throws the `ApiError` of the handler; without a reply `outcome_unknown` for a write of the API that may have taken effect,
   * else `service_unavailable`.
   */
  abstract call(
    service: ServiceName,
    procedureId: string,
    ctx: Context,
    input: unknown,
  ): Promise<HandlerResult>;
}
