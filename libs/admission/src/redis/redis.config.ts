import { Config, duration, setting } from '@parley/kernel';
import { z } from 'zod';

const address = setting(
  'Redis that holds rate limits and what tokens stand for; rediss:// for TLS. Run it with maxmemory-policy noeviction',
  z.string().regex(/^rediss?:\/\/./, 'must begin with redis:// or rediss://'),
  'redis://127.0.0.1:6379',
);

/** What the gateway and identity read to share admission over Redis. */
export class RedisConfig extends Config({
  // It may carry a password.
  REDIS_URL: { ...address, secret: true },
  REDIS_PREFIX: setting(
    'What all our keys in Redis begin with; the gateway and identity must agree',
    z.string().regex(/^[^{}]{0,100}$/, 'must be at most 100 characters without braces'),
    'parley:',
  ),
  REDIS_COMMAND_TIMEOUT: setting(
    'How long a request waits for Redis before it is decided without; much less loosens limits under load',
    duration,
    '200ms',
  ),
}) {}
