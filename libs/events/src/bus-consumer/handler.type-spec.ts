import { contactDeleted, ticketCreated, ticketUpdated, userCreated, type Ticket } from '@parley/contracts';
import type pg from 'pg';
import { BusConsumer } from './bus-consumer.ts';
import { handle } from './handler.ts';
import { PostgresInbox } from './postgres-inbox.ts';

declare const pool: pg.Pool;
const options = { url: 'amqp://localhost', name: 'reporting', inbox: new PostgresInbox<pg.PoolClient>(pool) };

// Events have the types of their contracts, and the transaction that of the pool.
export const typed = new BusConsumer<pg.PoolClient>({
  ...options,
  handlers: [
    handle([ticketCreated, ticketUpdated], async ({ data, type, mode }, { tx }) => {
      const ticket: Ticket = data;
      const name: 'ticket.created' | 'ticket.updated' = type;
      const which: 'live' | 'test' = mode;
      await tx.query('select $1, $2, $3', [ticket.sla?.status, name, which]);
    }),
    handle(userCreated, ({ mode }) => Promise.resolve<null>(mode).then(() => undefined)),
    // @ts-expect-error -- a deleted contact has its id alone
    handle(contactDeleted, ({ data }) => Promise.resolve(data.email)),
  ],
});
