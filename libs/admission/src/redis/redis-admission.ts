import { randomBytes } from 'node:crypto';
import type { Principal } from '@parley/contracts';
import type { Logger } from '@parley/kernel';
import { addressSubject, clientSubject } from '../address.ts';
import {
  ADMISSION_DEFAULTS,
  type AddressVerdict,
  Authenticator,
  type AuthenticatorOptions,
  type ClientVerdict,
  type Refusal,
  type TokenVerdict,
} from '../admission.ts';
import { EXPIRED, NOT_OURS, REVOKED } from '../refusals.ts';
import { TokenUses } from '../token-use.ts';
import { hashToken, readToken } from '../token.ts';
import { UsedUpAddresses } from '../used-up-addresses.ts';
import { WINDOW_MS, type Window } from '../window.ts';
import { Fills } from './fills.ts';
import { Insurance } from './insurance.ts';
import { RedisKeys } from './redis-keys.ts';
import { RedisLink } from './redis-link.ts';
import type { RedisConfig } from './redis.config.ts';
import type { AdmitReply } from './scripts.ts';

export interface RedisAuthenticatorOptions extends AuthenticatorOptions {
  redis: RedisConfig;
  log?: Pick<Logger, 'info' | 'warn'>;
}

/** How long a look-up may take for its result to be stored; longer than any call between services. */
const LEASE_MS = 30_000;
/** How often a request asks again because what it looked up was overtaken by a write. */
const ROUNDS_MAX = 5;
/** What the second question of a request gets at least. */
const LEAST_MS = 20;

const UNAVAILABLE: TokenVerdict = { kind: 'unavailable' };

/**
 * Admission of a gateway that shares Redis with other gateways and identity. A request is one round trip: a script
 * finds the principal, checks it and counts. Nothing about a token is kept in this process, so a revocation holds at
 * every gateway from the very next request.
 *
 * While Redis is out or slow, requests are decided within 300 ms by an {@link Insurance}.
 */
export class RedisAuthenticator extends Authenticator {
  readonly #link: RedisLink;
  readonly #keys: RedisKeys;
  readonly #fills: Fills;
  readonly #insurance: Insurance;
  readonly #usedUp: UsedUpAddresses;
  readonly #uses: TokenUses;
  readonly #timeoutMs: number;
  readonly #windowMs: number;
  readonly #failureLimit: number;
  readonly #clientLimit: number;
  /** Names of leases never repeat, also not after Redis has lost everything. */
  readonly #leaseName = randomBytes(6).toString('base64url');
  #leases = 0;

  constructor(options: RedisAuthenticatorOptions) {
    super();
    const times = { ...ADMISSION_DEFAULTS, ...options };
    this.#link = new RedisLink(options.redis, options.log);
    this.#keys = new RedisKeys(options.redis.REDIS_PREFIX);
    this.#timeoutMs = options.redis.REDIS_COMMAND_TIMEOUT;
    this.#fills = new Fills(this.#link, this.#keys, options.lookUp, times, this.#timeoutMs / 2);
    this.#insurance = new Insurance(options);
    this.#usedUp = new UsedUpAddresses(options.windowMs);
    this.#uses = new TokenUses(options.recordUse, times.useFlushMs, times.useIntervalMs);
    this.#windowMs = options.windowMs ?? WINDOW_MS;
    this.#failureLimit = options.failuresPerMinute;
    this.#clientLimit = times.clientRequestsPerMinute;
  }

  override async authenticate(token: string, address: string): Promise<TokenVerdict> {
    const read = readToken(token);
    if (read === null || read.kind === 'refresh_token') return NOT_OURS;
    const began = performance.now();
    const hash = hashToken(token);
    const verdict =
      (await this.#decide(read.routeTag, hash, address)) ??
      (await this.#insurance.authenticate(hash, performance.now() - began));
    if (verdict.kind === 'admitted' || verdict.kind === 'limited') {
      if (verdict.principal !== null) this.#uses.note(verdict.principal.credentialId, address, Date.now());
    }
    return verdict;
  }

  override async limitAnonymous(address: string, refusal: Refusal): Promise<AddressVerdict> {
    const counted = await this.#countAddress(address, 1);
    if (counted === null) return this.#insurance.limitAnonymous(address, refusal);
    this.#usedUp.note(address, counted.window, Date.now());
    if (counted.passed || refusal.known) return { ...refusal, window: counted.window };
    return { kind: 'limited', principal: null, window: counted.window };
  }

  override async limitClient(clientId: string, address: string): Promise<ClientVerdict> {
    const key = this.#keys.client(clientSubject(clientId, address));
    return (await this.#countIn(key, this.#clientLimit, 1)) ?? this.#insurance.limitClient(clientId, address);
  }

  override async addressWindow(address: string): Promise<Window> {
    const counted = await this.#countAddress(address, 0);
    return counted?.window ?? this.#insurance.addressWindow(address);
  }

  /** How many requests were decided without Redis since the start: a metric, and a reason for an alert. */
  get degradedRequests(): number {
    return this.#insurance.taken;
  }

  /** Whether Redis takes writes. Without it requests are still decided, so this is no reason to take a gateway out. */
  isHealthy(): Promise<boolean> {
    return this.#link.isWritable();
  }

  /** Hands over the uses that are still collected, and closes the connection. */
  async close(): Promise<void> {
    await this.#uses.close();
    this.#link.close();
  }

  /** `null` when Redis cannot decide. */
  async #decide(routeTag: string, hash: string, address: string): Promise<TokenVerdict | null> {
    const [token, route] = [this.#keys.token(routeTag, hash), this.#keys.route(routeTag)];
    // The questions of one request share one timeout, or a slow Redis would cost it several.
    let left = this.#timeoutMs;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const asked = performance.now();
      const lease = `${this.#leaseName}${(this.#leases += 1)}`;
      const reply = await this.#link.ask(
        (redis) => redis.parleyAdmit(token, route, this.#windowMs, lease, LEASE_MS, this.#link.since),
        left,
      );
      if (reply === null) return null;
      if (reply[0] !== 'miss') return verdictOf(reply);
      const window = round === 0 ? this.#usedUp.refuse(address, Date.now()) : null;
      if (window !== null) return { kind: 'limited', principal: null, window };
      left = Math.max(LEAST_MS, left - (performance.now() - asked));
      const filled = await this.#fills.fill(routeTag, hash, reply[1]);
      if (filled === 'redis is out') return null;
      if (filled === 'nobody can say') return UNAVAILABLE;
    }
    return UNAVAILABLE;
  }

  #countAddress(address: string, counted: 0 | 1): Promise<ClientVerdict | null> {
    return this.#countIn(this.#keys.address(addressSubject(address)), this.#failureLimit, counted);
  }

  async #countIn(key: string, limit: number, counted: 0 | 1): Promise<ClientVerdict | null> {
    const reply = await this.#link.ask((redis) => redis.parleyCount(key, limit, this.#windowMs, counted));
    if (reply === null) return null;
    const [passed, remaining, resetAtMs, ttlMs] = reply;
    return { passed: passed === 1, window: { limit, remaining, resetAtMs, ttlMs } };
  }
}

function verdictOf(reply: Exclude<AdmitReply, ['miss', string]>): TokenVerdict {
  switch (reply[0]) {
    case 'ok':
    case 'limited': {
      const [state, principal, limit, remaining, resetAtMs, ttlMs] = reply;
      return {
        kind: state === 'ok' ? 'admitted' : 'limited',
        principal: JSON.parse(principal) as Principal,
        window: { limit, remaining, resetAtMs, ttlMs },
      };
    }
    case 'expired':
      return EXPIRED;
    case 'unknown':
      return NOT_OURS;
    default:
      return REVOKED;
  }
}
