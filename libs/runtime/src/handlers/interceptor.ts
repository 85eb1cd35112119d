import type { Procedure } from '@parley/contracts';
import type { Context } from '../context/context.ts';

/** The result of a handler, and whether it is a stored one (`Idempotent-Replayed`). */
export interface HandlerResult<T = unknown> {
  value: T;
  replayed: boolean;
  /** Row version of a single resource (`ETag`). */
  version?: string;
}

/** Wraps every handler of a service. */
export abstract class HandlerInterceptor {
  abstract intercept(
    procedure: Procedure,
    ctx: Context,
    next: () => Promise<unknown>,
  ): Promise<HandlerResult>;
}
