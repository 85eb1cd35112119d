import { contactDatabase } from '@parley/contact';
import { conversationDatabase } from '@parley/conversation';
import { identityDatabase } from '@parley/identity';
import type { Env } from '@parley/kernel';
import { migrate, migrationUrl, pendingMigrations, PersistenceConfig } from '@parley/persistence';
import { ticketDatabase } from '@parley/ticket';
import { webhookDatabase } from '@parley/webhook';

export const DATABASES = [
  identityDatabase,
  contactDatabase,
  conversationDatabase,
  ticketDatabase,
  webhookDatabase,
];

/** Brings the schemas of all services up to date. Returns what was applied. */
export function migrateAll(env: Env): Promise<string[]> {
  return migrate(migrationUrl(new PersistenceConfig(env)), DATABASES);
}

/** What `migrateAll` would apply. */
export function pendingInAll(env: Env): Promise<string[]> {
  return pendingMigrations(migrationUrl(new PersistenceConfig(env)), DATABASES);
}
