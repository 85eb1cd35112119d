import type { ServiceDefinition } from '@parley/runtime/service';
import { TicketConfig } from './ticket.config.ts';
import { ticketDatabase } from './ticket.database.ts';
import { TicketModule } from './ticket.module.ts';

export { TicketConfig };
export const service: ServiceDefinition = {
  database: ticketDatabase,
  module: TicketModule,
  configs: [TicketConfig],
};
