import { parseDuration } from '@parley/kernel';
import { z } from 'zod';
import { isSuccess, type Attempt } from './attempt.ts';

const HOUR_MS = 3_600_000;
const STEPS_MAX = 50;
/** A date has its end, and a wait of a month is no retry any more. */
const STEP_MAX_MS = 30 * 24 * HOUR_MS;
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;
/** Jitter only adds: a step and a Retry-After are promises not to come earlier (Svix's ±20 % breaks them). */
const JITTER = 0.15;
/** A name may point at a private address for the moment its zone is being changed, not for longer. */
const BLOCKED_ATTEMPTS_MAX = 3;

/** 10 attempts over 75.6 hours (reference/webhooks.md section 0). */
export const DEFAULT_RETRY_SCHEDULE = '0s,5s,5m,30m,2h,5h,10h,14h,20h,24h';

/** The waits before each attempt in milliseconds, the first included: there are as many attempts as steps. */
export type RetrySchedule = readonly number[];

/** Reads `WEBHOOK_RETRY_SCHEDULE`: comma-separated durations, one for each attempt. */
export const retrySchedule: z.ZodType<RetrySchedule, string> = z.string().transform((value, context) => {
  const texts = value.split(',').map((text) => text.trim());
  const steps = texts.map(parseDuration);
  const wrong = texts.find((_, index) => (steps[index] ?? Infinity) > STEP_MAX_MS);
  const fault =
    wrong !== undefined
      ? `"${wrong}" must be a duration of at most 30d, like 500ms, 20s, 5m, 1h or 2d`
      : steps.length > STEPS_MAX
        ? `must have at most ${STEPS_MAX} steps`
        : null;
  if (fault === null) return steps.filter((step) => step !== null);
  context.addIssue({ code: 'custom', message: fault });
  return z.NEVER;
});

const DAY_NAME = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d{2}:\\d{2}:\\d{2}';
const HTTP_DATE = new RegExp(`^${DAY_NAME}, \\d{2} ${MONTH} \\d{4} ${TIME} GMT$`);
/** Obsolete, but RFC 9110 section 5.6.7 has recipients read both. */
const RFC850_DATE = new RegExp(`^${DAY_NAME}[a-z]*day, \\d{2}-${MONTH}-\\d{2} ${TIME} GMT$`);
const ASCTIME_DATE = new RegExp(`^${DAY_NAME} ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`);

/**
 * Reads a Retry-After header (RFC 9110 section 10.2.3): whole seconds or an HTTP date.
 * @returns milliseconds from `now`, 0 for a moment that has passed, at most 24 h; `null` for anything else.
 */
export function parseRetryAfter(header: string | readonly string[] | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (typeof header !== 'string') {
    const waits = header.map((one) => parseRetryAfter(one, now)).filter((wait) => wait !== null);
    return waits.length === 0 ? null : Math.max(...waits);
  }
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, RETRY_AFTER_MAX_MS);
  if (!HTTP_DATE.test(text) && !RFC850_DATE.test(text) && !ASCTIME_DATE.test(text)) return null;
  // asctime names no zone, and Date would take the local one.
  const moment = Date.parse(ASCTIME_DATE.test(text) ? `${text} GMT` : text);
  if (Number.isNaN(moment)) return null;
  return Math.min(Math.max(moment - now.getTime(), 0), RETRY_AFTER_MAX_MS);
}

export interface RetryContext {
  /** Which attempt of the schedule this was: 1 for the first. */
  readonly attempt: number;
  readonly schedule: RetrySchedule;
  readonly now: Date;
  /** From 0 to below 1, like `Math.random`. */
  readonly random: () => number;
  /** When the delivery was first due; bounds how long a throttling receiver may hold it (see below). */
  readonly since?: Date;
}

/** What becomes of a delivery after an attempt. */
export type Decision =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'retry';
      /** From the moment that the result is stored, by the clock of the database: those of processes differ. */
      readonly waitMs: number;
      /** How many attempts of the schedule are used up: the number of this one, or one less if it does not count. */
      readonly attemptsUsed: number;
      /** No delivery of this endpoint is to be sent for so long. */
      readonly pauseEndpointMs?: number;
    }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'gone' };

/**
 * Decides what follows an attempt (decisions.md section 7; reference/webhooks.md section 2): 2xx delivers, 410 is
 * gone, everything else is tried again until the schedule ends, never earlier than its step or than Retry-After.
 * A 429 or 503 that says when to come back pauses the endpoint and does not use up the attempt. That holds until the
 * schedule's whole span and a day have passed since `since`: past it a receiver that throttles for ever runs out too.
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
  const hint = Math.min(outcome.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS);
  if (isThrottled(statusCode, hint, context)) {
    return {
      kind: 'retry',
      // The same attempt is made again, so its own step is the floor.
      waitMs: jittered(Math.max(schedule[attempt - 1] ?? 0, hint), context),
      attemptsUsed: attempt - 1,
      pauseEndpointMs: hint,
    };
  }
  const limit = error === 'target_not_allowed' ? BLOCKED_ATTEMPTS_MAX : Infinity;
  const step = attempt < limit ? schedule[attempt] : undefined;
  if (step === undefined) return { kind: 'exhausted' };
  return {
    kind: 'retry',
    waitMs: jittered(Math.max(step, hint), context),
    attemptsUsed: attempt,
    ...(asksForQuiet(statusCode, hint) && { pauseEndpointMs: hint }),
  };
}

/** A hint of 0 asks for no wait: pausing for it would repeat the attempt at once and for ever. */
function asksForQuiet(statusCode: number | null, hint: number): boolean {
  return (statusCode === 429 || statusCode === 503) && hint > 0;
}

/** Whether a receiver asks for quiet, and this attempt is not to count for that. */
function isThrottled(
  statusCode: number | null,
  hint: number,
  { schedule, now, since }: RetryContext,
): boolean {
  if (!asksForQuiet(statusCode, hint)) return false;
  if (since === undefined) return true;
  const span = schedule.reduce((sum, step) => sum + step, 0) * (1 + JITTER);
  return now.getTime() - since.getTime() <= span + RETRY_AFTER_MAX_MS;
}

function jittered(delayMs: number, { random }: RetryContext): number {
  return Math.ceil(delayMs * (1 + JITTER * random()));
}
