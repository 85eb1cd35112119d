import type { Migration, MigrationRunner } from '@parley/kernel';
import { dropSearchTable, fillSearchTable, searchTableOf, type Documented } from '@parley/persistence';

const CONTACTS: Documented = {
  table: 'contact',
  columns: ['name', 'email', 'phone', 'company', 'custom_fields'],
  // Digits of a number also as one word: nobody knows how it was grouped.
  title: 't.name',
  texts: ['t.email', 't.phone', `regexp_replace(t.phone, '\\D+', '', 'g')`, 't.company'],
};

/** The words of contacts, which they are found by (docs/adr/0011-search.md). */
export class ContactSearch1700000003100 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(searchTableOf(CONTACTS));
    await fillSearchTable(
      runner,
      'contact',
      'select workspace_id, mode, created_at, id, id, contact_search_of(t) from contact t',
    );
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(dropSearchTable(CONTACTS));
  }
}
