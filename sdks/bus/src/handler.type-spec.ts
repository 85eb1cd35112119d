import type pg from 'pg';
import { BusConsumer, handle, PostgresInbox, type BusEvent, type Ticket } from './index.ts';

declare const pool: pg.Pool;
const options = { url: 'amqp://localhost', name: 'reporting', inbox: new PostgresInbox<pg.PoolClient>(pool) };

// Events have the types of the AsyncAPI document, and the transaction that of the pool.
export const typed = new BusConsumer<pg.PoolClient>({
  ...options,
  handlers: [
    handle(['ticket.created', 'ticket.updated'], async ({ data, type, mode }, { tx }) => {
      const ticket: Ticket = data;
      const name: 'ticket.created' | 'ticket.updated' = type;
      await tx.query('select $1, $2, $3', [ticket.sla?.status, name, mode]);
    }),
    handle('user.created', async ({ data }, { attempt }) => {
      if (data.email === '' && attempt === 1) await Promise.resolve();
    }),
    // @ts-expect-error -- a deleted contact has its id alone
    handle('contact.deleted', ({ data }) => Promise.resolve(data.email)),
    // Types that the document does not have are those of other publishers.
    handle('invoice.paid', async ({ data, subject }, { tx }) => {
      await tx.query('select $1, $2', [data['amount'], subject]);
    }),
  ],
});

export function titleOf(event: BusEvent): string {
  return event.type === 'ticket.created' ? event.data.subject : event.id;
}
