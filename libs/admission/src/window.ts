import { ExpiringMap } from './expiring-map.ts';

/** Length of a rate limit window in milliseconds (spec "Limits": requests per minute). */
export const WINDOW_MS = 60_000;

/** Where a subject stands in its window, right after the request that asked. */
export interface Window {
  limit: number;
  /** Requests that would still be admitted before the reset. */
  remaining: number;
  /** Epoch milliseconds at which the full limit is back. */
  resetAtMs: number;
  /** Milliseconds until then, by the clock that counts: never the difference of two machines' clocks. */
  ttlMs: number;
}

/**
 * The headers of a window (decisions.md section 5): `X-RateLimit-Reset` in epoch seconds and `Retry-After` in seconds,
 * both rounded up so that waiting is always enough.
 * @param limited whether this window is the reason for a 429: only then is there a `retry-after`.
 */
export function rateHeaders(window: Window, limited = false): Record<string, string> {
  const headers: Record<string, string> = {
    'x-ratelimit-limit': String(window.limit),
    'x-ratelimit-remaining': String(window.remaining),
    'x-ratelimit-reset': String(Math.ceil(window.resetAtMs / 1000)),
  };
  if (limited) headers['retry-after'] = String(Math.max(1, Math.ceil(window.ttlMs / 1000)));
  return headers;
}

/**
 * Counts requests in fixed windows that start at the first request of their subject, in this process. Of the usual
 * algorithms the only one where the three headers are literally true (reference: auth.md section 3.1): remaining
 * falls by one, the reset stands still, and after it the whole limit is back.
 */
export class FixedWindows {
  readonly #counts: ExpiringMap<string, { used: number }>;

  constructor(
    private readonly windowMs: number = WINDOW_MS,
    maxSubjects = Number.POSITIVE_INFINITY,
  ) {
    this.#counts = new ExpiringMap(windowMs, maxSubjects);
  }

  /** Counts a request, unless the limit is used up: what is refused is not counted. */
  take(subject: string, limit: number, now: number): { passed: boolean; window: Window } {
    const entry = this.#counts.entry(subject, now) ?? this.#counts.set(subject, { used: 0 }, now);
    const passed = entry.value.used < limit;
    if (passed) entry.value.used += 1;
    return { passed, window: windowOf(limit, entry.value.used, entry.expiresAt, now) };
  }

  /** The window as it stands; nothing is counted and none is started. */
  show(subject: string, limit: number, now: number): Window {
    const entry = this.#counts.entry(subject, now);
    return windowOf(limit, entry?.value.used ?? 0, entry?.expiresAt ?? now + this.windowMs, now);
  }
}

function windowOf(limit: number, used: number, resetAtMs: number, now: number): Window {
  // A limit that was lowered within the window can lie below what is used already.
  return { limit, remaining: Math.max(0, limit - used), resetAtMs, ttlMs: resetAtMs - now };
}
