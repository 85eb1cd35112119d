import type { RedisClient } from './create-redis.ts';

/** Version by `HELLO`, which needs no rights over data; empty if the user may not send it. */
export async function versionOf(redis: RedisClient): Promise<string> {
  const reply = (await redis.call('HELLO').catch(() => [])) as unknown[];
  const version = reply[reply.indexOf('version') + 1];
  return typeof version === 'string' ? version : '';
}
