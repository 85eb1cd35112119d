// Which failures are repeated, when, and how often.
import {
  ApiError,
  CancelledError,
  ConnectionError,
  IdempotencyInProgressError,
  OAuthError,
  type Outcome,
  type ParleyError,
} from './errors.ts';

const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 8000;
const BUDGET_TOKENS = 20;
const BUDGET_PER_SUCCESS = 0.1;
const TRANSIENT = new Set([500, 502, 503, 504]);

/**
 * Whether to repeat a request that failed.
 *
 * @param canRepeat whether it may be sent again though it may have been done: reads, deletions and what has an Idempotency-Key
 */
export function isRetryable(failure: ParleyError, canRepeat: boolean): boolean {
  if (failure instanceof ConnectionError) return failure.isRetryable && (canRepeat || !failure.isSent);
  if (failure instanceof IdempotencyInProgressError) return true;
  const status = statusOf(failure);
  return status === 429 || (canRepeat && TRANSIENT.has(status));
}

/** Whether the failure may be that of an installation that is overloaded, which many retries would keep so. */
export function usesBudget(failure: ParleyError): boolean {
  return failure instanceof ConnectionError || statusOf(failure) >= 500;
}

/** Whether a write was done, by one attempt alone. */
export function outcomeOf(failure: ParleyError): Outcome {
  if (failure instanceof ConnectionError || failure instanceof CancelledError)
    return failure.isSent ? 'unknown' : 'not_sent';
  const status = statusOf(failure);
  const isRejected = status === 501 || (status >= 400 && status < 500);
  return isRejected && !(failure instanceof IdempotencyInProgressError) ? 'rejected' : 'unknown';
}

const statusOf = (failure: ParleyError): number =>
  failure instanceof ApiError || failure instanceof OAuthError ? (failure.status ?? 0) : 0;

export const retryAfterOf = (failure: ParleyError): number | undefined =>
  failure instanceof ApiError || failure instanceof OAuthError ? failure.retryAfter : undefined;

const RETRY_AFTER_MAX_S = 60;

/** Whether to leave the wait to the program, where there is no total timeout: it may be days. */
export const asksForTooLong = (failure: ParleyError): boolean =>
  (retryAfterOf(failure) ?? 0) > RETRY_AFTER_MAX_S;

/**
 * The wait before a retry, in milliseconds: exponential, with jitter after all limits, so that clients that failed together do not
 * come back together. Retry-After is a minimum, which the jitter only lengthens.
 *
 * @param retry 1 for the first one
 * @param retryAfter seconds
 */
export function delayOf(retry: number, retryAfter: number | undefined): number {
  const backoff = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (retry - 1)) * (0.5 + Math.random() / 2);
  return Math.max(backoff, (retryAfter ?? 0) * 1000 * (1 + Math.random() / 10));
}

/** The retries that the calls of a client may make together, so that an outage does not see four times the requests. */
export class RetryBudget {
  #tokens = BUDGET_TOKENS;

  /** Takes one retry, if there is one. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  success(): void {
    this.#tokens = Math.min(BUDGET_TOKENS, this.#tokens + BUDGET_PER_SUCCESS);
  }
}
