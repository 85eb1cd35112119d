// The subscriber of scenarios.json: its handler does what an event says, and each line that it prints is what happens.
//   node subscriber.mjs                                   consumes until SIGTERM
//   node subscriber.mjs list|replay|discard [ids as JSON] prints dead letters
// SUBSCRIBER has the settings as JSON.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BusConsumer,
  DeadLetterQueue,
  handle,
  isNewer,
  PostgresInbox,
  UnprocessableEventError,
} from '@parley/bus';
import pg from 'pg';

const settings = JSON.parse(process.env.SUBSCRIBER);
const { url, name, prefix, types, unbind, fails, killBefore } = settings;
const { process: self, retryDelaysMs, unknownWaitMs, handlerTimeoutMs } = settings;
const print = (...words) => console.log(self, ...words);
const die = () => process.kill(process.pid, 'SIGKILL');

class Inbox extends PostgresInbox {
  async process(...args) {
    const isNew = await super.process(...args);
    if (killBefore === 'acknowledgement') die();
    return isNew;
  }
}

async function work(event, { tx, attempt, signal }) {
  const { waitMs = 0, failUntil = 0, unprocessable = false } = event.data;
  print('handling', event.id);
  await tx.query('insert into effect values ($1, $2)', [event.id, `${self} ${attempt}`]);
  const { rows } = await tx.query('select sequence from record where subject = $1', [event.subject]);
  if (isNewer(event, rows[0]?.sequence))
    await tx.query(
      'insert into record values ($1, $2) on conflict (subject) do update set sequence = excluded.sequence',
      [event.subject, event.sequence],
    );
  if (attempt === 1) await sleep(waitMs, undefined, { signal });
  if (killBefore === 'commit') die();
  if (fails || attempt <= failUntil) throw new Error('the handler failed');
  if (unprocessable) throw new UnprocessableEventError('no such tenant');
  print('handled', event.id);
}

async function consume() {
  const pool = new pg.Pool({ connectionString: settings.databaseUrl, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => undefined);
  const consumer = new BusConsumer({
    url,
    name,
    prefix,
    unbind,
    retryDelaysMs,
    unknownWaitMs,
    handlerTimeoutMs,
    replicas: 1,
    inbox: new Inbox(pool),
    handlers: [handle(types, work)],
  });
  const stopped = new Promise((resolve) => process.once('SIGTERM', resolve));
  await consumer.start();
  let wasConsuming = false;
  const watching = setInterval(() => {
    const isConsuming = consumer.isConsuming();
    if (isConsuming !== wasConsuming) print(isConsuming ? 'consumes' : 'pauses');
    wasConsuming = isConsuming;
  }, 10);
  await stopped;
  clearInterval(watching);
  await consumer.stop();
  await pool.end();
  print('counters', JSON.stringify(consumer.counters));
}

const [command, ids] = process.argv.slice(2);
if (command === undefined) await consume();
else {
  const letters = new DeadLetterQueue(url, name);
  const found = command === 'list' ? await letters.list() : await letters[command](JSON.parse(ids));
  console.log(JSON.stringify(found));
}
