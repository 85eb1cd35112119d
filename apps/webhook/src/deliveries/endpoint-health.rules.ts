import type { Attempt, AttemptError } from '../sending/attempt.ts';
import type { Decision } from '../sending/schedule.ts';
import type { ClaimedDelivery, StoredResult } from './deliveries.queries.ts';
import type { EndpointState } from './endpoint-health.queries.ts';

/** The time of the last success is written this seldom while all goes well. */
const LAST_DELIVERY_EVERY_MS = 5_000;
/** An endpoint is slow when its answers take this long, and not any more when they take half of it. */
const SLOW_MS = 2_000;
const FAST_MS = 1_000;
/** Weight of the latest answer: one of 15 s among quick ones makes an endpoint slow, one of 5 s does not. */
const LATEST = 0.2;
/** Never disabled by few failures, however long they last: a quiet subscription has one event a week. */
const DISABLE_AFTER = { failures: 20, events: 3 } as const;

/** What says nothing about a receiver. */
const OUR_FAULT: readonly AttemptError[] = ['cancelled', 'secret_unreadable', 'body_missing'];

/** An attempt that was made, and what follows from it. */
export interface MadeAttempt {
  readonly delivery: ClaimedDelivery;
  readonly attempt: Attempt;
  readonly decision: Decision;
}

/** What several results say about their endpoint, the latest last. */
export interface Findings {
  /** Start of the last success. */
  readonly succeededAt: Date | null;
  /** Failures after the last success, and how many of them were the first that an event had by its schedule. */
  readonly failures: number;
  readonly firstFailures: number;
  /** For how long the receiver asked for quiet. */
  readonly pauseMs: number | null;
}

/** Sums up results of one endpoint. What was our own fault says nothing about it. */
export function findingsOf(made: readonly MadeAttempt[]): Findings {
  const telling = made.filter(({ attempt: { error } }) => error === null || !OUR_FAULT.includes(error));
  const lastSuccess = telling.findLastIndex(({ attempt }) => attempt.error === null);
  const failed = telling.slice(lastSuccess + 1);
  const pauses = telling.flatMap(({ decision }) =>
    decision.kind === 'retry' && decision.pauseEndpointMs !== undefined ? [decision.pauseEndpointMs] : [],
  );
  return {
    succeededAt: telling[lastSuccess]?.attempt.startedAt ?? null,
    failures: failed.length,
    firstFailures: failed.filter(isFirstOfItsEvent).length,
    pauseMs: pauses.length === 0 ? null : Math.max(...pauses),
  };
}

/**
 * Whether a failure tells of one more event. What somebody repeats by hand is none, nor is an attempt that a throttling
 * receiver has made over: one delivery would look like many, and open the breaker.
 */
function isFirstOfItsEvent({ delivery, decision }: MadeAttempt): boolean {
  const hasUsedStep = decision.kind !== 'retry' || decision.attemptsUsed > 0;
  return delivery.trigger === 'schedule' && delivery.attempts_used === 0 && hasUsedStep;
}

/** Whether findings change anything that is stored: a write per delivery would bloat the few hot rows of endpoints. */
export function isWorthStoring(
  { succeededAt, failures, pauseMs }: Findings,
  known: Pick<StoredResult, 'failures' | 'is_proven' | 'last_delivery_at'>,
): boolean {
  if (failures > 0 || pauseMs !== null) return true;
  if (succeededAt === null) return false;
  const shown = known.last_delivery_at?.getTime() ?? -Infinity;
  return known.failures > 0 || !known.is_proven || succeededAt.getTime() - shown > LAST_DELIVERY_EVERY_MS;
}

/** The usual time of an endpoint's answers, after one more. */
export function usualMs(before: number | undefined, latestMs: number): number {
  return before === undefined ? latestMs : before + LATEST * (latestMs - before);
}

/** Whether an endpoint is slow by the usual time of its answers; between the limits it is what it was. */
export function isSlow(usual: number, was: boolean): boolean {
  return usual > SLOW_MS || (was && usual > FAST_MS);
}

/** Whether a subscription is to be disabled: nothing has succeeded for long, and it was tried often enough. */
export function isFailing(
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
