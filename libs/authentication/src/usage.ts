import type { Mode, Tenant } from '@parley/contracts';

/** The minutes that usage is told of, the running one included. */
export const USAGE_MINUTES = 60;
/** How long the counts of an hour are kept after its last request. */
export const USAGE_TTL_MS = 2 * 3_600_000;
export const MINUTE_MS = 60_000;

/** Whose usage: a workspace in one mode. */
export interface UsageSubject extends Tenant {
  mode: Mode;
  routeTag: string;
}

/** The requests of one clock minute. */
export interface MinuteUsage {
  /** Start of the minute, in epoch milliseconds. */
  at: number;
  admitted: number;
  /** Refused because the limit was used up. */
  refused: number;
}

/** The usage of the minutes up to `last` (since the epoch). @param countOf the admitted or refused requests of a minute. */
export function lastMinutes(last: number, countOf: (minute: number, refused: boolean) => number) {
  return Array.from({ length: USAGE_MINUTES }, (_, index) => {
    const minute = last - USAGE_MINUTES + 1 + index;
    return { at: minute * MINUTE_MS, admitted: countOf(minute, false), refused: countOf(minute, true) };
  });
}
