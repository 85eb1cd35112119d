import { type AuthState, STATE_DEFAULTS, type SubjectKind } from '../auth-state.ts';
import { ADDRESSES_MAX, addressSubject } from './address.ts';
import { countDecision, degradedRequests } from './limiter-metrics.ts';
import { FixedWindows, type RateResult } from './rate-window.ts';

/** Injection token of the {@link RequestCounts} of a process that has no `Authenticator`. */
export const REQUEST_COUNTS = Symbol('REQUEST_COUNTS');

/** The part of the state that counts requests, and tells how many there were. */
export type RequestCounts = Pick<AuthState, 'count' | 'usage'>;

/** Limits the requests of an address (IPv6: of its /64), in this process while the state is unreachable. Never rejects. */
export class AddressLimiter {
  readonly #fallback: FixedWindows;
  readonly #probes: FixedWindows;

  constructor(
    private readonly counts: Pick<RequestCounts, 'count'>,
    private readonly kind: SubjectKind,
    private readonly limit: number,
    windowMs: number = STATE_DEFAULTS.windowMs,
  ) {
    this.#fallback = new FixedWindows(windowMs, ADDRESSES_MAX);
    this.#probes = new FixedWindows(windowMs, ADDRESSES_MAX);
  }

  async take(address: string): Promise<RateResult> {
    const subject = addressSubject(address);
    const shared = await this.counts.count(this.kind, subject, this.limit, true);
    if (shared === null) degradedRequests.inc();
    const result = shared ?? this.#fallback.take(subject, this.limit, Date.now());
    countDecision(this.kind, result.passed ? 'admitted' : 'limited');
    return result;
  }

  /** Counts a health probe, in this process alone: whether a process is alive must not depend on the shared state. */
  takeProbe(address: string): RateResult {
    return this.#probes.take(addressSubject(address), this.limit, Date.now());
  }
}
