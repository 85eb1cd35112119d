import { Redis } from 'ioredis';

/** Connects once, so that a start can tell what is wrong in one line. Throws why Redis does not take us. */
export async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The rejection says that the connection is closed; this says why.
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
