import { Module } from '@nestjs/common';
import { ticketTagsChanged } from '@parley/contracts';
import { ProjectionsModule, TagChangeJob, TagChangeSubscribers, TaggedRecords } from '@parley/projections';
import { EventsModule } from '@parley/events';
import { ENV, type Env } from '@parley/runtime/config';
import { PersistenceModule, ServiceErasure } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { ticketDatabase } from './ticket.database.ts';
import { TicketConfig } from './ticket.config.ts';
import { Inboxes } from './inboxes/inboxes.handlers.ts';
import { InboxSubscribers } from './inboxes/inboxes.subscribers.ts';
import { WorkspaceSlaTargets } from './sla/sla-targets.handlers.ts';
import { SeedTickets } from './seed/seed.handlers.ts';
import { References } from './tickets/references.ts';
import { SlaScheduler } from './sla/sla-scheduler.ts';
import { TicketRow } from './tickets/ticket.entity.ts';
import { findTicketsToRetag, lockTickets } from './tickets/tickets.queries.ts';
import { MatchingTickets } from './tickets/matching-tickets.handlers.ts';
import { Tickets } from './tickets/tickets.handlers.ts';
import { TicketLinks } from './tickets/links/ticket-links.handlers.ts';
import { ConversationMergeSubscribers } from './tickets/merging/conversation-merges.subscribers.ts';
import { TicketMerging } from './tickets/merging/ticket-merging.handlers.ts';
import { TicketPages } from './tickets/ticket-pages.handlers.ts';
import { TicketMacros } from './tickets/ticket-macros.handlers.ts';
import { TicketUpdates } from './tickets/ticket-updates.ts';
import { TicketMessages } from './tickets/ticket-messages.handlers.ts';
import { TicketUpserts } from './tickets/ticket-upserts.handlers.ts';
import { RedactionSubscribers } from './tickets/redaction.subscribers.ts';
import { TicketSubscribers } from './tickets/tickets.subscribers.ts';
import { TicketAssignments } from './tickets/ticket-assignments.handlers.ts';
import { TicketSnoozes } from './tickets/ticket-snoozes.ts';
import { TicketErasure } from './tickets/ticket-erasure.ts';

const TAGGED = new TaggedRecords({
  kind: 'ticket',
  entity: TicketRow,
  page: findTicketsToRetag,
  lock: lockTickets,
  changed: ticketTagsChanged,
});

@Module({
  imports: [
    PersistenceModule.forService(ticketDatabase),
    EventsModule.forService('ticket'),
    RpcModule.forService('ticket'),
    ProjectionsModule,
  ],
  providers: [
    Tickets,
    { provide: ServiceErasure, useClass: TicketErasure },
    TicketLinks,
    ConversationMergeSubscribers,
    TicketMerging,
    MatchingTickets,
    TicketMacros,
    TicketMessages,
    TicketPages,
    TicketUpdates,
    TicketUpserts,
    TicketSubscribers,
    RedactionSubscribers,
    SlaScheduler,
    TicketAssignments,
    TicketSnoozes,
    WorkspaceSlaTargets,
    References,
    Inboxes,
    InboxSubscribers,
    SeedTickets,
    TagChangeJob,
    TagChangeSubscribers,
    { provide: TaggedRecords, useValue: TAGGED },
    { provide: TicketConfig, inject: [ENV], useFactory: (env: Env) => new TicketConfig(env) },
  ],
})
export class TicketModule {}
