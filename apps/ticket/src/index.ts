export { ticketDatabase } from './ticket.database.ts';
export { TicketConfig } from './ticket.config.ts';
export { TicketModule } from './ticket.module.ts';
