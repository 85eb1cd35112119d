import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Database } from '@parley/persistence';
import { DueScheduler } from '@parley/projections';
import { dueTransitions, type TicketWithSummaries } from '../tickets/tickets.queries.ts';
import { emitSlaTransitions } from './sla-transitions.ts';

/** Emits the events of SLA transitions when they are due; reads compute the status. */
@Injectable()
export class SlaScheduler extends DueScheduler<TicketWithSummaries> {
  constructor(db: Database, @Inject(LOGGER) logger: Logger) {
    super(db, logger, { name: 'sla', ...dueTransitions, change: emitSlaTransitions });
  }
}
