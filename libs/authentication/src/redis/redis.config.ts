import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Config, ConfigError, duration, secretSetting, setting, type Env } from '@parley/runtime/config';
import { z } from 'zod';
import { redisAddress } from './redis-address.ts';

const BLOCK = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;

/** The certificate authority of the servers, from a PEM file that is read again for each new connection. */
class CertificateAuthority {
  #current: Buffer;

  constructor(private readonly path: string) {
    this.#current = readFileSync(path);
  }

  /** The authorities for a new connection; while the file is being replaced, what it contained before. */
  get current(): Buffer {
    try {
      const found = readFileSync(this.path);
      if (!found.equals(this.#current) && isComplete(found.toString())) this.#current = found;
    } catch {
      // It cannot be read, or is cut off.
    }
    return this.#current;
  }
}

/** Throws if a certificate is malformed. */
function isComplete(pem: string): boolean {
  const blocks = pem.match(BLOCK) ?? [];
  for (const block of blocks) void new X509Certificate(block);
  return blocks.length > 0 && blocks.length === pem.split('-----BEGIN ').length - 1;
}

export class RedisConfig extends Config({
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
