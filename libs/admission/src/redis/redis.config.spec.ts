import { describe, expect, it } from '@jest/globals';
import { RedisConfig } from './redis.config.ts';

describe('the Redis config', () => {
  it('has a default for every setting', () => {
    expect({ ...new RedisConfig({}) }).toEqual({
      REDIS_URL: 'redis://127.0.0.1:6379',
      REDIS_PREFIX: 'parley:',
      REDIS_COMMAND_TIMEOUT: 200,
    });
  });

  it.each([
    [{ REDIS_URL: 'http://:bahn8Ohd4oof@redis' }, 'REDIS_URL: must begin with redis:// or rediss://'],
    [{ REDIS_PREFIX: 'a{b}' }, 'REDIS_PREFIX=a{b}: must be at most 100 characters without braces'],
  ])('rejects %j without showing the password', (env, fault) => {
    expect(() => new RedisConfig(env)).toThrow(new Error(fault));
  });
});
