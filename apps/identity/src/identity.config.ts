import { z } from 'zod';
import {
  baseUrl,
  byteSize,
  Config,
  duration,
  filesUrl,
  integer,
  port,
  setting,
  webAddress,
} from '@parley/runtime/config';
import { publicServerSettings } from '@parley/runtime/http/public-server';

const DAY_MS = 86_400_000;
const MIB = 1_048_576;

const lifetime = duration.refine((ms) => ms >= 1_000, 'must be at least 1s');

export class IdentityConfig extends Config({
  BASE_URL: baseUrl,
  AUTH_URL: setting(
    'Public address of the sign-in pages, and the issuer of OAuth; https in production',
    webAddress,
    'http://localhost:3001',
  ),
  FILES_URL: filesUrl,
  // A trigger of the database prevents the deletion of younger entries.
  AUDIT_RETENTION: setting(
    'How long the audit log is kept, and from where credentials were used; at least 1d',
    duration.refine((ms) => ms >= DAY_MS, 'must be 1d or more'),
    '365d',
  ),
  AUTH_PORT: setting('Port of the sign-in pages; 0 takes a free one', port, '3001'),
  AUTH_HOST: setting('Address on which the sign-in pages listen', z.string().min(1), '0.0.0.0'),
  ...publicServerSettings,
  OAUTH_ACCESS_TTL: setting('Lifetime of an OAuth access token', lifetime, '1h'),
  OAUTH_REFRESH_TTL: setting(
    'Lifetime of an OAuth refresh token; each use issues a new one',
    lifetime,
    '30d',
  ),
  OAUTH_CODE_TTL: setting(
    'Lifetime of an OAuth authorization code; at most 10m',
    lifetime.refine((ms) => ms <= 600_000, 'must be at most 10m'),
    '60s',
  ),
  LOGIN_FAILURES_PER_ACCOUNT: setting(
    'Wrong passwords for one account from one address until sign-ins have to wait: 15s, then twice as long after each ' +
      'further one, at most 15m',
    integer(1, 1_000),
    '10',
  ),
  LOGIN_FAILURES_PER_ADDRESS: setting(
    'Wrong passwords from one address in 15 minutes until its sign-ins are delayed, except in browsers that have signed ' +
      'in to the account before',
    integer(1, 100_000),
    '100',
  ),
  PASSWORD_HASH_MEMORY: setting(
    'Memory that a hash of a password takes (Argon2id), from 1MiB to 256MiB; a process computes up to four at a time. OWASP ' +
      'recommends at least 19MiB: less is for tests. Stored hashes keep what they were made with until the password changes',
    byteSize.refine((bytes) => bytes >= MIB && bytes <= 256 * MIB, 'must be from 1MiB to 256MiB'),
    '19MiB',
  ),
}) {}
