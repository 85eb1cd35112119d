import { Config, ConfigError, duration, secretSetting, setting, type Env } from '@parley/runtime/config';
import { z } from 'zod';
import { CertificateAuthority } from './certificate-authority.ts';
import { redisAddress } from './redis-address.ts';

/** Settings of processes that use Redis: gateways and identity. */
export class RedisConfig extends Config({
  // It may carry a password.
  REDIS_URL: secretSetting(
    'Redis for rate limits, cached tokens and idempotency keys: redis://user:password@host:port, ' +
      'redis+sentinel://user:password@sentinel:port,sentinel:port/primary or redis+cluster://user:password@node:port,node:port; ' +
      'rediss for TLS (docs/redis.md)',
    redisAddress,
    'redis://127.0.0.1:6379',
  ),
  REDIS_TLS_CA: setting(
    'Certificate authority (PEM file) of the servers of a rediss URL, read for each new connection; empty: those that Node.js trusts',
    z.string(),
    '',
  ),
  REDIS_SENTINEL_PASSWORD: secretSetting(
    'Password of the sentinels, or user:password; empty: they require none',
    z.string(),
    '',
  ),
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
}) {
  /** Certificates of authorities that sign those of the servers; `undefined`: those that Node.js trusts. */
  readonly ca: CertificateAuthority | undefined;

  constructor(env: Env) {
    super(env);
    const path = this.REDIS_TLS_CA;
    try {
      this.ca = path === '' ? undefined : new CertificateAuthority(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new ConfigError([`REDIS_TLS_CA=${path}: cannot be read (${code})`]);
    }
  }
}
