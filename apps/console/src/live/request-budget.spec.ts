import { describe, expect, it } from '@jest/globals';
import { RequestBudget } from './request-budget.ts';

const NOW = 1_000_000;

function budgetAfter(status: number, headers: Record<string, string>): RequestBudget {
  const budget = new RequestBudget();
  budget.note({ status, headers: new Headers(headers) }, NOW);
  return budget;
}

const window = (limit: number, remaining: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
});

describe('the requests of a page for reading again', () => {
  it('come in rounds that are at least 5 seconds apart', () => {
    expect(new RequestBudget().pauseMs(4, NOW)).toBe(5_000);
    expect(budgetAfter(200, window(6_000, 5_000)).pauseMs(4, NOW)).toBe(5_000);
  });

  it('are at most a third of those of a small plan', () => {
    const budget = budgetAfter(200, window(60, 59));
    expect(budget.pauseMs(1, NOW)).toBe(5_000);
    expect(budget.pauseMs(4, NOW)).toBe(12_000);
    expect(budget.intervalMs(3_000, NOW)).toBe(5_000);
  });

  it('are slower while few are left in the minute', () => {
    const budget = budgetAfter(200, window(60, 19));
    expect([budget.pauseMs(1, NOW), budget.intervalMs(20_000, NOW)]).toEqual([15_000, 60_000]);
    expect(budget.pauseMs(1, NOW + 60_000)).toBe(5_000);
    expect(budgetAfter(200, window(60, 20)).pauseMs(1, NOW)).toBe(5_000);
  });

  it('wait for as long as a refusal says', () => {
    const budget = budgetAfter(429, { ...window(60, 0), 'retry-after': '42' });
    expect([budget.blockedMs(NOW), budget.blockedMs(NOW + 50_000)]).toEqual([42_000, 0]);
    expect(budget.intervalMs(3_000, NOW)).toBe(42_000);
  });

  it('take no harm from answers without headers', () => {
    const budget = budgetAfter(429, {});
    expect([budget.blockedMs(NOW), budget.pauseMs(10, NOW)]).toEqual([0, 5_000]);
  });
});
