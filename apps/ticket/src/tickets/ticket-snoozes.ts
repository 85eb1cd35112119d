import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Database } from '@parley/persistence';
import { AWAKE, DueScheduler } from '@parley/projections';
import { changeTicket } from './change-ticket.ts';
import { dueSnoozes, type TicketWithSummaries } from './tickets.queries.ts';

/** Wakes tickets when their snooze ends. */
@Injectable()
export class TicketSnoozes extends DueScheduler<TicketWithSummaries> {
  constructor(db: Database, @Inject(LOGGER) logger: Logger) {
    super(db, logger, {
      name: 'ticket_snooze',
      ...dueSnoozes,
      change: (tx, row, at) => changeTicket(tx, row, AWAKE, at),
    });
  }
}
