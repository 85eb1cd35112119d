import type { TokenRecord } from '@parley/contracts';
import { ExpiringMap, Semaphore, SingleFlight, withTimeout } from '@parley/runtime/async';
import { isAllowedAddress } from './allowed-addresses.ts';
import {
  type Admitted,
  type AddressResult,
  INVALID,
  type KeyedRequest,
  type Limited,
  type Refusal,
  type TokenResult,
  UNAVAILABLE,
  type WrongAddress,
} from './auth-result.ts';
import type { AuthState, StateOptions, SubjectKind, TokenRef } from './auth-state.ts';
import { MemoryState } from './memory/memory-state.ts';
import { AddressLimiter } from './rate-limits/address-limiter.ts';
import { addressSubject, clientSubject } from './rate-limits/address.ts';
import { BlockedAddresses } from './rate-limits/blocked-addresses.ts';
import { countDecision, degradedMode, degradedRequests } from './rate-limits/limiter-metrics.ts';
import type { RateResult, RateWindow } from './rate-limits/rate-window.ts';
import { type TokenUse, TokenUses } from './tokens/token-use.ts';
import { hashToken, readToken } from './tokens/token.ts';

export interface AuthenticatorOptions extends StateOptions {
  /** The record of a token by its hash (`lookUpToken` of identity). A rejection makes the request `unavailable`. */
  lookUp: (hash: string) => Promise<TokenRecord>;
  /** Stores a batch of uses (`recordTokenUse` of identity); a rejected batch is sent again. */
  recordUse: (uses: TokenUse[]) => Promise<void>;
  /** Requests per minute without a valid token, per address (`AUTH_FAILURES_PER_MINUTE`). */
  failuresPerMinute: number;
  /** Requests per minute of an OAuth client, per address (`OAUTH_REQUESTS_PER_MINUTE`). */
  clientRequestsPerMinute?: number;
  /** Requests per minute that count against no plan, per address and kind (`PUBLIC_REQUESTS_PER_MINUTE`). */
  publicRequestsPerMinute?: number;
  /** A credential's use is recorded at most once in this time from one address. */
  useIntervalMs?: number;
  useFlushMs?: number;
}

const DEFAULTS = {
  clientRequestsPerMinute: 300,
  publicRequestsPerMinute: 600,
  useIntervalMs: 60_000,
  useFlushMs: 5_000,
} as const;

/** A token without its text, with the address that it is used from: what a recheck needs. */
export interface CheckedToken {
  readonly ref: TokenRef;
  readonly address: string;
}

/** What a recheck of a token that was admitted needs; `null` for a text that is no token. */
export function checkedToken(token: string, address: string): CheckedToken | null {
  const parsed = readToken(token);
  return parsed === null ? null : { ref: { hash: hashToken(token), routeTag: parsed.routeTag }, address };
}

/** Concurrent look-ups. A flood of invented tokens ends here with 503 and not in a queue at identity. */
const LOOK_UPS_MAX = 1000;
const ALLOW_LIST_TTL_MS = 3_600_000;
const ALLOW_LISTS_MAX = 10_000;
/** How often a request retries because a write made the result of its look-up obsolete. */
const ROUNDS_MAX = 5;
/** The time of a request in degraded mode, and the part of it that a look-up has in any case. */
const DEGRADED_MS = 290;
const DEGRADED_LOOK_UP_MS = 90;

/**
 * Authenticates requests and applies rate limits. The state is the only cache of tokens: a revocation takes effect on every
 * gateway with the next request. While it is unreachable, requests are handled within 300 ms in degraded mode: limits are
 * counted per process, and every request looks its token up. No method rejects.
 */
export class Authenticator {
  /** Counts requests that need no credentials: OPTIONS, the API document, health probes. */
  readonly open: AddressLimiter;
  /** Counts requests to the OAuth endpoints, over all clients of an address: client ids can be invented. */
  readonly oauth: AddressLimiter;
  readonly #fallback: MemoryState;
  readonly #flights = new SingleFlight<boolean | null>();
  readonly #blocked: BlockedAddresses;
  readonly #uses: TokenUses;
  /** The addresses of credentials that were used from others, by the hash of the token. */
  readonly #allowLists = new ExpiringMap<string, readonly string[]>(ALLOW_LIST_TTL_MS, ALLOW_LISTS_MAX);
  readonly #options: AuthenticatorOptions & { clientRequestsPerMinute: number };
  readonly #lookUps = new Semaphore(LOOK_UPS_MAX, 0);
  #degradedRequests = 0;
  #isDegraded = false;
  readonly #unobserve = degradedMode.observe(() => [
    { labels: { state: 'tokens' }, value: Number(this.#isDegraded) },
  ]);

  constructor(
    private readonly state: AuthState,
    options: AuthenticatorOptions,
  ) {
    const settings = { ...DEFAULTS, ...options };
    this.#options = settings;
    const { publicRequestsPerMinute: publicLimit, windowMs } = settings;
    this.open = new AddressLimiter(state, 'open', publicLimit, windowMs);
    this.oauth = new AddressLimiter(state, 'oauth', publicLimit, windowMs);
    this.#fallback = new MemoryState(options);
    this.#blocked = new BlockedAddresses(options.windowMs);
    this.#uses = new TokenUses(options.recordUse, settings.useFlushMs, settings.useIntervalMs);
  }

  get degradedRequests(): number {
    return this.#degradedRequests;
  }

  /** Authenticates a token, counts the request for its workspace and mode, and reserves its idempotency key. */
  async authenticate(
    token: string,
    address: string,
    request: KeyedRequest | null = null,
  ): Promise<TokenResult> {
    const parsed = readToken(token);
    if (parsed === null || parsed.kind === 'refresh_token') return INVALID;
    const ref = { hash: hashToken(token), routeTag: parsed.routeTag };
    const isElsewhere = !isAllowedAddress(this.#allowLists.entry(ref.hash, Date.now())?.value, address);
    let result = await this.#check({ ref, address }, isElsewhere ? null : request, !isElsewhere);
    // The list was that of an earlier request.
    if (isElsewhere && result.kind === 'admitted') {
      this.#allowLists.delete(ref.hash);
      result = await this.#check({ ref, address }, request, true);
    }
    if ((result.kind === 'admitted' || result.kind === 'limited') && result.principal !== null)
      this.#uses.note(result.principal.credentialId, address, Date.now());
    countDecision('token', result.kind);
    return result.kind === 'wrong-address' ? this.#limitElsewhere(ref, result, address) : result;
  }

  /** The principal that an admitted token has now, or why it has none. Counts no request: for a response that lasts. */
  recheck(token: CheckedToken): Promise<TokenResult> {
    return this.#check(token, null, false);
  }

  async #check({ ref, address }: CheckedToken, request: KeyedRequest | null, counted: boolean) {
    const started = performance.now();
    const result =
      (await this.#admit(ref, address, request, counted)) ??
      (await this.#admitDegraded(ref, request, started, counted));
    return result.kind === 'admitted' || result.kind === 'limited' ? restrictedTo(result, address) : result;
  }

  /**
   * Counts a request from an address that the credential may not be used from for the address, and the next ones for nothing
   * else: who has stolen a credential that is of no use elsewhere must not use up the plan of its workspace with it.
   */
  async #limitElsewhere(ref: TokenRef, refused: WrongAddress, address: string): Promise<TokenResult> {
    this.#allowLists.set(ref.hash, refused.principal.allowedIps ?? [], Date.now());
    const { passed, window } = await this.#countAddress(address, true);
    return passed ? refused : { kind: 'limited', principal: null, window };
  }

  /** Counts a request without a valid token for its address (IPv6: its /64). Beyond the limit only known tokens pass. */
  async limitAnonymous(address: string, refusal: Refusal): Promise<AddressResult> {
    const { passed, window } = await this.#countAddress(address, true);
    this.#blocked.note(address, window, Date.now());
    return passed || refusal.known ? { ...refusal, window } : { kind: 'limited', principal: null, window };
  }

  /** Counts a request of an OAuth client, which is not authenticated yet, for the client and its address. */
  limitClient(clientId: string, address: string): Promise<RateResult> {
    const subject = clientSubject(clientId, address);
    return this.#count('client', subject, this.#options.clientRequestsPerMinute, true);
  }

  /** The window of an address, for a response that is not counted: a 503. */
  async addressWindow(address: string): Promise<RateWindow> {
    return (await this.#countAddress(address, false)).window;
  }

  async close(): Promise<void> {
    this.#unobserve();
    await this.#uses.close();
    this.state.close();
  }

  /** `null` if the state is unreachable. */
  async #admit(
    ref: TokenRef,
    address: string,
    request: KeyedRequest | null,
    counted: boolean,
  ): Promise<TokenResult | null> {
    let spentMs = 0;
    // Most tokens of such an address are invented: nothing is stored about one before its look-up is allowed.
    let mayLookUp = !this.#blocked.has(address, Date.now());
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const started = performance.now();
      const result = await this.state.admit(ref, request, mayLookUp, spentMs, counted);
      this.#isDegraded = result === null;
      if (result?.kind !== 'miss') return result;
      spentMs += performance.now() - started;
      if (!mayLookUp) {
        const window = this.#blocked.check(address, Date.now());
        if (window !== null) return { kind: 'limited', principal: null, window };
        mayLookUp = true;
        continue;
      }
      const { lease } = result;
      try {
        // By lease, not by token: a request with a newer lease must not share a look-up that started before it.
        const filled = await this.#flights.run(lease, () =>
          this.#lookUp(ref.hash, (record) => this.state.fill(ref, lease, record)),
        );
        if (filled === null) return null;
      } catch {
        return UNAVAILABLE;
      }
    }
    return UNAVAILABLE;
  }

  async #admitDegraded(
    ref: TokenRef,
    request: KeyedRequest | null,
    started: number,
    counted: boolean,
  ): Promise<TokenResult> {
    if (counted) this.#noteDegraded();
    const ms = Math.max(DEGRADED_LOOK_UP_MS, DEGRADED_MS - (performance.now() - started));
    try {
      const filled = this.#flights.runFresh(ref.hash, () =>
        this.#lookUp(ref.hash, (record) => this.#fallback.refresh(ref, record)),
      );
      await withTimeout(filled, ms, 'The token look-up');
    } catch {
      return UNAVAILABLE;
    }
    const result = await this.#fallback.admit(ref, request, true, 0, counted);
    return result.kind === 'miss' ? UNAVAILABLE : result;
  }

  async #lookUp(hash: string, store: (record: TokenRecord) => Promise<boolean | null>) {
    return store(await this.#lookUps.run(() => this.#options.lookUp(hash)));
  }

  #countAddress(address: string, counted: boolean): Promise<RateResult> {
    return this.#count('address', addressSubject(address), this.#options.failuresPerMinute, counted);
  }

  async #count(kind: SubjectKind, subject: string, limit: number, counted: boolean): Promise<RateResult> {
    let result = await this.state.count(kind, subject, limit, counted);
    if (result === null) {
      this.#noteDegraded();
      result = await this.#fallback.count(kind, subject, limit, counted);
    }
    if (counted) countDecision(kind, result.passed ? 'admitted' : 'limited');
    return result;
  }

  #noteDegraded(): void {
    this.#isDegraded = true;
    this.#degradedRequests += 1;
    degradedRequests.inc();
  }
}

/** The same result, unless the credential is limited to other addresses: then nothing stays reserved for the request. */
function restrictedTo(result: Admitted | Limited, address: string): TokenResult {
  const { principal, window } = result;
  if (principal === null || isAllowedAddress(principal.allowedIps, address)) return result;
  if (result.kind === 'admitted' && typeof result.reservation === 'object') void result.reservation.release();
  return { kind: 'wrong-address', principal, window };
}
