import { Config, duration, setting, withOwnPassword } from '@parley/kernel';
import { z } from 'zod';

const address = setting(
  'Redis for rate limits, cached tokens and idempotency keys; rediss:// for TLS. Requires maxmemory-policy noeviction',
  withOwnPassword(z.string().regex(/^rediss?:\/\/./, 'must begin with redis:// or rediss://')),
  'redis://127.0.0.1:6379',
);

/** Settings of processes that use Redis: gateways and identity. */
export class RedisConfig extends Config({
  // It may carry a password.
  REDIS_URL: { ...address, secret: true },
  REDIS_PREFIX: setting(
    'Prefix of all keys in Redis; must be the same for gateways and identity',
    z.string().regex(/^[^{}]{0,100}$/, 'must be at most 100 characters without braces'),
    'parley:',
  ),
  REDIS_COMMAND_TIMEOUT: setting(
    'How long a request waits for Redis before it is handled without it; a much shorter time relaxes rate limits under load',
    duration,
    '200ms',
  ),
}) {}
