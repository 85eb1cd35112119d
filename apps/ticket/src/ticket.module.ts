import { Module } from '@nestjs/common';
import { CopiesMigration, ProjectionsModule } from '@parley/projections';
import { EventsMigration, EventsModule } from '@parley/events';
import { ENV, type Env } from '@parley/kernel';
import { PersistenceModule, SearchMigration } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { Ticket1700000001000 } from './migrations/1700000001000-ticket.ts';
import { TagKeys1700000002000 } from './migrations/1700000002000-tag-keys.ts';
import { ListIndexes1700000004001 } from './migrations/1700000004001-list-indexes.ts';
import { SlaTargets1700000005001 } from './migrations/1700000005001-sla-targets.ts';
import { TicketSearch1700000003100 } from './migrations/1700000003100-ticket-search.ts';
import { TicketConfig } from './ticket.config.ts';
import { InboxRow } from './inboxes/inbox.entity.ts';
import { Inboxes } from './inboxes/inboxes.handlers.ts';
import { WorkspaceSlaTargets } from './sla/sla-targets.handlers.ts';
import { SeedTickets } from './seed/seed.handlers.ts';
import { TicketRow } from './tickets/ticket.entity.ts';
import { References } from './tickets/references.ts';
import { SlaScheduler } from './sla/sla-scheduler.ts';
import { Tickets } from './tickets/tickets.handlers.ts';
import { TicketSubscribers } from './tickets/tickets.subscribers.ts';

/** Tickets with their inboxes and SLA timers. */
@Module({
  imports: [
    PersistenceModule.forService({
      service: 'ticket',
      entities: [InboxRow, TicketRow],
      migrations: [
        EventsMigration,
        CopiesMigration,
        Ticket1700000001000,
        TagKeys1700000002000,
        ListIndexes1700000004001,
        SlaTargets1700000005001,
        SearchMigration,
        TicketSearch1700000003100,
      ],
    }),
    EventsModule.forService('ticket'),
    RpcModule.forService('ticket'),
    ProjectionsModule,
  ],
  providers: [
    Tickets,
    TicketSubscribers,
    SlaScheduler,
    WorkspaceSlaTargets,
    References,
    Inboxes,
    SeedTickets,
    { provide: TicketConfig, inject: [ENV], useFactory: (env: Env) => new TicketConfig(env) },
  ],
})
export class TicketModule {}
