import type { Migration, MigrationRunner } from '@parley/kernel';
import { dropSearchTable, fillSearchTable, searchTableOf, type Documented } from '@parley/persistence';

const TICKETS: Documented = {
  table: 'ticket',
  columns: ['subject', 'description', 'tags', 'custom_fields', 'contact_id'],
  title: 't.subject',
  texts: ['t.description'],
  contact: 't.contact_id',
};

/** The words of tickets, which they are found by (docs/adr/0011-search.md). */
export class TicketSearch1700000003100 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(searchTableOf(TICKETS));
    await fillSearchTable(
      runner,
      'ticket',
      'select workspace_id, mode, created_at, id, id, ticket_search_of(t) from ticket t',
    );
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(dropSearchTable(TICKETS));
  }
}
