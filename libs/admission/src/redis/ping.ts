import { requireServerVersion, ServerVersionError, withTimeout } from '@parley/kernel';
import { createRedis, type RedisClient } from './create-redis.ts';
import type { RedisConfig } from './redis.config.ts';

const TIMEOUT_MS = 5_000;

/**
 * Connects once at startup. Throws the reason if Redis is unreachable, rejects the connection or is older than `least`.
 */
export async function pingRedis(config: RedisConfig, least?: string): Promise<void> {
  const redis = createRedis(config, { lazyConnect: true });
  // `connect` only rejects with "connection is closed"; the event has the reason.
  let cause: unknown;
  redis.on('error', (error: unknown) => {
    cause = error;
  });
  try {
    const replied = redis.connect().then(async () => {
      await redis.ping();
      return versionOf(redis);
    });
    requireServerVersion('Redis', await withTimeout(replied, TIMEOUT_MS, 'Redis'), least);
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

const REFUSAL = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:AUTH|invalid password|invalid username-password))/;

/** From `HELLO`, which needs no rights over data; empty if the user may not send it. */
async function versionOf(redis: RedisClient): Promise<string> {
  const reply = (await redis.call('HELLO').catch(() => [])) as unknown[];
  const version = reply[reply.indexOf('version') + 1];
  return typeof version === 'string' ? version : '';
}

/** Throws if Redis refuses the connection or is too old. One that cannot be reached is no reason: processes start without it. */
export async function requireRedisAccess(config: RedisConfig): Promise<void> {
  const error = await pingRedis(config).then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  if (error instanceof ServerVersionError) throw new Error(`REDIS_URL: ${error.message}`, { cause: error });
  if (error !== undefined && REFUSAL.test(error.message))
    throw new Error(`REDIS_URL: Redis refuses the connection: ${error.message}`, { cause: error });
}
