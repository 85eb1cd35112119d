import { describe, expect, it } from '@jest/globals';
import { delayOf, RetryBudget } from '../src/core/retry.ts';
import { parseRetryAfter } from '../src/core/values.ts';

describe('the delay before a retry', () => {
  it('grows up to 8 s, with jitter below all limits', () => {
    for (const [retry, most] of [
      [1, 500],
      [2, 1000],
      [5, 8000],
      [9, 8000],
    ] as const) {
      const delays = Array.from({ length: 200 }, () => delayOf(retry, undefined));
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(most / 2);
      expect(Math.max(...delays)).toBeLessThanOrEqual(most);
      expect(new Set(delays).size).toBeGreaterThan(150);
    }
  });

  it('is never less than the server has asked for', () => {
    for (let time = 0; time < 200; time += 1) {
      const delay = delayOf(1, 30);
      expect(delay).toBeGreaterThanOrEqual(30_000);
      expect(delay).toBeLessThanOrEqual(33_000);
    }
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 28, 12, 0, 0, 400);

  it('is a number of seconds or a date, rounded up', () => {
    expect(parseRetryAfter('120', now)).toBe(120);
    expect(parseRetryAfter('0', now)).toBe(0);
    expect(parseRetryAfter('Sat, 28 Nov 2026 12:00:02 GMT', now)).toBe(2);
    expect(parseRetryAfter('Saturday, 28-Nov-26 12:00:02 GMT', now)).toBe(2);
  });

  it('is ignored if it is something else', () => {
    for (const text of [
      undefined,
      '',
      '-5',
      'NaN',
      'soon',
      'Infinity',
      '1e9',
      '0x10',
      'Sat, 28 Nov 2020 12:00:00 GMT',
      'Sat, 99 Foo 2026 GMT',
    ])
      expect(parseRetryAfter(text, now)).toBeUndefined();
  });
});

describe('the budget of retries', () => {
  it('has twenty, and a tenth for each success', () => {
    const budget = new RetryBudget();
    budget.success();
    for (let retry = 0; retry < 20; retry += 1) expect(budget.take()).toBe(true);
    expect(budget.take()).toBe(false);
    for (let success = 0; success < 11; success += 1) budget.success();
    expect(budget.take()).toBe(true);
    expect(budget.take()).toBe(false);
  });
});
