import { z } from 'zod';
import { Config, duration, integer, secretSetting, setting, withOwnPassword } from '@parley/kernel';

const postgresUrl = withOwnPassword(
  z.string().regex(/^postgres(ql)?:\/\/.+/, 'must be a postgres:// address'),
);

export class PersistenceConfig extends Config({
  DATABASE_URL: secretSetting(
    'PostgreSQL (15 or newer) that holds a schema and a role for each service',
    postgresUrl,
  ),
  DATABASE_MIGRATION_URL: {
    ...setting(
      'Where migrations connect to: past a connection pooler, or as a user who may create schemas and roles; empty for DATABASE_URL',
      z.union([z.literal(''), postgresUrl]),
      '',
    ),
    secret: true,
  },
  DATABASE_MIGRATE: setting(
    'What a process does at its start with a schema that is not up to date: auto migrates it; check refuses to start, and `npm run db:migrate` has to run first',
    z.enum(['auto', 'check']),
    'check',
  ),
  // A relay holds three of them while subscribers of the same service work on what it publishes.
  DATABASE_POOL_SIZE: setting('Connections that a service may hold', integer(5, 200), '10'),
  DATABASE_STATEMENT_TIMEOUT: setting('Longest time that one statement may run', duration, '10s'),
  IDEMPOTENCY_TTL: setting(
    'How long the response of a request can be replayed by its Idempotency-Key',
    duration,
    '24h',
  ),
}) {}

export function migrationUrl(config: PersistenceConfig): string {
  return config.DATABASE_MIGRATION_URL === '' ? config.DATABASE_URL : config.DATABASE_MIGRATION_URL;
}
