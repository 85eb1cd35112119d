import { ExpiringMap } from '@parley/runtime/async';

/** A rate limit window after the request that read it. */
export interface RateWindow {
  limit: number;
  remaining: number;
  /** Epoch milliseconds. */
  resetAtMs: number;
  /** Milliseconds until the reset by the clock that counts; the clocks of two machines are never subtracted. */
  ttlMs: number;
}

export interface RateResult {
  passed: boolean;
  window: RateWindow;
}

/** The headers of a window, in seconds that are rounded up, so that waiting is enough. @param limited adds `Retry-After`. */
export function rateHeaders(window: RateWindow, limited = false): Record<string, string> {
  const headers: Record<string, string> = {
    'x-ratelimit-limit': String(window.limit),
    'x-ratelimit-remaining': String(window.remaining),
    'x-ratelimit-reset': String(Math.ceil(window.resetAtMs / 1000)),
  };
  if (limited) headers['retry-after'] = String(Math.max(1, Math.ceil(window.ttlMs / 1000)));
  return headers;
}

/** Fixed windows that start with the first request: remaining falls by one, then the whole limit is available. */
export class FixedWindows {
  readonly #counts: ExpiringMap<string, { used: number }>;

  constructor(
    private readonly windowMs: number,
    maxSubjects = Number.POSITIVE_INFINITY,
  ) {
    this.#counts = new ExpiringMap(windowMs, maxSubjects);
  }

  /** Counts a request, unless the limit is used up. @param counted `false` only reads the window and does not start one. */
  take(subject: string, limit: number, now: number, counted = true): RateResult {
    const known = this.#counts.entry(subject, now);
    const { value, expiresAt: resetAtMs } =
      known ??
      (counted
        ? this.#counts.set(subject, { used: 0 }, now)
        : { value: { used: 0 }, expiresAt: now + this.windowMs });
    const passed = value.used < limit;
    if (passed && counted) value.used += 1;
    // A limit that was lowered within the window can be below what is already used.
    const remaining = Math.max(0, limit - value.used);
    return { passed, window: { limit, remaining, resetAtMs, ttlMs: resetAtMs - now } };
  }
}
