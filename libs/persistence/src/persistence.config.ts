import { z } from 'zod';
import { Config, duration, integer, secretSetting, setting } from '@parley/kernel';

export class PersistenceConfig extends Config({
  DATABASE_URL: secretSetting(
    'PostgreSQL (15 or newer) that holds a schema and a role for each service',
    z.string().regex(/^postgres(ql)?:\/\/.+/, 'must be a postgres:// address'),
  ),
  // A relay holds three of them while subscribers of the same service work on what it publishes.
  DATABASE_POOL_SIZE: setting('Connections that a service may hold', integer(5, 200), '10'),
  DATABASE_STATEMENT_TIMEOUT: setting('Longest time that one statement may run', duration, '10s'),
  IDEMPOTENCY_TTL: setting('How long answers are kept for repeated Idempotency-Keys', duration, '24h'),
}) {}
