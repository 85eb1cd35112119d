import { describe, expect, it } from '@jest/globals';
import type { AttemptError } from '../../sending/attempt.ts';
import type { Decision } from '../retries/retry.rules.ts';
import {
  summarizeAttempts,
  shouldDisable,
  isSlow,
  changesHealth,
  movingAverageMs,
  type CompletedAttempt,
} from './endpoint-health.rules.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21) + seconds * 1_000);
const made = (
  error: AttemptError | null,
  used = 0,
  decision: Decision = { kind: 'delivered' },
): CompletedAttempt =>
  ({
    delivery: { attempts_used: used, trigger: 'schedule' },
    attempt: { error, startedAt: at(used) },
    decision,
  }) as CompletedAttempt;

describe('the summary of attempt results', () => {
  it('has the last success and the failures after it', () => {
    const exhausted: Decision = { kind: 'exhausted' };
    const results = [
      made('timeout', 0, exhausted),
      made(null, 3),
      made('timeout', 1, exhausted),
      made('connection_refused', 0, exhausted),
    ];
    expect(summarizeAttempts(results)).toEqual({
      succeeded_at: at(3),
      failures: 2,
      first_failures: 1,
      pause_ms: null,
    });
  });

  it.each(['cancelled', 'secret_unreadable'] as const)('ignores failures on our side (%s)', (error) => {
    const findings = summarizeAttempts([made(error)]);
    expect(findings).toEqual({ succeeded_at: null, failures: 0, first_failures: 0, pause_ms: null });
    expect(changesHealth(findings, { failures: 3, is_half_open: true, last_delivery_at: null })).toBe(false);
  });

  it('has the longest requested pause', () => {
    const asking = (seconds: number): CompletedAttempt =>
      made('unexpected_status', 0, {
        kind: 'retry',
        waitMs: 0,
        attemptsUsed: 0,
        pauseEndpointMs: seconds * 1_000,
      });
    expect(summarizeAttempts([asking(5), asking(60), asking(10)])).toMatchObject({
      failures: 3,
      pause_ms: 60_000,
    });
  });

  it('counts an event as failing only at its first scheduled failure', () => {
    const retry = (used: number): Decision => ({ kind: 'retry', waitMs: 5_000, attemptsUsed: used });
    const first = made('unexpected_status', 0, retry(1));
    const second = made('unexpected_status', 1, retry(2));
    const throttled = made('unexpected_status', 0, { ...retry(0), pauseEndpointMs: 1_000 } as Decision);
    const byHand = { ...first, delivery: { ...first.delivery, trigger: 'manual' as const } };
    const last = made('timeout', 0, { kind: 'exhausted' });
    expect([first, second, throttled, byHand, last].map((one) => summarizeAttempts([one]))).toMatchObject([
      { failures: 1, first_failures: 1 },
      { failures: 1, first_failures: 0 },
      { failures: 1, first_failures: 0 },
      { failures: 1, first_failures: 0 },
      { failures: 1, first_failures: 1 },
    ]);
  });

  it('is stored after a success only if it changes the health, or every five seconds', () => {
    const well = { failures: 0, is_half_open: false, last_delivery_at: at(0) };
    const success = (seconds: number) => summarizeAttempts([made(null, seconds)]);
    expect(changesHealth(success(5), well)).toBe(false);
    expect(changesHealth(success(6), well)).toBe(true);
    expect(changesHealth(success(1), { ...well, failures: 1 })).toBe(true);
    expect(changesHealth(success(1), { ...well, is_half_open: true })).toBe(true);
    expect(changesHealth(success(1), { ...well, last_delivery_at: null })).toBe(true);
    expect(changesHealth(summarizeAttempts([made('timeout')]), well)).toBe(true);
  });
});

describe('an endpoint', () => {
  const after = (answers: readonly number[]): boolean => {
    let [usual, slow] = [undefined as number | undefined, false];
    for (const answer of answers) {
      usual = movingAverageMs(usual, answer);
      slow = isSlow(usual, slow);
    }
    return slow;
  };
  const quick = Array<number>(20).fill(20);

  it('becomes slow after a timeout or several slow responses, not after a single one of 5 s', () => {
    expect(after([...quick, 5_000])).toBe(false);
    expect(after([...quick, 15_000])).toBe(true);
    expect(after([...quick, 5_000, 5_000, 5_000])).toBe(true);
    expect(after([3_000])).toBe(true);
  });

  it('becomes fast again after several fast responses, not after the first', () => {
    expect(after([5_000, 20])).toBe(true);
    expect(after([5_000, ...quick])).toBe(false);
  });

  it('is failing after five days without success, with twenty attempts for three events', () => {
    const days = 86_400_000;
    const state = { failures: 20, failed_events: 3, failing_ms: 5 * days };
    expect(shouldDisable(state, 5 * days)).toBe(true);
    expect(shouldDisable({ ...state, failures: 19 }, 5 * days)).toBe(false);
    expect(shouldDisable({ ...state, failed_events: 2 }, 5 * days)).toBe(false);
    expect(shouldDisable({ ...state, failing_ms: null }, 5 * days)).toBe(false);
    expect(shouldDisable({ ...state, failing_ms: 5 * days - 1 }, 5 * days)).toBe(false);
  });
});
