import { contactDatabase, ContactModule } from '@parley/contact';
import { conversationDatabase, ConversationModule } from '@parley/conversation';
import { identityDatabase, IdentityModule } from '@parley/identity';
import {
  declaredSubscribers,
  migrateBus,
  pendingInBus,
  RabbitConfig,
  type Subscriptions,
} from '@parley/events';
import { fileDatabase, FileModule } from '@parley/file';
import { isSet, type Env } from '@parley/runtime/config';
import { showProgress } from '@parley/runtime/process/progress';
import { migrate, MigrationConfig, pendingMigrations, type MigrateOptions } from '@parley/persistence';
import { ticketDatabase, TicketModule } from '@parley/ticket';
import { webhookDatabase, WebhookModule } from '@parley/webhook';

/** The services, in the order in which they start. */
export const SERVICES = [
  { database: identityDatabase, module: IdentityModule },
  { database: contactDatabase, module: ContactModule },
  { database: conversationDatabase, module: ConversationModule },
  { database: ticketDatabase, module: TicketModule },
  { database: fileDatabase, module: FileModule },
  { database: webhookDatabase, module: WebhookModule },
];

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
  const {
    limits,
    DATABASE_ROLE_PASSWORDS: passwords,
    DATABASE_STATEMENT_TIMEOUT: statementTimeoutMs,
  } = config;
  const applied = await migrate(config.url, DATABASES, { limits, passwords, statementTimeoutMs, ...on });
  if (isSet('AMQP_URL', env)) await migrateBus(new RabbitConfig(env), subscriptionsOfAll());
  return applied;
}

/** {@link migrateAll} with a progress bar, if this is a terminal. `log` gets a line when a migration has to wait. */
export async function migrateWithProgress(
  env: Env,
  log: (line: string) => void,
  onApplied?: (name: string) => void,
): Promise<string[]> {
  const { url } = new MigrationConfig(env);
  const pending = process.stderr.isTTY ? await pendingMigrations(url, DATABASES) : [];
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

/** What `migrateAll` would apply. */
export async function pendingInAll(env: Env): Promise<string[]> {
  const migrations = await pendingMigrations(new MigrationConfig(env).url, DATABASES);
  if (!isSet('AMQP_URL', env)) return migrations;
  const services = DATABASES.map(({ service }) => service);
  const withoutQueues = await pendingInBus(new RabbitConfig(env), services);
  return [...migrations, ...withoutQueues.map((service) => `the queues of ${service}`)];
}
