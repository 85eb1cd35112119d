import { counter, gauge, histogram } from '@parley/kernel';
import type { Attempt } from '../sending/attempt.ts';

/** `delivered`, `exhausted` (its schedule ended), `gone` (410), `cancelled` (deleted or disabled), `overflow`. */
export const settledDeliveries = counter({
  name: 'parley_webhook_deliveries_total',
  help: 'Deliveries that are over, by outcome: delivered, exhausted, gone, cancelled, overflow',
  labels: ['outcome'],
});

const attempts = counter({
  name: 'parley_webhook_attempts_total',
  help: 'Attempts by result: the class of the answer (2xx to 5xx), or what went wrong without one',
  labels: ['result'],
});

const attemptSeconds = histogram({
  name: 'parley_webhook_attempt_seconds',
  help: 'Time from the start of an attempt to the head of the answer, or to the failure',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 25],
});

const waitSeconds = histogram({
  name: 'parley_webhook_wait_seconds',
  help: 'Time from taking an event in to the first attempt of a delivery',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300],
});

export const attemptsInFlight = gauge({
  name: 'parley_webhook_attempts_in_flight',
  help: 'Attempts under way in this process, by pool: fast or slow',
  labels: ['pool'],
});

export const waitingDeliveries = gauge({
  name: 'parley_webhook_backlog',
  help: 'Deliveries that are due and not sent yet, of all processes together',
});

export const restingEndpoints = gauge({
  name: 'parley_webhook_endpoints_resting',
  help: 'Endpoints that are left alone, of all processes together: paused (they asked for it) or broken (they fail)',
  labels: ['reason'],
});

export const breaks = counter({
  name: 'parley_webhook_breaks_total',
  help: 'Times that an endpoint was found failing and left alone for a while',
});

/** Counts an attempt, and how long its delivery had waited for it if it was the first. */
export function countAttempt(attempt: Attempt, firstDueAt: Date | null): void {
  attempts.inc({ result: resultOf(attempt) });
  attemptSeconds.observe(attempt.durationMs / 1000);
  if (firstDueAt !== null)
    waitSeconds.observe(Math.max(attempt.startedAt.getTime() - firstDueAt.getTime(), 0) / 1000);
}

function resultOf({ statusCode, error }: Attempt): string {
  return statusCode === null ? (error ?? 'request_failed') : `${Math.floor(statusCode / 100)}xx`;
}
