import { contactDatabase, ContactModule } from '@parley/contact';
import { conversationDatabase, ConversationModule } from '@parley/conversation';
import { identityDatabase, IdentityModule } from '@parley/identity';
import type { Env } from '@parley/kernel';
import { migrate, MigrationConfig, pendingMigrations, type MigrateOptions } from '@parley/persistence';
import { ticketDatabase, TicketModule } from '@parley/ticket';
import { webhookDatabase, WebhookModule } from '@parley/webhook';

/** In the order in which they start. */
export const SERVICES = [
  { database: identityDatabase, module: IdentityModule },
  { database: contactDatabase, module: ContactModule },
  { database: conversationDatabase, module: ConversationModule },
  { database: ticketDatabase, module: TicketModule },
  { database: webhookDatabase, module: WebhookModule },
];

export const DATABASES = SERVICES.map(({ database }) => database);

/** Brings the schemas of all services up to date. Returns what was applied. */
export function migrateAll(
  env: Env,
  on: Pick<MigrateOptions, 'onApplied' | 'onWait'> = {},
): Promise<string[]> {
  const config = new MigrationConfig(env);
  const { limits, DATABASE_ROLE_PASSWORDS: passwords } = config;
  return migrate(config.url, DATABASES, { limits, passwords, ...on });
}

/** What `migrateAll` would apply. */
export function pendingInAll(env: Env): Promise<string[]> {
  return pendingMigrations(new MigrationConfig(env).url, DATABASES);
}
