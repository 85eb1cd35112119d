import { eventsMigrations } from '@parley/events';
import { searchMigrations } from '@parley/lists';
import type { ServiceDatabase } from '@parley/persistence';
import { projectionsMigrations } from '@parley/projections';
import { InboxRow } from './inboxes/inbox.entity.ts';
import { TicketRow } from './tickets/ticket.entity.ts';

export const ticketDatabase: ServiceDatabase = {
  service: 'ticket',
  entities: [InboxRow, TicketRow],
  migrations: [
    eventsMigrations,
    projectionsMigrations('ticket'),
    searchMigrations('ticket', [
      'number',
      'subject',
      'description',
      'external_id',
      'tags',
      'custom_fields',
      'contact_id',
    ]),
    { name: 'ticket', folder: new URL('./migrations/', import.meta.url) },
  ],
};
