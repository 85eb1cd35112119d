import { randomBytes } from 'node:crypto';
import type { TokenRecord } from '@parley/contracts';
import type { Logger } from '@parley/runtime/logging';
import {
  EXPIRED,
  INVALID,
  type KeyedRequest,
  type KeyReservation,
  REVOKED,
  type TokenResult,
} from '../auth-result.ts';
import {
  type AuthState,
  type CacheMiss,
  LEASE_MS,
  STATE_DEFAULTS,
  type StateOptions,
  type SubjectKind,
  type TokenRef,
} from '../auth-state.ts';
import { lastMinutes, type MinuteUsage, type UsageSubject } from '../usage.ts';
import { RedisConnection } from './redis-connection.ts';
import { RedisKeys } from './redis-keys.ts';
import type { RedisConfig } from './redis.config.ts';
import type { AdmitReply, KeyedArguments, UsageReply } from './scripts.ts';
import { SignedPrincipals } from './signed-principals.ts';
import { tokenEntry } from './token-entry.ts';

/** The time of a repeated command at least, if the first one has used up the time of the request. */
const RETRY_MS = 20;

interface RedisStateOptions extends StateOptions {
  redis: RedisConfig;
  /** ENCRYPTION_KEYS. */
  keys: readonly [Buffer, ...Buffer[]];
  log?: Pick<Logger, 'info' | 'warn'>;
}

/** State that gateways share with each other and with identity. */
export class RedisState implements AuthState {
  readonly #connection: RedisConnection;
  readonly #keys: RedisKeys;
  readonly #options: Required<StateOptions>;
  readonly #timeoutMs: number;
  readonly #principals: SignedPrincipals;
  readonly #log: RedisStateOptions['log'];
  /** Names of leases never repeat, not even after Redis has lost its data. */
  readonly #leasePrefix = randomBytes(6).toString('base64url');
  #leases = 0;

  constructor(options: RedisStateOptions) {
    this.#connection = new RedisConnection(options.redis, options.log);
    this.#keys = new RedisKeys(options.redis.REDIS_PREFIX);
    this.#options = { ...STATE_DEFAULTS, ...options };
    this.#timeoutMs = options.redis.REDIS_COMMAND_TIMEOUT;
    this.#principals = new SignedPrincipals(options.keys);
    this.#log = options.log;
  }

  async admit(
    { routeTag, hash }: TokenRef,
    request: KeyedRequest | null,
    mayLookUp: boolean,
    spentMs: number,
    counted: boolean,
  ): Promise<TokenResult | CacheMiss | null> {
    const [token, route] = [this.#keys.token(routeTag, hash), this.#keys.route(routeTag)];
    const { reservationMs } = this.#options;
    const windowMs = counted ? this.#options.windowMs : 0;
    const lease = mayLookUp ? `${this.#leasePrefix}${(this.#leases += 1)}` : '';
    const { availableSince } = this.#connection;
    const keyed: KeyedArguments = request === null ? [] : [request.key, request.service, reservationMs];
    const reply = await this.#connection.tryExecute(
      (redis) => redis.parleyAdmit(token, route, windowMs, lease, LEASE_MS, availableSince, ...keyed),
      // The commands of one request share its timeout.
      Math.max(RETRY_MS, this.#timeoutMs - spentMs),
    );
    if (reply === null) return null;
    return this.#resultOf(reply, { routeTag, hash }, request) ?? this.#discard({ routeTag, hash });
  }

  async fill({ routeTag, hash }: TokenRef, lease: string, record: TokenRecord): Promise<boolean | null> {
    const [token, route] = [this.#keys.token(routeTag, hash), this.#keys.route(routeTag)];
    const entry = tokenEntry(hash, record, this.#options, this.#principals);
    const stored = await this.#connection.tryExecute(
      (redis) => redis.parleyFill(token, route, lease, ...entry),
      this.#timeoutMs / 2,
    );
    return stored === null ? null : stored === 1;
  }

  async count(kind: SubjectKind, subject: string, limit: number, counted: boolean) {
    const key = this.#keys.subject(kind, subject);
    const reply = await this.#connection.tryExecute((redis) =>
      redis.parleyCount(key, limit, this.#options.windowMs, counted ? 1 : 0),
    );
    if (reply === null) return null;
    const [passed, remaining, resetAtMs, ttlMs] = reply;
    return { passed: passed === 1, window: { limit, remaining, resetAtMs, ttlMs } };
  }

  async usage({ routeTag, workspaceId, mode }: UsageSubject): Promise<readonly MinuteUsage[] | null> {
    const key = this.#keys.usage(routeTag, workspaceId, mode);
    const reply = await this.#connection.tryExecute((redis) => redis.parleyUsage(key));
    return reply === null ? null : usageOf(reply);
  }

  /** Whether Redis accepts writes. Requests are handled without it too, so a gateway need not be taken out of service. */
  async isHealthy(): Promise<boolean> {
    return (await this.#connection.writeProbe()) !== null;
  }

  /** Waits until requests are counted in Redis, but at most `ms` milliseconds. */
  untilAvailable(ms: number): Promise<void> {
    return this.#connection.untilAvailable(ms);
  }

  close(): void {
    this.#connection.close();
  }

  /** `undefined` for a principal that is not ours. */
  #resultOf(
    reply: AdmitReply,
    { routeTag, hash }: TokenRef,
    request: KeyedRequest | null,
  ): TokenResult | CacheMiss | undefined {
    switch (reply[0]) {
      case 'admitted':
      case 'limited': {
        const [kind, text, limit, remaining, resetAtMs, ttlMs, reserved] = reply;
        const principal = this.#principals.verify(hash, text);
        if (principal === null) return undefined;
        const window = { limit, remaining, resetAtMs, ttlMs };
        if (request === null || reserved === 0) return { kind, principal, window };
        if (reserved === 2) return { kind: 'admitted', principal, window, reservation: 'conflict' };
        const name = this.#keys.reservation(routeTag, principal.credentialId, request.key);
        return { kind: 'admitted', principal, window, reservation: this.#reservation(name, request.service) };
      }
      case 'miss':
        return { kind: 'miss', lease: reply[1] };
      case 'expired':
        return EXPIRED;
      case 'unknown':
        return INVALID;
      default:
        return REVOKED;
    }
  }

  /** Removes an entry that nobody of us has written. Like a state that is out, it decides nothing: identity looks the token up. */
  async #discard({ routeTag, hash }: TokenRef): Promise<null> {
    this.#log?.warn(
      { event: 'redis.principal.forged' },
      'Redis has a principal that no process with these ENCRYPTION_KEYS has written',
    );
    const key = this.#keys.token(routeTag, hash);
    await this.#connection.tryExecute((redis) => redis.parleyInvalidate(1, key));
    return null;
  }

  #reservation(name: string, service: string): KeyReservation {
    const settle = (succeeded: 0 | 1) =>
      this.#connection.tryExecute((redis) =>
        redis.parleySettle(name, service, succeeded, this.#options.idempotencyTtlMs),
      );
    return { confirm: () => void settle(1), release: () => settle(0).then(() => undefined) };
  }
}

/** The usage of the last minutes, which are of two hours at most. */
export function usageOf([last, hourBefore, hour]: UsageReply): MinuteUsage[] {
  const [before, current] = [countsOf(hourBefore), countsOf(hour)];
  return lastMinutes(last, (minute, refused) => {
    const counts = Math.floor(minute / 60) === Math.floor(last / 60) ? current : before;
    return Number(counts.get(`${minute % 60}${refused ? 'r' : ''}`) ?? 0);
  });
}

function countsOf(reply: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, string>();
  for (let index = 0; index + 1 < reply.length; index += 2)
    counts.set(reply[index] as string, reply[index + 1] as string);
  return counts;
}
