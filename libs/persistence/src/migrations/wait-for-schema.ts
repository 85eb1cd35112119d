import { setTimeout as delay } from 'node:timers/promises';
import { ServerVersionError } from '@parley/runtime/server-version';
import { isAccessRefused } from '../errors.ts';
import { pendingFiles, type ServiceMigrations } from './migrate.ts';
import { connected, type Query } from './migration-connection.ts';
import { MigrationError } from './migration-files.ts';
import { hasOwnLogin, roleOf, whyWithoutSettings } from '../client/service-login.ts';

const SCHEMA_POLL_MS = 500;

/**
 * Waits until the schema has what this release needs. Throws a MigrationError if waiting cannot help.
 * @param onWait gets the reason, at each look, and the names of all pending migrations.
 */
export async function untilMigrated(
  url: string,
  data: ServiceMigrations,
  onWait: (reason: string, pending: readonly string[]) => void,
  least?: string,
): Promise<void> {
  for (;;) {
    const waiting = await whyNotReached(url, data, least);
    if (waiting === undefined) return;
    onWait(waiting.reason, waiting.pending);
    await delay(SCHEMA_POLL_MS);
  }
}

async function whyNotReached(url: string, data: ServiceMigrations, least: string | undefined) {
  try {
    return await connected(url, (query) => whyNotMigrated(url, query, data), least);
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof ServerVersionError) throw new Error(`DATABASE_URL: ${message}`, { cause: error });
    if (isAccessRefused(error)) {
      const reason = `PostgreSQL refuses the role ${roleOf(data.service)}, whose password "npm run db:migrate" sets: ${message}`;
      if (hasOwnLogin(url, data.service)) return { reason, pending: [] };
      throw new Error(`DATABASE_URL: the database refuses the connection: ${message}`, { cause: error });
    }
    return { reason: `The database schema "${data.service}" cannot be read: ${message}`, pending: [] };
  }
}

async function whyNotMigrated(url: string, query: Query, data: ServiceMigrations) {
  const { service } = data;
  const pending = (await pendingFiles(query, data, 'any')).map(({ name }) => name);
  const [first, ...others] = pending;
  if (first === undefined) {
    const reason = hasOwnLogin(url, service) ? await whyWithoutSettings(query, service) : undefined;
    return reason === undefined ? undefined : { reason, pending };
  }
  const files = others.length === 0 ? first : `${first} and ${others.length} more`;
  const reason = `The database schema "${service}" is not up to date: run "npm run db:migrate" (pending: ${files})`;
  return { reason, pending };
}
