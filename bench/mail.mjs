// Measures how fast replies leave by mail, from POST to MAIL FROM at a local submission server, how many a second, and what a mailbox
// with a long queue costs the others.
import { randomBytes } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import { percentile } from '../test/setup/percentile.mjs';
import { startPlatform } from './platform.mjs';

const WARM_UP = 200;
const STEADY = { count: 300, perSecond: 10 };
const BURST = 2_000;
/** Conversations of the burst: in each, mails leave one after the other. */
const CONVERSATIONS = 200;
const QUEUED = 100_000;
const AT_ONCE = 16;

/** The submission server in a process of its own (mail-server.mjs). */
class MailServer {
  static async start() {
    const child = fork(join(import.meta.dirname, 'mail-server.mjs'));
    const [port] = await once(child, 'message');
    return Object.assign(new MailServer(), { child, port });
  }

  async ask(command) {
    this.child.send(command);
    return (await once(this.child, 'message'))[0];
  }

  /** Waits until `count` mails have arrived since the last `begin`, and returns the report. */
  received(count) {
    return eventually(async () => {
      const report = await this.ask('report');
      if (report.count < count) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        throw new Error(`${report.count} of ${count} mails arrived`);
      }
      return report;
    }, 600_000);
  }
}

/** Runs all cases on one platform; prints and returns lines for each. */
export async function benchMail() {
  const platform = await startPlatform();
  const server = await MailServer.start();
  try {
    const client = new Client(platform);
    const mailbox = await client.mailbox(server.port);
    const conversations = await client.conversations(mailbox, CONVERSATIONS);
    await client.burst(conversations, WARM_UP);
    await server.received(WARM_UP);
    await analyze(platform);
    const alone = await steady(client, server, conversations);
    const lines = [
      line('POST of a reply to MAIL FROM, p50', 'ms', percentile(alone, 0.5), '< 300'),
      line('the same, p99', 'ms', percentile(alone, 0.99), '< 2000'),
      ...(await throughput(client, server, mailbox, conversations)),
      ...(await besideLongQueue(platform, client, server, conversations, alone)),
    ];
    for (const { work, value, unit, goal } of lines)
      console.log(`${work}: ${value} ${unit}${goal && ` (goal ${goal})`}`);
    return lines;
  } finally {
    server.child.kill();
    await platform.stop();
  }
}

/** As autovacuum does within a minute of many writes: until then, statements have plans for empty tables. */
const analyze = (platform) => platform.database.query('analyze');

/** Delays from POST to MAIL FROM in milliseconds, at a steady rate. */
async function steady(client, server, conversations) {
  await server.ask('begin');
  const posted = new Map();
  const began = performance.now();
  const replies = [];
  for (let index = 0; index < STEADY.count; index += 1) {
    const wait = began + (index * 1000) / STEADY.perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const token = randomBytes(6).toString('hex');
    posted.set(token, Date.now());
    replies.push(client.reply(conversations[index % conversations.length], token));
  }
  await Promise.all(replies);
  const { arrivals } = await server.received(STEADY.count);
  return [...posted].map(([token, at]) => arrivals[token] - at);
}

/** While the API takes replies on the same cores, and from a queue that was full before. */
async function throughput(client, server, mailbox, conversations) {
  const rateOf = ({ count, seconds }) => Math.round(count / seconds);
  await server.ask('begin');
  await client.burst(conversations, BURST);
  const together = rateOf(await server.received(BURST));
  await client.update(mailbox, { status: 'disabled' });
  await client.burst(conversations, BURST);
  await server.ask('begin');
  await client.update(mailbox, { status: 'connected' });
  const sending = rateOf(await server.received(BURST));
  return [
    line('replies by mail while they are written', 'mails/s', together, ''),
    line('mails to a local server from a full queue', 'mails/s', sending, '>= 100'),
  ];
}

/** The same rate while 100,000 mails wait in another mailbox, whose server takes one at a time. */
async function besideLongQueue(platform, client, server, conversations, alone) {
  const busy = await client.mailbox(server.port, { limits: { per_minute: 60, concurrency: 1 } });
  await platform.database.query(
    `insert into mail.outgoing_mail (workspace_id, mode, id, version, mailbox_id, conversation_id, message_id, number, status,
       due_at, expires_at, recipients, created_at, updated_at)
     select b.workspace_id, b.mode, gen_random_uuid(), 1, b.id, gen_random_uuid(), gen_random_uuid(), 1, 'queued', now(),
            now() + interval '3 days', '[]', now(), now()
       from mail.mailbox b, generate_series(1, $2::int) where b.name = $1`,
    [busy.name, QUEUED],
  );
  await analyze(platform);
  const beside = await steady(client, server, conversations);
  const [p95, p95Alone] = [percentile(beside, 0.95), percentile(alone, 0.95)];
  return [
    line('POST to MAIL FROM, p95 alone', 'ms', p95Alone, ''),
    line('the same beside a mailbox with 100,000 waiting', 'ms', p95, ''),
    line('ratio of both', '', Math.round((p95 / p95Alone) * 100) / 100, '< 1.2'),
  ];
}

const line = (work, unit, value, goal) => ({ work, value, unit, goal });

/** What a client of the API does. */
class Client {
  constructor({ url, headers }) {
    this.url = url;
    this.headers = { ...headers, 'content-type': 'application/json' };
  }

  async post(path, body, method = 'POST') {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: this.headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()).data;
  }

  mailbox(port, fields = {}) {
    const name = randomBytes(6).toString('hex');
    return this.post('/v1/mailboxes', {
      name,
      address: `${name}@bench.example`,
      limits: { per_minute: 10_000, concurrency: 20 },
      transport: { type: 'smtp', host: '127.0.0.1', port, security: 'none' },
      ...fields,
    });
  }

  update({ id }, changes) {
    return this.post(`/v1/mailboxes/${id}`, changes, 'PATCH');
  }

  async conversations({ id }, count) {
    const made = [];
    for (let index = 0; index < count; index += 1)
      made.push(
        await this.post('/v1/conversations', {
          contact: { email: `${randomBytes(6).toString('hex')}@customer.example` },
          mailbox_id: id,
        }),
      );
    return made;
  }

  reply({ id }, token = randomBytes(6).toString('hex')) {
    const body = { body: 'We are looking into it. '.repeat(20), email: { subject: `Order ${token}` } };
    return this.post(`/v1/conversations/${id}/messages`, body);
  }

  /** Replies as fast as some clients at a time can write them. */
  async burst(conversations, count) {
    let next = 0;
    const work = async () => {
      while (next < count) {
        const index = next;
        next += 1;
        await this.reply(conversations[index % conversations.length]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
}
