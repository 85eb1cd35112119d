import type { Context, TenantContext } from '@parley/runtime/context';

/** A request is answered by its service so long before its deadline, so that the answer reaches the gateway in time. */
const REPLY_MS = 200;
/** A transaction of a request that has less time than this is not begun. */
const BEGIN_MS = 1_000;
/** No COMMIT is sent later than this after its transaction began (readers of changes rely on it), whenever the server does it. */
const LONGEST_MS = 45_000;

/** Epoch milliseconds until which work may begin and has to end. */
export interface TimeLimit {
  readonly beginBy: number;
  readonly endBy: number;
  /** Somebody waits for the outcome, and has to be told if it is unknown. */
  readonly isRequest: boolean;
}

/** Whether work is part of a request: only requests have a deadline that is enforced. */
export const isRequest = (ctx: Context): boolean => (ctx as TenantContext).principal !== undefined;

/** When a read of a request has to end. */
export const readLimitOf = ({ deadline }: Context): number => deadline - REPLY_MS;

export function timeLimitOf(ctx: Context | null): TimeLimit {
  const longest = Date.now() + LONGEST_MS;
  if (ctx === null || !isRequest(ctx)) return { beginBy: Infinity, endBy: longest, isRequest: false };
  const { deadline } = ctx;
  return { beginBy: deadline - BEGIN_MS, endBy: Math.min(deadline - REPLY_MS, longest), isRequest: true };
}

/** Whether a transaction of a request can no longer be committed. */
export const isLate = (ctx: Context): boolean => isRequest(ctx) && Date.now() >= readLimitOf(ctx);
