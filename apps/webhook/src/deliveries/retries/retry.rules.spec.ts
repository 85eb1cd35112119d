import { retrySchedule } from '@parley/runtime/config';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { afterAttempt, DEFAULT_RETRY_SCHEDULE, type RetryContext } from './retry.rules.ts';

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
const now = new Date('2026-11-21T06:30:00.000Z');
const schedule = retrySchedule.parse(DEFAULT_RETRY_SCHEDULE);

function context(over: Partial<RetryContext> = {}): RetryContext {
  return { attempt: 1, schedule, now, random: () => 0, ...over };
}

const status = (statusCode: number, retryAfterMs: number | null = null) =>
  ({ statusCode, error: 'unexpected_status', retryAfterMs }) as const;
const down = { statusCode: null, error: 'connection_refused', retryAfterMs: null } as const;

describe('the retry schedule', () => {
  it('has by default ten attempts over 75.6 hours', () => {
    expect(schedule).toHaveLength(10);
    expect(schedule.slice(0, 3)).toEqual([0, 5 * SECOND, 300 * SECOND]);
    expect(schedule.reduce((sum, step) => sum + step, 0) / 3_600_000).toBeCloseTo(75.6, 1);
  });

  it('accepts durations surrounded by spaces', () => {
    expect(retrySchedule.parse('0s, 500ms ,2d')).toEqual([0, 500, 2 * DAY]);
  });

  it.each([
    ['', '""'],
    ['0s,,5s', '""'],
    ['0s,5', '"5"'],
    ['0s,-5s', '"-5s"'],
    ['0s,31d', '"31d"'],
    [Array(51).fill('1s').join(','), 'at most 50 steps'],
  ])('rejects %j with the reason', (text, message) => {
    expect(retrySchedule.safeParse(text).error?.issues[0]?.message).toContain(message);
  });
});

describe('after an attempt, the delivery', () => {
  it.each([200, 201, 204, 299])('is delivered on %i', (code) => {
    expect(afterAttempt({ ...status(code), error: null }, context())).toEqual({ kind: 'delivered' });
  });

  it('ends as gone on 410, at any attempt', () => {
    expect(afterAttempt(status(410, 60 * SECOND), context({ attempt: 10 }))).toEqual({ kind: 'gone' });
  });

  it.each([301, 304, 400, 401, 404, 408, 425, 429, 500, 503])('is retried on %i', (code) => {
    expect(afterAttempt(status(code), context())).toEqual({
      kind: 'retry',
      waitMs: 5 * SECOND,
      attemptsUsed: 1,
    });
  });

  it('is retried without a response, and is exhausted after the last step', () => {
    expect(afterAttempt(down, context({ attempt: 9 }))).toEqual({
      kind: 'retry',
      waitMs: DAY,
      attemptsUsed: 9,
    });
    expect(afterAttempt(down, context({ attempt: 10 }))).toEqual({ kind: 'exhausted' });
    expect(afterAttempt(down, context({ attempt: 11 }))).toEqual({ kind: 'exhausted' });
  });

  it.each([429, 503])(
    'does not use up an attempt on %i with Retry-After, and pauses the endpoint',
    (code) => {
      const expected = {
        kind: 'retry',
        attemptsUsed: 9,
        pauseEndpointMs: 60 * SECOND,
        waitMs: 20 * 3600 * SECOND,
      };
      expect(
        afterAttempt(
          status(code, 60 * SECOND),
          context({ attempt: 10, schedule: [...schedule.slice(0, 9), 20 * 3600 * SECOND] }),
        ),
      ).toEqual(expected);
      expect(afterAttempt(status(code, 60 * SECOND), context())).toEqual({
        ...expected,
        attemptsUsed: 0,
        waitMs: 60 * SECOND,
      });
    },
  );

  it('uses up an attempt on a 429 without Retry-After', () => {
    expect(afterAttempt(status(429, 0), context({ attempt: 10 }))).toEqual({ kind: 'exhausted' });
  });

  it('is exhausted eventually if the receiver keeps throttling', () => {
    const firstDueAt = new Date(now.getTime() - 5 * DAY);
    expect(afterAttempt(status(429, SECOND), context({ attempt: 10, firstDueAt }))).toEqual({
      kind: 'exhausted',
    });
    expect(afterAttempt(status(429, SECOND), context({ attempt: 10, firstDueAt: now }))).toMatchObject({
      kind: 'retry',
    });
  });

  it('fails for good after three tries at a target that is not allowed', () => {
    const blocked = { statusCode: null, error: 'target_not_allowed', retryAfterMs: null } as const;
    expect([1, 2, 3].map((attempt) => afterAttempt(blocked, context({ attempt })).kind)).toEqual([
      'retry',
      'retry',
      'exhausted',
    ]);
    expect(afterAttempt(blocked, context({ attempt: 2, schedule: [0, 1] })).kind).toBe('exhausted');
  });

  it('is due immediately if our own shutdown ended the attempt, which does not count', () => {
    const cancelled = { statusCode: null, error: 'cancelled', retryAfterMs: null } as const;
    expect(afterAttempt(cancelled, context({ attempt: 10 }))).toEqual({
      kind: 'retry',
      waitMs: 0,
      attemptsUsed: 9,
    });
  });

  it('is never due before its step or Retry-After, nor more than 15 % later', () => {
    const steps = fc.array(fc.nat({ max: 30 * DAY }), { minLength: 1, maxLength: 12 });
    const hint = fc.option(fc.nat({ max: 2 * DAY }));
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(
        steps,
        fc.nat({ max: 12 }),
        fc.integer({ min: 300, max: 599 }),
        hint,
        random,
        (waits, n, code, wait, u) => {
          const attempt = (n % waits.length) + 1;
          const decision = afterAttempt(
            status(code, wait),
            context({ attempt, schedule: waits, random: () => u }),
          );
          if (code === 410) return decision.kind === 'gone';
          if (decision.kind === 'exhausted') return attempt === waits.length;
          if (decision.kind !== 'retry') return false;
          const floor = Math.max(waits[decision.attemptsUsed] ?? NaN, Math.min(wait ?? 0, DAY));
          const { waitMs: delay, pauseEndpointMs: pause = 0 } = decision;
          return delay >= floor && delay <= Math.ceil(floor * 1.15) && pause <= delay;
        },
      ),
    );
  });
});
