import { Redis } from 'ioredis';

/** Connects once at startup. Throws the reason if Redis is unreachable or rejects the connection. */
export async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // `connect` only rejects with "connection is closed"; the event has the reason.
  let cause: unknown;
  redis.on('error', (error) => (cause = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

const REFUSAL = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:AUTH|invalid password|invalid username-password))/;

/** Throws if Redis refuses the connection. One that cannot be reached is no reason: processes start without it. */
export async function requireRedisAccess(url: string): Promise<void> {
  const error = await pingRedis(url).then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  if (error !== undefined && REFUSAL.test(error.message))
    throw new Error(`REDIS_URL: Redis refuses the connection: ${error.message}`, { cause: error });
}
