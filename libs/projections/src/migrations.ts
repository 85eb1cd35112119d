import type { MigrationSource } from '@parley/kernel';

/** Read models of contacts and users, and the queue of contacts whose records have to be reindexed. */
export const projectionsMigrations: MigrationSource = {
  name: 'projections',
  folder: new URL('./migrations/', import.meta.url),
};
