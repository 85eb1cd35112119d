import { z } from 'zod';
import { services, type ServiceName } from '@parley/contracts';
import {
  commaList,
  Config,
  duration,
  integer,
  isPlaceholder,
  secretSetting,
  setting,
  withOwnPassword,
} from '@parley/runtime/config';
import type { MigrationLimits } from './migrations/migration-run.ts';

/** How long a statement of a service may wait for a lock: its connection is of use to others. */
export const LOCK_TIMEOUT_MS = 5_000;

const postgresUrl = withOwnPassword(
  z.string().regex(/^postgres(ql)?:\/\/.+/, 'must be a postgres:// address'),
);

/** Generated ones: with neither `,` nor what a URL would have to escape. */
const rolePasswords = commaList.transform((entries, context): ReadonlyMap<ServiceName, string> => {
  const passwords = new Map<ServiceName, string>();
  for (const entry of entries) {
    const [, name = '', password = ''] = /^([a-z]+)=([\w~.-]{12,})$/.exec(entry) ?? [];
    const service = services.find((one) => one === name);
    if (service !== undefined && !isPlaceholder(password)) passwords.set(service, password);
    else
      context.addIssue({
        code: 'custom',
        message: 'must be service=password, with at least 12 random letters and digits',
      });
  }
  return passwords;
});

const DATABASE_URL = secretSetting(
  'PostgreSQL (15 or newer) that holds a schema and a role for each service',
  postgresUrl,
);

const DATABASE_STATEMENT_TIMEOUT = setting(
  'Longest time that one statement may run. Migrations write it to the roles that services log in as',
  duration,
  '10s',
);

export class PersistenceConfig extends Config({
  DATABASE_URL,
  // A relay holds three of them while subscribers of the same service work on what it publishes.
  DATABASE_POOL_SIZE: setting('Connections that a service may hold', integer(5, 200), '10'),
  DATABASE_CONNECTION_TIMEOUT: setting(
    'How long to wait for a connection, a new one or a free one; a request waits no longer than its own time',
    duration,
    '5s',
  ),
  DATABASE_CONNECTION_MAX_AGE: setting(
    'Age at which a connection is replaced, or up to a quarter earlier: how soon connections move on after a failover',
    duration,
    '30m',
  ),
  DATABASE_PREPARED_STATEMENTS: setting(
    'Whether statements are prepared by name: off for a pooler that does not keep them, such as PgBouncer before 1.21 or with max_prepared_statements=0 in transaction mode',
    z.enum(['on', 'off']),
    'on',
  ),
  DATABASE_STATEMENT_TIMEOUT,
  IDEMPOTENCY_TTL: setting(
    'How long the response of a request can be replayed by its Idempotency-Key',
    duration,
    '24h',
  ),
}) {}

/** What the migration job reads, and standalone, which migrates by itself. */
export class MigrationConfig extends Config({
  DATABASE_URL,
  DATABASE_STATEMENT_TIMEOUT,
  DATABASE_MIGRATION_URL: {
    ...setting(
      'Where migrations connect to: past a connection pooler, or as a user who may create schemas and roles; empty for DATABASE_URL',
      z.union([z.literal(''), postgresUrl]),
      '',
    ),
    secret: true,
  },
  DATABASE_ROLE_PASSWORDS: secretSetting(
    'Passwords with which the roles of services log in, comma-separated service=password: migrations set them, and `npm start` ' +
      'and `npm run services` use them. Empty: services connect as a user who may act as their roles',
    rolePasswords,
    '',
  ),
  DATABASE_MIGRATION_WAIT: setting(
    'How long `npm run db:migrate` waits for a database or message broker that cannot be used yet, as at a first installation',
    duration,
    '0s',
  ),
  DATABASE_MIGRATION_LOCK_TIMEOUT: setting(
    'How long a migration waits for a lock before it lets the requests behind it pass and tries again',
    duration.refine(
      (ms) => ms > 0 && ms < LOCK_TIMEOUT_MS,
      `must be longer than 0s and shorter than ${LOCK_TIMEOUT_MS / 1000}s`,
    ),
    '3s',
  ),
  DATABASE_MIGRATION_RETRY_TIME: setting(
    'How long one migration is tried until it gets its locks; then `npm run db:migrate` fails and says who holds them',
    duration,
    '2m',
  ),
}) {
  get url(): string {
    return this.DATABASE_MIGRATION_URL === '' ? this.DATABASE_URL : this.DATABASE_MIGRATION_URL;
  }

  get limits(): MigrationLimits {
    return {
      lockTimeoutMs: this.DATABASE_MIGRATION_LOCK_TIMEOUT,
      retryForMs: this.DATABASE_MIGRATION_RETRY_TIME,
    };
  }
}
