import type { MigrationSource } from '@parley/runtime/context';

/** Outbox, processed events and dead letters. */
export const eventsMigrations: MigrationSource = {
  name: 'events',
  folder: new URL('./migrations/', import.meta.url),
};
