import type { MigrationSource } from '@parley/runtime/context';

/**
 * The functions that turn texts and queries into search words, and the table of the words of a record
 * (docs/adr/0011-search.md). The service defines `<record>_search_vector`.
 * @param record the table of the records.
 * @param columns what their words are made of.
 */
export function searchMigrations(record: string, columns: readonly string[]): MigrationSource {
  return { name: 'search', folder: new URL('./migrations/', import.meta.url), names: { record, columns } };
}
