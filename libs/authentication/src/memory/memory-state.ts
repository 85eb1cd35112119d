import type { Principal, Tenant, TokenRecord } from '@parley/contracts';
import { ExpiringMap } from '@parley/runtime/async';
import {
  EXPIRED,
  INVALID,
  type KeyedRequest,
  type KeyReservation,
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
import { ownLimitOf, principalOf } from '../principal.ts';
import { ADDRESSES_MAX } from '../rate-limits/address.ts';
import { FixedWindows, type RateResult } from '../rate-limits/rate-window.ts';
import type { TokenStore } from '../tokens/token-store.ts';
import { lastMinutes, MINUTE_MS, USAGE_MINUTES, type MinuteUsage, type UsageSubject } from '../usage.ts';

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

  close(): void {}

  #check(token: CachedToken, request: KeyedRequest | null, now: number, counted: boolean): TokenResult {
    if (token.kind === 'refused') return token;
    if (token.expiresAt !== null && token.expiresAt <= now) return EXPIRED;
    const { principal } = token;
    const { workspaceId, mode, credentialId } = principal;
    const own = ownLimitOf(principal);
    const limit = own?.limit ?? this.#limits.get(workspaceId)?.limit ?? 0;
    const subject = `${workspaceId}:${mode}:${own?.subject ?? ''}`;
    const { passed, window } = this.#workspaces.take(subject, limit, now, counted);
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

/** Idempotency keys reserved within this process; {@link KeyReservation} describes their life. */
class KeyReservations {
  /** Keys of requests in progress, several of which may repeat each other. */
  readonly #reserved: ExpiringMap<string, { service: string; requests: number }>;
  readonly #confirmed: ExpiringMap<string, string>;

  constructor(reservationMs: number, idempotencyTtlMs: number) {
    this.#reserved = new ExpiringMap(reservationMs, ENTRIES_MAX);
    this.#confirmed = new ExpiringMap(idempotencyTtlMs, ENTRIES_MAX);
  }

  reserve(credentialId: string, { key, service }: KeyedRequest): KeyReservation | 'conflict' | undefined {
    const name = `${credentialId}:${key}`;
    const owner = this.#confirmed.entry(name, Date.now())?.value;
    if (owner !== undefined) return owner === service ? undefined : 'conflict';
    const reserved = this.#reserved.entry(name, Date.now())?.value;
    if (reserved !== undefined && reserved.service !== service) return 'conflict';
    this.#reserved.set(name, { service, requests: (reserved?.requests ?? 0) + 1 }, Date.now());
    return {
      confirm: () => this.#confirm(name, service),
      release: () => {
        this.#release(name, service);
        return Promise.resolve();
      },
    };
  }

  #confirm(name: string, service: string): void {
    const reserved = this.#reserved.entry(name, Date.now())?.value;
    if (reserved !== undefined && reserved.service !== service) return;
    this.#reserved.delete(name);
    if (this.#confirmed.entry(name, Date.now()) === undefined) this.#confirmed.set(name, service, Date.now());
  }

  #release(name: string, service: string): void {
    const reserved = this.#reserved.entry(name, Date.now())?.value;
    if (reserved?.service !== service) return;
    reserved.requests -= 1;
    if (reserved.requests === 0) this.#reserved.delete(name);
  }
}

/** A workspace has at most 120 of them: 8 MB for 1,000 workspaces that are always busy. */
const MINUTES_MAX = 100_000;

/** Requests per workspace, mode and clock minute, of the last hour. */
class UsageCounts {
  readonly #minutes = new ExpiringMap<string, Omit<MinuteUsage, 'at'>>(
    (USAGE_MINUTES + 1) * MINUTE_MS,
    MINUTES_MAX,
  );

  count(tenant: Tenant, now: number, passed: boolean): void {
    const name = minuteOf(tenant, Math.floor(now / MINUTE_MS));
    const { value } =
      this.#minutes.entry(name, now) ?? this.#minutes.set(name, { admitted: 0, refused: 0 }, now);
    if (passed) value.admitted += 1;
    else value.refused += 1;
  }

  of(tenant: Tenant, now: number): MinuteUsage[] {
    return lastMinutes(Math.floor(now / MINUTE_MS), (minute, refused) => {
      const counted = this.#minutes.entry(minuteOf(tenant, minute), now)?.value;
      return (refused ? counted?.refused : counted?.admitted) ?? 0;
    });
  }
}

const minuteOf = ({ workspaceId, mode }: Tenant, minute: number) => `${workspaceId}:${mode}:${minute}`;
