import type { Attempt, AttemptError } from '../../sending/attempt.ts';
import type { ClaimedDelivery, StoredResult } from '../queue/deliveries.queries.ts';
import type { AttemptSummary, EndpointState } from './endpoint-health.queries.ts';
import type { Decision } from '../retries/retry.rules.ts';

/** While deliveries succeed, the time of the last success is written at most this often. */
const LAST_DELIVERY_INTERVAL_MS = 5_000;
/** An endpoint becomes slow above the first average response time, and fast again below the second. */
const SLOW_MS = 2_000;
const FAST_MS = 1_000;
/** Weight of the latest response: one of 15 s among fast ones makes an endpoint slow, one of 5 s does not. */
const EWMA_WEIGHT = 0.2;
/** Minimums for disabling: a quiet subscription with one event a week must not be disabled after a few failures. */
const DISABLE_AFTER = { failures: 20, events: 3 } as const;
/** Failures that are not the receiver's. */
const OWN_ERRORS: readonly AttemptError[] = ['cancelled', 'secret_unreadable', 'body_missing'];

export interface CompletedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly attempt: Attempt;
  readonly decision: Decision;
}

export function summarizeAttempts(completed: readonly CompletedAttempt[]): AttemptSummary {
  const relevant = completed.filter(
    ({ attempt: { error } }) => error === null || !OWN_ERRORS.includes(error),
  );
  const lastSuccess = relevant.findLastIndex(({ attempt }) => attempt.error === null);
  const failed = relevant.slice(lastSuccess + 1);
  const pauses = relevant.flatMap(({ decision }) =>
    decision.kind === 'retry' && decision.pauseEndpointMs !== undefined ? [decision.pauseEndpointMs] : [],
  );
  return {
    succeeded_at: relevant[lastSuccess]?.attempt.startedAt ?? null,
    failures: failed.length,
    first_failures: failed.filter(isFirstOfEvent).length,
    pause_ms: pauses.length === 0 ? null : Math.max(...pauses),
  };
}

/** Repetitions by hand or after throttling do not count: one event would look like many, and trip the circuit breaker. */
function isFirstOfEvent({ delivery, decision }: CompletedAttempt): boolean {
  const isCounted = decision.kind !== 'retry' || decision.attemptsUsed > 0;
  return delivery.trigger === 'schedule' && delivery.attempts_used === 0 && isCounted;
}

/** Whether stored health must change: an update per delivery would bloat the few hot rows of endpoints. */
export function changesHealth(
  { succeeded_at: succeededAt, failures, pause_ms: pauseMs }: AttemptSummary,
  before: Pick<StoredResult, 'failures' | 'is_half_open' | 'last_delivery_at'>,
): boolean {
  if (failures > 0 || pauseMs !== null) return true;
  if (succeededAt === null) return false;
  const stored = before.last_delivery_at?.getTime() ?? -Infinity;
  return (
    before.failures > 0 || before.is_half_open || succeededAt.getTime() - stored > LAST_DELIVERY_INTERVAL_MS
  );
}

export function movingAverageMs(averageMs: number | undefined, latestMs: number): number {
  return averageMs === undefined ? latestMs : averageMs + EWMA_WEIGHT * (latestMs - averageMs);
}

/** Two limits, so that an endpoint between them does not alternate. */
export function isSlow(averageMs: number, wasSlow: boolean): boolean {
  return averageMs > SLOW_MS || (wasSlow && averageMs > FAST_MS);
}

export function shouldDisable(
  state: Pick<EndpointState, 'failures' | 'failed_events' | 'failing_ms'>,
  afterMs: number,
): boolean {
  return (
    state.failing_ms !== null &&
    state.failing_ms >= afterMs &&
    state.failures >= DISABLE_AFTER.failures &&
    state.failed_events >= DISABLE_AFTER.events
  );
}
