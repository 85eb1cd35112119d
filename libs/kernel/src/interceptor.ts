import type { Procedure } from '@parley/contracts';
import type { Context } from './context.ts';

/** What a handler answered, and whether it did so at an earlier time (`Idempotent-Replayed`). */
export interface HandlerResult<T = unknown> {
  value: T;
  replayed: boolean;
  /** Of the row behind a single resource (`ETag`). */
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
