import { Counter, Gauge, Histogram, initializedCounter, ObservedMetric } from '@parley/runtime/metrics';
import { timeOfUuid } from '@parley/runtime/records';
import type { Attempt } from '../../sending/attempt.ts';

export const deliveriesCompleted = initializedCounter(
  {
    name: 'parley_webhook_deliveries_total',
    help: 'Completed deliveries by outcome: delivered, exhausted, gone (410), cancelled, overflow',
  },
  { outcome: ['delivered', 'exhausted', 'gone', 'cancelled', 'overflow'] },
);

const attempts = new Counter({
  name: 'parley_webhook_attempts_total',
  help: 'Attempts by result: status class (2xx to 5xx), or the error if there was no response',
  labelNames: ['result'],
});

const attemptDuration = new Histogram({
  name: 'parley_webhook_attempt_duration_seconds',
  help: 'Time from the start of an attempt to the response headers, or to the failure',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 25],
});

const queueDelay = new Histogram({
  name: 'parley_webhook_queue_delay_seconds',
  help: 'Time from receiving an event to the first attempt of a delivery',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300],
});

const firstAttemptDelay = new Histogram({
  name: 'parley_webhook_first_attempt_delay_seconds',
  help: 'Time from the commit of an event to the first attempt to deliver it',
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800],
});

export const attemptsInFlight = new Gauge({
  name: 'parley_webhook_attempts_in_flight',
  help: 'Attempts in progress in this process, by pool: fast or slow',
  labelNames: ['pool'],
});

export const backlog = new Gauge({
  name: 'parley_webhook_backlog',
  help: 'Deliveries that are due and not yet sent, in the whole installation',
});

export const endpointsPaused = new Gauge({
  name: 'parley_webhook_endpoints_paused',
  help: 'Endpoints that are paused because they sent Retry-After, in the whole installation',
});

export const circuitsOpen = new Gauge({
  name: 'parley_webhook_circuits_open',
  help: 'Endpoints whose circuit breaker is open, in the whole installation',
});

export const circuitTrips = new Counter({
  name: 'parley_webhook_circuit_trips_total',
  help: 'How often the circuit breaker of an endpoint opened',
});

export const oldestDue = new ObservedMetric({
  name: 'parley_webhook_backlog_oldest_age_seconds',
  help: 'How long the oldest delivery has been due to an endpoint that is neither paused nor failing; 0 if there is none',
  labelNames: [],
});

export const webhooksDisabled = initializedCounter(
  {
    name: 'parley_webhook_disabled_total',
    help: 'Webhooks that were disabled by reason: gone (410), failing, revoked',
  },
  { reason: ['gone', 'failing', 'revoked'] },
);

/** @param first the event and when the delivery was created, if this is its first attempt. */
export function countAttempt(attempt: Attempt, first: { eventId: string; queuedAt: Date } | null): void {
  attempts.inc({ result: resultOf(attempt) });
  attemptDuration.observe(attempt.durationMs / 1000);
  if (first === null) return;
  const secondsSince = (time: Date) => Math.max(attempt.startedAt.getTime() - time.getTime(), 0) / 1000;
  queueDelay.observe(secondsSince(first.queuedAt));
  // The id is made just before the commit.
  firstAttemptDelay.observe(secondsSince(timeOfUuid(first.eventId)));
}

function resultOf({ statusCode, error }: Attempt): string {
  return statusCode === null ? (error ?? 'request_failed') : `${Math.floor(statusCode / 100)}xx`;
}
