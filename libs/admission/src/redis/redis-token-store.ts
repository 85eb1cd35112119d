import { ApiError, type TokenRecord } from '@parley/contracts';
import type { Logger } from '@parley/kernel';
import { ADMISSION_DEFAULTS, TokenStore } from '../admission.ts';
import { RedisKeys } from './redis-keys.ts';
import { type Command, RedisLink } from './redis-link.ts';
import type { RedisConfig } from './redis.config.ts';
import { LIMIT_TTL_MS, storedRecord } from './stored-record.ts';

/** What identity knows of its own tokens, for writing about them. Asked after its commit. */
export interface TokenSource {
  /** The route tags of the workspaces that these tokens belong to, in the same order: a hash does not show it. */
  routeTagsOf(hashes: readonly string[]): Promise<readonly string[]>;
  routeTagOf(workspaceId: string): Promise<string>;
  /** The hashes of all tokens that were revoked at this time or later. */
  revokedSince(time: Date): Promise<readonly string[]>;
}

export interface RedisTokenStoreOptions {
  redis: RedisConfig;
  source: TokenSource;
  log?: Pick<Logger, 'info' | 'warn'>;
  recordTtlMs?: number;
  unknownTtlMs?: number;
}

/** Outlives every look-up that began before the revocation, and what a clock may be wrong. */
const TOMBSTONE_MS = 86_400_000;
/** Entries that admit live for 5.5 minutes at most, so older revocations have nothing left to fight. */
const RESEND_MS = 10 * 60_000;
const RESEND_RETRY_MS = 1000;
/** Keys in one script, during which Redis does nothing else: about 2 ms. */
const KEYS_MAX = 1000;

/**
 * The write side over Redis, for identity. A method that cannot reach Redis rejects with `service_unavailable`; its
 * caller then
 *
 * 1. has committed the change already, so that whoever asks identity gets the new state,
 * 2. answers 503 and never success, so that the operator or integration repeats it, which has to be harmless.
 *
 * Nobody has to repeat a revocation for it to hold in the end: whatever was revoked lately is written again, from
 * identity's database, after every connection to Redis (start, outage, failover) and after every failure. Other changes
 * that nobody repeats are seen when the entry has lived its 5 minutes.
 */
export class RedisTokenStore extends TokenStore {
  readonly #link: RedisLink;
  readonly #keys: RedisKeys;
  readonly #ttl: { recordTtlMs: number; unknownTtlMs: number };
  #resending: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(private readonly options: RedisTokenStoreOptions) {
    super();
    this.#link = new RedisLink(options.redis, options.log);
    this.#keys = new RedisKeys(options.redis.REDIS_PREFIX);
    this.#ttl = { ...ADMISSION_DEFAULTS, ...options };
    this.#link.onConnected(() => {
      this.#resendIn(0);
    });
  }

  override async revoke(hashes: readonly string[]): Promise<void> {
    try {
      await this.#bury(hashes);
    } catch (error) {
      this.#resendIn(RESEND_RETRY_MS);
      throw error;
    }
  }

  override async put(hash: string, record: TokenRecord): Promise<void> {
    const [routeTag] = await this.#routeTagsOf([hash]);
    const [token, route] = [this.#keys.token(routeTag as string, hash), this.#keys.route(routeTag as string)];
    await this.#write((redis) => redis.parleyPut(token, route, ...storedRecord(record, this.#ttl)));
  }

  override async setLimit(workspaceId: string, limitPerMinute: number): Promise<void> {
    const route = this.#keys.route(await this.options.source.routeTagOf(workspaceId));
    await this.#write((redis) =>
      redis.parleyLimit(`${route}ws:${workspaceId}`, limitPerMinute, LIMIT_TTL_MS),
    );
  }

  override async invalidate(hashes: readonly string[]): Promise<void> {
    for (const keys of await this.#keysOf(hashes)) {
      await this.#write((redis) => redis.parleyForget(keys.length, ...keys));
    }
  }

  /** Whether Redis takes writes. */
  isHealthy(): Promise<boolean> {
    return this.#link.isWritable();
  }

  close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#resending);
    this.#link.close();
    return Promise.resolve();
  }

  async #bury(hashes: readonly string[]): Promise<void> {
    for (const keys of await this.#keysOf(hashes)) {
      await this.#write((redis) => redis.parleyBury(keys.length, ...keys, TOMBSTONE_MS));
    }
  }

  /** The keys of the tokens, in portions that one script may take: of one route, hence of one slot. */
  async #keysOf(hashes: readonly string[]): Promise<string[][]> {
    const routeTags = await this.#routeTagsOf(hashes);
    const portions = new Map<string, string[][]>();
    for (const [place, hash] of hashes.entries()) {
      const routeTag = routeTags[place] as string;
      const ofRoute = portions.get(routeTag) ?? [];
      portions.set(routeTag, ofRoute);
      if (ofRoute.at(-1) === undefined || ofRoute.at(-1)?.length === KEYS_MAX) ofRoute.push([]);
      ofRoute.at(-1)?.push(this.#keys.token(routeTag, hash));
    }
    return [...portions.values()].flat();
  }

  async #routeTagsOf(hashes: readonly string[]): Promise<readonly string[]> {
    if (hashes.length === 0) return [];
    const tags = await this.options.source.routeTagsOf(hashes);
    // A tombstone at the wrong place would be a revocation that looks done and is not.
    if (tags.length !== hashes.length) throw new RangeError('a route tag is missing');
    return tags;
  }

  /** Never waits out a breaker: a write is worth a try of its own, and harmless when it happens twice. */
  async #write(command: Command<unknown>): Promise<void> {
    try {
      await this.#link.send(command);
    } catch (error) {
      throw new ApiError('service_unavailable', { cause: error });
    }
  }

  #resendIn(ms: number): void {
    clearTimeout(this.#resending);
    if (this.#closed) return;
    this.#resending = setTimeout(() => void this.#resend(), ms).unref();
  }

  async #resend(): Promise<void> {
    try {
      await this.#bury(await this.options.source.revokedSince(new Date(Date.now() - RESEND_MS)));
    } catch (error) {
      this.options.log?.warn({ err: error }, 'recent revocations could not be written to Redis yet');
      this.#resendIn(RESEND_RETRY_MS);
    }
  }
}
