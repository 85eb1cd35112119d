import type { Principal, TokenRecord } from '@parley/contracts';
import { ExpiringMap } from './expiring-map.ts';
import { principalOf } from './principal.ts';

/** What the process knows of a token. */
export type Known =
  | { state: 'active'; principal: Principal; expiresAt: number | null }
  | { state: 'revoked' }
  | { state: 'unknown' };

const REVOKED: Known = { state: 'revoked' };
const UNKNOWN: Known = { state: 'unknown' };

/** Entries of each kind: 100 MB of positive ones at the very most, usually a few. */
const ENTRIES_MAX = 100_000;
/** A tombstone only has to outlive the look-ups that began before it; a day is generous. */
const TOMBSTONE_MS = 86_400_000;
/** Look-ups at once: a flood of invented tokens ends in 503 here, not in a queue before identity. */
const LOOK_UPS_MAX = 1000;

interface Flight {
  /** Set when the record was written or dropped while the look-up was under way: its result may be old. */
  stale: boolean;
  result: Promise<Known | 'stale' | 'failed'>;
}

/**
 * Token records by hash, and the limits of workspaces, in this process. Bounded: unknown tokens have a map of their
 * own, so that inventing them drives out no valid one.
 */
export class TokenCache {
  readonly #records: ExpiringMap<string, Known>;
  readonly #unknown: ExpiringMap<string, Known>;
  readonly #tombstones = new ExpiringMap<string, Known>(TOMBSTONE_MS, ENTRIES_MAX);
  readonly #flights = new Map<string, Flight>();
  /** `asOf` orders writes and look-ups: a look-up that began before a write must not undo it. */
  readonly #limits = new Map<string, { limit: number; asOf: number }>();
  #clock = 0;

  constructor(
    private readonly lookUp: (hash: string) => Promise<TokenRecord>,
    ttl: { recordTtlMs: number; unknownTtlMs: number },
  ) {
    this.#records = new ExpiringMap(ttl.recordTtlMs, ENTRIES_MAX);
    this.#unknown = new ExpiringMap(ttl.unknownTtlMs, ENTRIES_MAX);
  }

  /** What is known without asking. */
  peek(hash: string, now: number): Known | undefined {
    return (
      this.#tombstones.entry(hash, now) ??
      this.#records.entry(hash, now) ??
      this.#unknown.entry(hash, now)
    )?.value;
  }

  /** What the token stands for, asked once however many want to know; `null` when nobody can say. */
  async find(hash: string): Promise<Known | null> {
    for (;;) {
      const known = this.peek(hash, Date.now());
      if (known !== undefined) return known;
      if (!this.#flights.has(hash) && this.#flights.size >= LOOK_UPS_MAX) return null;
      const found = await (this.#flights.get(hash) ?? this.#depart(hash)).result;
      if (found === 'failed') return null;
      if (found !== 'stale') return found;
    }
  }

  limitOf(workspaceId: string): number {
    return this.#limits.get(workspaceId)?.limit ?? 0;
  }

  setLimit(workspaceId: string, limit: number): void {
    this.#limits.set(workspaceId, { limit, asOf: ++this.#clock });
  }

  bury(hash: string): void {
    this.forget(hash);
    this.#tombstones.set(hash, REVOKED, Date.now());
  }

  put(hash: string, record: TokenRecord): void {
    this.forget(hash);
    // Its limit counts only where none is known: it may have been read before a change of plan.
    this.#keep(hash, record, 0);
  }

  /** Drops what is known, tombstones excepted, and distrusts a look-up that is under way. */
  forget(hash: string): void {
    const flight = this.#flights.get(hash);
    if (flight !== undefined) flight.stale = true;
    this.#flights.delete(hash);
    this.#records.delete(hash);
    this.#unknown.delete(hash);
  }

  #depart(hash: string): Flight {
    const flight: Flight = { stale: false, result: Promise.resolve('stale') };
    const asOf = ++this.#clock;
    flight.result = this.#ask(hash, flight, asOf);
    this.#flights.set(hash, flight);
    return flight;
  }

  async #ask(hash: string, flight: Flight, asOf: number): Promise<Known | 'stale' | 'failed'> {
    let record: TokenRecord | null;
    try {
      record = await this.lookUp(hash);
    } catch {
      record = null;
    }
    if (this.#flights.get(hash) === flight) this.#flights.delete(hash);
    if (flight.stale) return 'stale';
    return record === null ? 'failed' : this.#keep(hash, record, asOf);
  }

  #keep(hash: string, record: TokenRecord, asOf: number): Known {
    const principal = principalOf(record);
    if (principal === null) {
      const known = record.state === 'revoked' ? REVOKED : UNKNOWN;
      (known === REVOKED ? this.#records : this.#unknown).set(hash, known, Date.now());
      return known;
    }
    const newest = this.#limits.get(principal.workspaceId)?.asOf ?? 0;
    if (newest <= asOf) this.#limits.set(principal.workspaceId, { limit: record.limit, asOf });
    const known: Known = { state: 'active', principal, expiresAt: record.expiresAt };
    this.#records.set(hash, known, Date.now());
    return known;
  }
}
