import { services } from '@parley/contracts';
import {
  declaredSubscribers,
  migrateBus,
  pendingInBus,
  RabbitConfig,
  type Subscriptions,
} from '@parley/events';
import { isSet, type Env } from '@parley/runtime/config';
import { showProgress } from '@parley/runtime/process/progress';
import type { ServiceDefinition } from '@parley/runtime/service';
import { migrate, MigrationConfig, pendingMigrations, type MigrateOptions } from '@parley/persistence';

/** The services, in the order in which they start: what the package of each exports. */
export const SERVICES = await Promise.all(
  services.map(async (name) => {
    const { service } = (await import(`@parley/${name}`)) as { service: ServiceDefinition };
    return service;
  }),
);

export const DATABASES = SERVICES.map(({ database }) => database);

/**
 * Brings the schemas of all services up to date, and then the queues and bindings of the broker, if there is one. Returns
 * the migrations that were applied.
 */
export async function migrateAll(
  env: Env,
  on: Pick<MigrateOptions, 'onApplied' | 'onWait'> = {},
): Promise<string[]> {
  const config = new MigrationConfig(env);
  const applied = await migrate(config.url, DATABASES, {
    limits: config.limits,
    passwords: config.DATABASE_ROLE_PASSWORDS,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT,
    ...on,
  });
  if (isSet('AMQP_URL', env)) await migrateBus(new RabbitConfig(env), subscriptionsOfAll());
  return applied;
}

/** {@link migrateAll} with a progress bar, if this is a terminal. `log` gets a line when a migration has to wait. */
export async function migrateWithProgress(
  env: Env,
  log: (line: string) => void,
  onApplied?: (name: string) => void,
): Promise<string[]> {
  const pending = process.stderr.isTTY ? await pendingSchemas(env) : [];
  const progress = showProgress('migrating', pending.length);
  let applied = 0;
  const count = (name: string) => {
    onApplied?.(name);
    progress.update((applied += 1));
  };
  const onWait = (line: string) => {
    progress.clear();
    log(line);
  };
  return migrateAll(env, { onApplied: count, onWait }).finally(() => progress.stop());
}

/** The event types that each service subscribes to. */
function subscriptionsOfAll(): Subscriptions {
  return new Map(
    SERVICES.map(({ database: { service }, module }) => {
      const types = declaredSubscribers(service, module).flatMap((subscriber) => [...subscriber.types]);
      return [service, new Set(types)];
    }),
  );
}

function pendingSchemas(env: Env): Promise<string[]> {
  const { url, DATABASE_ROLE_PASSWORDS: passwords } = new MigrationConfig(env);
  return pendingMigrations(url, DATABASES, passwords);
}

/** What `migrateAll` would apply. */
export async function pendingInAll(env: Env): Promise<string[]> {
  const migrations = await pendingSchemas(env);
  if (!isSet('AMQP_URL', env)) return migrations;
  const services = DATABASES.map(({ service }) => service);
  const withoutQueues = await pendingInBus(new RabbitConfig(env), services);
  return [...migrations, ...withoutQueues.map((service) => `the queues of ${service}`)];
}
