import { ApiError, failedAfterCommit, type TokenRecord } from '@parley/contracts';
import type { Logger } from '@parley/runtime/logging';
import { STATE_DEFAULTS, TOMBSTONE_MS, type StateOptions } from '../auth-state.ts';
import { TokenStore, type TokenSource } from '../tokens/token-store.ts';
import { type Command, RedisConnection } from './redis-connection.ts';
import { RedisKeys } from './redis-keys.ts';
import type { RedisConfig } from './redis.config.ts';
import { SignedPrincipals } from './signed-principals.ts';
import { LIMIT_TTL_MS, tokenEntry } from './token-entry.ts';

interface RedisTokenStoreOptions extends StateOptions {
  redis: RedisConfig;
  /** ENCRYPTION_KEYS. */
  keys: readonly [Buffer, ...Buffer[]];
  source: TokenSource;
  log?: Pick<Logger, 'info' | 'warn'>;
}

/** Cached tokens expire after 5.5 minutes at most, so older revocations need not be written again. */
const RESEND_MS = 10 * 60_000;
const RESEND_RETRY_MS = 1000;
/** Keys per script, which blocks Redis for about 2 ms. */
const KEYS_MAX = 1000;

/**
 * The write side for identity: a method that cannot reach Redis rejects with `outcome_unknown`, and its caller repeats it.
 * Recent revocations are written again after every connection and every failure; other changes take effect within 5
 * minutes.
 */
export class RedisTokenStore extends TokenStore {
  readonly #connection: RedisConnection;
  readonly #keys: RedisKeys;
  readonly #ttl: Required<StateOptions>;
  readonly #principals: SignedPrincipals;
  #resending: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(private readonly options: RedisTokenStoreOptions) {
    super();
    this.#connection = new RedisConnection(options.redis, options.log);
    this.#keys = new RedisKeys(options.redis.REDIS_PREFIX);
    this.#ttl = { ...STATE_DEFAULTS, ...options };
    this.#principals = new SignedPrincipals(options.keys);
    this.#connection.onConnected(() => this.#resendIn(0));
  }

  override async revoke(hashes: readonly string[]): Promise<void> {
    try {
      await this.#revoke(hashes);
    } catch (error) {
      this.#resendIn(RESEND_RETRY_MS);
      throw error;
    }
  }

  override async put(hash: string, record: TokenRecord): Promise<void> {
    const [routeTag = ''] = await this.#routeTagsOf([hash]);
    const [token, route] = [this.#keys.token(routeTag, hash), this.#keys.route(routeTag)];
    const entry = tokenEntry(hash, record, this.#ttl, this.#principals);
    await this.#write((redis) => redis.parleyPut(token, route, ...entry));
  }

  override async setLimit(workspaceId: string, limitPerMinute: number): Promise<void> {
    const routeTag = await this.options.source.routeTagOf(workspaceId).catch(failedAfterCommit);
    const key = `${this.#keys.route(routeTag)}ws:${workspaceId}`;
    await this.#write((redis) => redis.parleyLimit(key, limitPerMinute, LIMIT_TTL_MS));
  }

  override async invalidate(hashes: readonly string[]): Promise<void> {
    for (const keys of await this.#keysOf(hashes))
      await this.#write((redis) => redis.parleyInvalidate(keys.length, ...keys));
  }

  close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#resending);
    this.#connection.close();
    return Promise.resolve();
  }

  async #revoke(hashes: readonly string[]): Promise<void> {
    for (const keys of await this.#keysOf(hashes))
      await this.#write((redis) => redis.parleyRevoke(keys.length, ...keys, TOMBSTONE_MS));
  }

  /** The keys of the tokens in batches for one script each: of one route, hence of one slot. */
  async #keysOf(hashes: readonly string[]): Promise<string[][]> {
    const routeTags = await this.#routeTagsOf(hashes);
    const batches = new Map<string, string[][]>();
    for (const [index, hash] of hashes.entries()) {
      const routeTag = routeTags[index] as string;
      const ofRoute = batches.get(routeTag) ?? [];
      batches.set(routeTag, ofRoute);
      if (ofRoute.at(-1) === undefined || ofRoute.at(-1)?.length === KEYS_MAX) ofRoute.push([]);
      ofRoute.at(-1)?.push(this.#keys.token(routeTag, hash));
    }
    return [...batches.values()].flat();
  }

  async #routeTagsOf(hashes: readonly string[]): Promise<readonly string[]> {
    if (hashes.length === 0) return [];
    const tags = await this.options.source.routeTagsOf(hashes).catch(failedAfterCommit);
    // A tombstone under a wrong name would not revoke anything.
    if (tags.length !== hashes.length) throw new RangeError('a route tag is missing');
    return tags;
  }

  /** Even if the circuit is open: an attempt is cheap, and writes are idempotent. */
  async #write(command: Command<unknown>): Promise<void> {
    try {
      await this.#connection.execute(command);
    } catch (error) {
      throw new ApiError('outcome_unknown', { cause: error });
    }
  }

  #resendIn(ms: number): void {
    clearTimeout(this.#resending);
    if (this.#closed) return;
    this.#resending = setTimeout(() => void this.#resend(), ms).unref();
  }

  async #resend(): Promise<void> {
    try {
      await this.#revoke(await this.options.source.revokedSince(new Date(Date.now() - RESEND_MS)));
    } catch (error) {
      this.options.log?.warn(
        { event: 'redis.revocations.failed', err: error },
        'Cannot write recent revocations to Redis, retrying',
      );
      this.#resendIn(RESEND_RETRY_MS);
    }
  }
}
