import type { RetrySchedule } from '@parley/runtime/config';
import { isSuccess, RETRY_AFTER_MAX_MS, type Attempt } from '../../sending/attempt.ts';

/** Jitter only adds: an attempt must not come before its step or Retry-After (Svix's ±20 % breaks that). */
const JITTER = 0.15;
/** A name may resolve to a private address while its DNS zone is changed, but not permanently. */
const BLOCKED_ATTEMPTS_MAX = 3;

/** 10 attempts over 75.6 hours. */
export const DEFAULT_RETRY_SCHEDULE = '0s,5s,5m,30m,2h,5h,10h,14h,20h,24h';

export interface RetryContext {
  readonly attempt: number;
  readonly schedule: RetrySchedule;
  readonly now: Date;
  readonly random: () => number;
  /** Limits how long a throttling receiver may hold the delivery; without it there is no limit. */
  readonly firstDueAt?: Date;
}

export type Decision =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'retry';
      /** Counted from when the result is stored, by the database clock: the clocks of processes differ. */
      readonly waitMs: number;
      /** How many steps of the schedule are used: one less if this attempt does not count. */
      readonly attemptsUsed: number;
      readonly pauseEndpointMs?: number;
    }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'gone' };

/**
 * Decides what follows an attempt: all but 2xx and 410 is retried until the schedule ends. A 429 or 503 with Retry-After
 * pauses the endpoint and does not count, until the schedule and a day have passed since `firstDueAt`.
 */
export function afterAttempt(
  outcome: Pick<Attempt, 'statusCode' | 'error' | 'retryAfterMs'>,
  context: RetryContext,
): Decision {
  const { attempt, schedule } = context;
  const { statusCode, error } = outcome;
  if (isSuccess(statusCode)) return { kind: 'delivered' };
  if (statusCode === 410) return { kind: 'gone' };
  if (error === 'body_missing') return { kind: 'exhausted' };
  if (error === 'cancelled') return { kind: 'retry', waitMs: 0, attemptsUsed: attempt - 1 };
  const retryAfterMs = Math.min(outcome.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS);
  // Retry-After: 0 requests no wait: pausing for it would repeat the attempt immediately and without end.
  const isThrottled = (statusCode === 429 || statusCode === 503) && retryAfterMs > 0;
  const pause = isThrottled ? { pauseEndpointMs: retryAfterMs } : {};
  const retry = (attemptsUsed: number): Decision => ({
    kind: 'retry',
    waitMs: Math.ceil(Math.max(schedule[attemptsUsed] ?? 0, retryAfterMs) * (1 + JITTER * context.random())),
    attemptsUsed,
    ...pause,
  });
  if (isThrottled && mayThrottle(context)) return retry(attempt - 1);
  const attemptsMax =
    error === 'target_not_allowed' ? Math.min(BLOCKED_ATTEMPTS_MAX, schedule.length) : schedule.length;
  return attempt < attemptsMax ? retry(attempt) : { kind: 'exhausted' };
}

function mayThrottle({ schedule, now, firstDueAt }: RetryContext): boolean {
  if (firstDueAt === undefined) return true;
  const spanMs = schedule.reduce((sum, step) => sum + step, 0) * (1 + JITTER);
  return now.getTime() - firstDueAt.getTime() <= spanMs + RETRY_AFTER_MAX_MS;
}
