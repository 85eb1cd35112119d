import { withTimeout } from '@parley/kernel';
import { createRedis } from './create-redis.ts';
import type { RedisConfig } from './redis.config.ts';

const TIMEOUT_MS = 5_000;

/** Connects once at startup. Throws the reason if Redis is unreachable or rejects the connection. */
export async function pingRedis(config: RedisConfig): Promise<void> {
  const redis = createRedis(config, { lazyConnect: true });
  // `connect` only rejects with "connection is closed"; the event has the reason.
  let cause: unknown;
  redis.on('error', (error: unknown) => {
    cause = error;
  });
  try {
    const replied = redis.connect().then(() => redis.ping());
    await withTimeout(replied, TIMEOUT_MS, 'Redis');
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

const REFUSAL = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:AUTH|invalid password|invalid username-password))/;

/** Throws if Redis refuses the connection. One that cannot be reached is no reason: processes start without it. */
export async function requireRedisAccess(config: RedisConfig): Promise<void> {
  const error = await pingRedis(config).then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  if (error !== undefined && REFUSAL.test(error.message))
    throw new Error(`REDIS_URL: Redis refuses the connection: ${error.message}`, { cause: error });
}
