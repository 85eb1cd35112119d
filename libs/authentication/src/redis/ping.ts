import { withTimeout } from '@parley/runtime/async';
import { requireServerVersion, ServerVersionError } from '@parley/runtime/server-version';
import { closeRedis, createRedis } from './create-redis.ts';
import type { RedisConfig } from './redis.config.ts';
import { versionOf } from './version.ts';

const TIMEOUT_MS = 5_000;

/** Connects once. Throws why Redis is unreachable, rejects the connection or is older than `least`. */
export async function pingRedis(config: RedisConfig, least?: string): Promise<void> {
  const redis = createRedis(config, { lazyConnect: true });
  // `connect` only rejects with "connection is closed"; the event has the reason.
  let cause: unknown;
  redis.on('error', (error: unknown) => (cause = error));
  try {
    const replied = redis.connect().then(async () => {
      await redis.ping();
      return versionOf(redis);
    });
    requireServerVersion('Redis', await withTimeout(replied, TIMEOUT_MS, 'Redis'), least);
  } catch (error) {
    throw cause ?? error;
  } finally {
    closeRedis(redis);
  }
}

const REFUSAL = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:AUTH|invalid password|invalid username-password))/;

/** Throws if Redis refuses the connection or is older than `least`. Processes start without one that cannot be reached. */
export async function requireRedisAccess(config: RedisConfig, least?: string): Promise<void> {
  const error = await pingRedis(config, least).then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  if (error instanceof ServerVersionError) throw new Error(`REDIS_URL: ${error.message}`, { cause: error });
  if (error !== undefined && REFUSAL.test(error.message))
    throw new Error(`REDIS_URL: Redis refuses the connection: ${error.message}`, { cause: error });
}
