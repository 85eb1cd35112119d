import type { MigrationSource } from '@parley/kernel';

/** The functions that turn texts and queries into search words (docs/adr/0011-search.md). */
export const searchMigrations: MigrationSource = {
  name: 'search',
  folder: new URL('./migrations/', import.meta.url),
};
