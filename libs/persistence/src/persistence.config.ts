import { z } from 'zod';
import { SERVICES, type ServiceName } from '@parley/contracts';
import {
  commaList,
  Config,
  duration,
  integer,
  isPlaceholder,
  secretSetting,
  setting,
  withOwnPassword,
} from '@parley/kernel';

const postgresUrl = withOwnPassword(
  z.string().regex(/^postgres(ql)?:\/\/.+/, 'must be a postgres:// address'),
);

/** Generated ones: with neither `,` nor what a URL would have to escape. */
const rolePasswords = commaList.transform((entries, context): ReadonlyMap<ServiceName, string> => {
  const passwords = new Map<ServiceName, string>();
  for (const entry of entries) {
    const [, name = '', password = ''] = /^([a-z]+)=([\w~.-]{12,})$/.exec(entry) ?? [];
    const service = SERVICES.find((one) => one === name);
    if (service !== undefined && !isPlaceholder(password)) passwords.set(service, password);
    else
      context.addIssue({
        code: 'custom',
        message: 'must be service=password, with at least 12 random letters and digits',
      });
  }
  return passwords;
});

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
  DATABASE_ROLE_PASSWORDS: secretSetting(
    'Passwords with which the roles of services may log in, comma-separated service=password; migrations set them. Empty: ' +
      'services connect as a user who may act as their roles',
    rolePasswords,
    '',
  ),
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
