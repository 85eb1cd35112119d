import type { Mode } from '../api/public.ts';

const MINUTE_MS = 60_000;
/** Shortest time between two refreshes. */
const ROUND_MS = 5_000;
/** The part of the requests of a workspace that one page may use for reading again: integrations need the rest. */
const SHARE = 1 / 3;
/** Part of the budget below which automatic refreshes wait longer. */
const SCARCE = 1 / 3;
const SLOWER = 3;

/** What the API tells of the requests that a workspace has left, and how often a page may read again by itself. */
export class RequestBudget {
  #limit = Number.POSITIVE_INFINITY;
  #remaining = Number.POSITIVE_INFINITY;
  #notedAt = 0;
  #blockedUntil = 0;

  /** Takes note of the headers of an answer. */
  note({ status, headers }: Pick<Response, 'status' | 'headers'>, now = Date.now()): void {
    const limit = numberOf(headers, 'x-ratelimit-limit');
    const remaining = numberOf(headers, 'x-ratelimit-remaining');
    if (limit !== null && limit > 0 && remaining !== null) {
      this.#limit = limit;
      this.#remaining = remaining;
      this.#notedAt = now;
    }
    const retryAfter = numberOf(headers, 'retry-after');
    if (retryAfter !== null && (status === 429 || status === 503))
      this.#blockedUntil = Math.max(this.#blockedUntil, now + retryAfter * 1000);
  }

  /** How long nothing may be read, because the API said so. */
  blockedMs(now = Date.now()): number {
    return Math.max(0, this.#blockedUntil - now);
  }

  /** How long to wait after a round of so many requests. */
  pauseMs(requests: number, now = Date.now()): number {
    const fair = (requests * MINUTE_MS) / (this.#limit * SHARE);
    return Math.max(ROUND_MS, fair) * this.#slowness(now);
  }

  /** How long to wait between two requests that poll. */
  intervalMs(usual: number, now = Date.now()): number {
    return Math.max(this.pauseMs(1, now), usual * this.#slowness(now), this.blockedMs(now));
  }

  /** A window has one minute: what was told of an older one says nothing any more. */
  #slowness(now: number): number {
    const isScarce = now - this.#notedAt < MINUTE_MS && this.#remaining < this.#limit * SCARCE;
    return isScarce ? SLOWER : 1;
  }
}

function numberOf(headers: Headers, name: string): number | null {
  const value = Number.parseFloat(headers.get(name) ?? '');
  return Number.isFinite(value) && value >= 0 ? value : null;
}

const budgets = { live: new RequestBudget(), test: new RequestBudget() };

/** The budget of a mode: each has a limit of its own. */
export const budgetOf = (mode: Mode): RequestBudget => budgets[mode];
