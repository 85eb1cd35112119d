// subscriber.mjs
import { BusConsumer, handle, PostgresInbox } from '@parley/bus';
import pg from 'pg';

const { env } = process;
const name = env.SUBSCRIBER_NAME ?? 'reporting-node';
const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 5 });
pool.on('error', (error) => console.error('database connection lost:', error.message));

await pool.query(`create table if not exists ticket_report (
  id text primary key, status text not null, sequence text not null)`);

// The inbox runs a handler once per event, in one transaction with the record that it did: `tx` is the connection.
const storeTicket = handle(['ticket.created', 'ticket.status_changed'], async (event, { tx }) => {
  // Retries may bring an older event after a newer one: the newest sequence wins.
  await tx.query(
    `insert into ticket_report (id, status, sequence) values ($1, $2, $3)
     on conflict (id) do update set status = excluded.status, sequence = excluded.sequence
      where ticket_report.sequence < excluded.sequence`,
    [event.data.id, event.data.status, event.sequence],
  );
  console.log(event.type, event.mode, event.data.id);
});

const consumer = new BusConsumer({
  url: env.AMQP_URL ?? 'amqp://localhost',
  prefix: env.BUS_PREFIX ?? 'parley',
  name, // also the name of the queue
  handlers: [storeTicket],
  inbox: new PostgresInbox(pool),
  // After the last attempt an event becomes a dead letter, in the queue reporting-node.dead.
  retryDelaysMs: (env.RETRY_DELAYS_MS ?? '1000,5000,30000,300000,1800000').split(',').map(Number),
  logger: console,
});

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await consumer.stop(); // takes no more events, and waits for the handlers that run
    await pool.end();
  });

await consumer.start();
console.log(`${name} is started`);
