import type { UsageMinute } from '@parley/contracts/console';

export interface UsageSummary {
  total: number;
  /** Requests of the minute with the most of them. */
  busiest: number;
  /** Requests that were refused because the limit was used up. */
  refused: number;
}

export function summarize(minutes: readonly UsageMinute[]): UsageSummary {
  return {
    total: minutes.reduce((sum, { requests }) => sum + requests, 0),
    busiest: Math.max(0, ...minutes.map(({ requests }) => requests)),
    refused: minutes.reduce((sum, { rate_limited: refused }) => sum + refused, 0),
  };
}

/** Such as "41 (7 %)", of a limit. */
export function shareInWords(requests: number, limit: number): string {
  const percent = (requests / limit) * 100;
  const rounded = percent > 0 && percent < 1 ? 'below 1' : String(Math.round(percent));
  return `${requests.toLocaleString('en')} (${rounded} %)`;
}

const STEPS = [1, 2, 5] as const;

/** The end of an axis from zero: the next of 1, 2, 5, 10, 20, 50 … that is not below the value. */
export function axisEnd(value: number): number {
  for (let power = 1; ; power *= 10) for (const step of STEPS) if (step * power >= value) return step * power;
}

/** Top of a chart of requests per minute: it shows the limit once a fifth is used, or all bars would be pressed to the ground. */
export function chartEnd(minutes: readonly UsageMinute[], limit: number | null): number {
  const tallest = Math.max(0, ...minutes.map(({ requests, rate_limited: refused }) => requests + refused));
  const isNear = limit !== null && tallest * 5 >= limit;
  return axisEnd(Math.max(isNear ? limit : 0, tallest, 5));
}
