import type { Principal, TokenRecord } from '@parley/contracts';
import { ExpiringMap } from '@parley/runtime/async';
import {
  EXPIRED,
  INVALID,
  type KeyedRequest,
  type Refusal,
  REVOKED,
  type TokenResult,
} from '../auth-result.ts';
import {
  type AuthState,
  type CacheMiss,
  LEASE_MS,
  STATE_DEFAULTS,
  type StateOptions,
  SUBJECT_KINDS,
  type SubjectKind,
  TOMBSTONE_MS,
  type TokenRef,
} from '../auth-state.ts';
import { principalOf } from '../principal.ts';
import { ADDRESSES_MAX } from '../rate-limits/address.ts';
import { FixedWindows, type RateResult } from '../rate-limits/rate-window.ts';
import type { TokenStore } from '../tokens/token-store.ts';
import type { MinuteUsage, UsageSubject } from '../usage.ts';
import { KeyReservations } from './key-reservations.ts';
import { UsageCounts } from './usage-counts.ts';

type CachedToken = { kind: 'active'; principal: Principal; expiresAt: number | null } | Refusal;

/** Entries of each kind; 100 MB of active tokens at most. */
const ENTRIES_MAX = 100_000;

/** State within one process: all there is in standalone, and the fallback of a gateway that cannot reach Redis. */
export class MemoryState implements AuthState, TokenStore {
  readonly #tokens: ExpiringMap<string, CachedToken>;
  /** Separate, so that invented tokens do not evict valid ones. */
  readonly #unknown: ExpiringMap<string, CachedToken>;
  readonly #tombstones = new ExpiringMap<string, CachedToken>(TOMBSTONE_MS, ENTRIES_MAX);
  readonly #leases = new ExpiringMap<string, { name: string; asOf: number }>(LEASE_MS, ENTRIES_MAX);
  /** `asOf` orders writes and look-ups: a look-up that started before a write must not undo it. */
  readonly #limits = new Map<string, { limit: number; asOf: number }>();
  readonly #workspaces: FixedWindows;
  readonly #subjects: Record<SubjectKind, FixedWindows>;
  readonly #keys: KeyReservations;
  readonly #usage = new UsageCounts();
  #clock = 0;

  constructor(options: StateOptions = {}) {
    const { windowMs, recordTtlMs, unknownTtlMs, reservationMs, idempotencyTtlMs } = {
      ...STATE_DEFAULTS,
      ...options,
    };
    this.#tokens = new ExpiringMap(recordTtlMs, ENTRIES_MAX);
    this.#unknown = new ExpiringMap(unknownTtlMs, ENTRIES_MAX);
    this.#workspaces = new FixedWindows(windowMs);
    this.#subjects = Object.fromEntries(
      SUBJECT_KINDS.map((kind) => [kind, new FixedWindows(windowMs, ADDRESSES_MAX)]),
    ) as Record<SubjectKind, FixedWindows>;
    this.#keys = new KeyReservations(reservationMs, idempotencyTtlMs);
  }

  admit(
    { hash }: TokenRef,
    request: KeyedRequest | null,
    mayLookUp: boolean,
    _spentMs: number,
    counted: boolean,
  ): Promise<TokenResult | CacheMiss> {
    const now = Date.now();
    const cached = (
      this.#tombstones.entry(hash, now) ??
      this.#tokens.entry(hash, now) ??
      this.#unknown.entry(hash, now)
    )?.value;
    if (cached !== undefined) return Promise.resolve(this.#check(cached, request, now, counted));
    return Promise.resolve(mayLookUp ? this.#miss(hash, now) : { kind: 'miss', lease: '' });
  }

  fill({ hash }: TokenRef, lease: string, record: TokenRecord): Promise<boolean> {
    const current = this.#leases.entry(hash, Date.now())?.value;
    if (current?.name !== lease) return Promise.resolve(false);
    this.#store(hash, record, current.asOf);
    return Promise.resolve(true);
  }

  /** Stores a record that is newer than whatever is known. */
  refresh({ hash }: TokenRef, record: TokenRecord): Promise<boolean> {
    this.#store(hash, record, (this.#clock += 1));
    return Promise.resolve(true);
  }

  count(kind: SubjectKind, subject: string, limit: number, counted: boolean): Promise<RateResult> {
    return Promise.resolve(this.#subjects[kind].take(subject, limit, Date.now(), counted));
  }

  usage(subject: UsageSubject): Promise<readonly MinuteUsage[]> {
    return Promise.resolve(this.#usage.of(subject, Date.now()));
  }

  revoke(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) {
      this.#forget(hash);
      this.#tombstones.set(hash, REVOKED, Date.now());
    }
    return Promise.resolve();
  }

  put(hash: string, record: TokenRecord): Promise<void> {
    // Its limit counts only if none is known: it may have been read before a change of plan.
    this.#store(hash, record, 0);
    return Promise.resolve();
  }

  setLimit(workspaceId: string, limit: number): Promise<void> {
    this.#limits.set(workspaceId, { limit, asOf: (this.#clock += 1) });
    return Promise.resolve();
  }

  invalidate(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) this.#forget(hash);
    return Promise.resolve();
  }

  close(): void {
    // Nothing is open.
  }

  #check(token: CachedToken, request: KeyedRequest | null, now: number, counted: boolean): TokenResult {
    if (token.kind === 'refused') return token;
    if (token.expiresAt !== null && token.expiresAt <= now) return EXPIRED;
    const { principal } = token;
    const { workspaceId, mode, credentialId } = principal;
    const limit = this.#limits.get(workspaceId)?.limit ?? 0;
    const { passed, window } = this.#workspaces.take(`${workspaceId}:${mode}`, limit, now, counted);
    if (counted) this.#usage.count(principal, now, passed);
    if (!passed && counted) return { kind: 'limited', principal, window };
    const reservation = request === null ? undefined : this.#keys.reserve(credentialId, request);
    return { kind: 'admitted', principal, window, ...(reservation === undefined ? {} : { reservation }) };
  }

  #miss(hash: string, now: number): CacheMiss {
    const asOf = (this.#clock += 1);
    const lease =
      this.#leases.entry(hash, now) ?? this.#leases.set(hash, { name: `${hash}:${asOf}`, asOf }, now);
    return { kind: 'miss', lease: lease.value.name };
  }

  #store(hash: string, record: TokenRecord, asOf: number): void {
    this.#forget(hash);
    const principal = principalOf(record);
    if (principal === null) {
      if (record.state === 'revoked') this.#tokens.set(hash, REVOKED, Date.now());
      else this.#unknown.set(hash, INVALID, Date.now());
      return;
    }
    const known = this.#limits.get(principal.workspaceId)?.asOf ?? 0;
    if (known <= asOf) this.#limits.set(principal.workspaceId, { limit: record.limit, asOf });
    this.#tokens.set(hash, { kind: 'active', principal, expiresAt: record.expiresAt }, Date.now());
  }

  #forget(hash: string): void {
    this.#leases.delete(hash);
    this.#tokens.delete(hash);
    this.#unknown.delete(hash);
  }
}
