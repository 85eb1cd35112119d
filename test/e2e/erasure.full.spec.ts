import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { connected, eventually, Receiver, type TestWorkspace } from '@parley/testing';
import { operate } from '../../apps/cli/src/operate.fixture.ts';
import { readMails, receivingMailbox, sendMail } from './arriving-mails.ts';
import { databaseUrl, operator, operatorEnv } from './platform.ts';

/** A person whose data can be searched for in every row of every table. */
function person() {
  const unique = randomBytes(6).toString('hex');
  return { email: `dana.${unique}@example.com`, name: `Dana Reyes-${unique}`, phone: `+49 30 ${unique}` };
}
const receiver = await Receiver.start();
const database = await connected(databaseUrl);
afterAll(async () => {
  await database.end();
  await receiver.close();
});

const run = async (command: string, args: string[]) =>
  JSON.parse(await operate(command, args, operatorEnv)) as Record<string, unknown>;
const failure = (command: string, args: string[]) =>
  operate(command, args, operatorEnv).then(
    () => undefined,
    (error: unknown) => {
      const { exitCode, message } = error as { exitCode: number; message: string };
      return { exitCode, message };
    },
  );

interface Table {
  schema: string;
  name: string;
  has_mode: boolean;
}

/** Tables with a workspace, from the catalog. The record of an erasure holds ids alone, and goes after a day. */
async function tablesOfWorkspaces(): Promise<Table[]> {
  const { rows } = await database.query<Table>(
    `select table_schema as schema, table_name as name, bool_or(column_name = 'mode') as has_mode
       from information_schema.columns join pg_tables on schemaname = table_schema and tablename = table_name
      where table_schema in ('identity', 'contact', 'conversation', 'ticket', 'file', 'mail', 'webhook') and table_name <> 'erasure'
      group by 1, 2 having bool_or(column_name = 'workspace_id') order by 1, 2`,
  );
  return rows;
}

/** Rows of a workspace by table, without those that have none. */
async function rowsOf(
  workspace: api.Id<'workspace'>,
  mode?: 'live' | 'test',
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { schema, name, has_mode: hasMode } of await tablesOfWorkspaces()) {
    if (mode !== undefined && !hasMode) continue;
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::int as n from ${schema}.${name} where workspace_id = $1 ${mode === undefined ? '' : 'and mode = $2'}`,
      [api.uuidOf('workspace', workspace), ...(mode === undefined ? [] : [mode])],
    );
    const n = rows[0]?.n ?? 0;
    if (n > 0) counts[`${schema}.${name}`] = n;
  }
  return counts;
}

/** Tables whose rows are removed in the background. */
const QUEUE = /outbox|reindex|wakeup/;

/** Without what is written and removed in the background. */
const recordsIn = (rows: Readonly<Record<string, number>>) =>
  Object.entries(rows).filter(
    ([table]) => /^(contact|conversation|ticket|file)\./.test(table) && !QUEUE.test(table),
  );

/** The tables that have a row, or an encoded body, with one of these texts. */
async function tablesWith(...texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('identity', 'contact', 'conversation', 'ticket', 'file', 'mail', 'webhook') and tablename <> 'erasure'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const body = /^webhook\.event(_\d+)?$/.test(name) ? `|| convert_from(t.body, 'UTF8')` : '';
    const { rows } = await database.query(
      `select from ${name} t where exists (select from unnest($1::text[]) needle where strpos(t::text ${body}, needle) > 0) limit 1`,
      [texts],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Without URLs of files, which are signed at every read. */
const unsigned = (records: unknown) =>
  JSON.parse(JSON.stringify(records).replace(/"url":"[^"]+"/g, '"url":"…"')) as unknown;

/** Until the events of so many calls of `fill` have been processed and delivered. */
async function settled(workspace: TestWorkspace, fills: 1 | 2): Promise<void> {
  const id = api.uuidOf('workspace', workspace.credentials.workspace_id);
  // Per mode: 7 events of each call, those of the second to two webhooks, and once that of the new tag.
  const delivered = { 1: 16, 2: 44 }[fills];
  await eventually(async () => {
    const { rows } = await database.query<Record<'delivered' | 'queued' | 'tagged', number>>(
      `select (select count(*)::int from webhook.completed_delivery where workspace_id = $1) as delivered,
              (select count(*)::int from webhook.delivery where workspace_id = $1) as queued,
              (select count(*)::int from conversation.tag_use where workspace_id = $1) as tagged`,
      [id],
    );
    expect(rows).toEqual([{ delivered, queued: 0, tagged: 4 * fills }]);
  });
}

/** Records of every kind in both modes. */
async function fill(workspace: TestWorkspace, someone = person()) {
  const made = [];
  for (const client of [workspace.live, workspace.test]) {
    await client.ok(api.createWebhook, { body: { url: receiver.url, events: ['*'] } });
    const { data: contact } = await client.ok(
      api.createContact,
      { body: { ...someone, custom_fields: { home: `Home of ${someone.name}` } } },
      { 'idempotency-key': someone.email },
    );
    const { data: conversation } = await client.ok(api.createConversation, {
      body: {
        contact: { id: contact.id },
        subject: `From ${someone.name}`,
        message: { body: 'Printer on fire' },
        tags: ['vip'],
      },
    });
    const params = { conversation_id: conversation.id };
    await client.ok(api.createMessage, {
      params,
      body: { body: `I am ${someone.name}`, author: { type: 'contact' } },
    });
    await client.ok(api.createMessage, {
      params,
      body: {
        body: `Agent's answer to ${someone.email.slice(5, 17)}`,
        attachments: [new File([someone.name], 'offer.txt')],
      },
    });
    const { data: ticket } = await client.ok(api.createTicket, {
      body: {
        subject: `Call ${someone.phone}`,
        description: someone.name,
        contact: { id: contact.id },
        custom_fields: { who: someone.email },
        tags: ['vip'],
      },
    });
    made.push({ contact, conversation, ticket });
  }
  return made as [(typeof made)[0], (typeof made)[0]];
}

/** Runs an export, which writes as it goes. */
async function exported(args: string[]): Promise<string> {
  const output = new PassThrough();
  const written = text(output);
  await operate('contact:export', args, operatorEnv, output);
  output.end();
  return written;
}

describe('contact:export', () => {
  it('writes everything that is stored about a contact, in the shape of the API', async () => {
    const workspace = await operator.workspace();
    const { live } = workspace;
    const [{ contact, conversation, ticket }] = await fill(workspace);
    await fill(workspace);
    const params = { conversation_id: conversation.id };
    for (let count = 0; count < 101; count += 1)
      await live.ok(api.createMessage, { params, body: { body: `Message ${count}` } });
    const target = ['--workspace', workspace.credentials.workspace_id, '--contact', contact.id];
    const printed = await exported(target);
    const found = JSON.parse(printed) as Record<string, { id: string }[]>;
    expect(Object.keys(found)).toEqual(['contact', 'conversations', 'messages', 'tickets', 'audit_entries']);
    expect(found['contact']).toEqual(
      (await live.ok(api.getContact, { params: { contact_id: contact.id } })).data,
    );
    expect(found['conversations']).toEqual([(await live.ok(api.getConversation, { params })).data]);
    expect(found['tickets']).toEqual([
      (await live.ok(api.getTicket, { params: { ticket_id: ticket.id } })).data,
    ]);
    const { data: first } = await live.ok(api.listMessages, { params, query: { per_page: '100' } });
    expect(found['messages']).toHaveLength(104);
    expect(unsigned(found['messages']?.slice(0, 100))).toEqual(unsigned(first));
    expect(new Set(found['messages']?.map(({ id }) => id)).size).toBe(104);

    const file = join(await mkdtemp(join(tmpdir(), 'parley-export-')), 'dana.json');
    const done = await run('contact:export', [...target, '--file', file]);
    expect(done).toMatchObject({ file, records: { messages: 104, tickets: 1 } });
    expect(unsigned(JSON.parse(await readFile(file, 'utf8')))).toEqual(unsigned(JSON.parse(printed)));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await failure('contact:export', [...target, '--file', file])).toMatchObject({ exitCode: 2 });
    await rm(dirname(file), { recursive: true });
  });
});

describe('workspace:delete', () => {
  it('revokes the credentials at once and leaves no row of the workspace in any table', async () => {
    const [workspace, other] = [await operator.workspace(), await operator.workspace()];
    const id = workspace.credentials.workspace_id;
    const of = { workspace: id, email: 'b@example.com' };
    await operator.run(api.createUser, { ...of, name: 'B', role: 'agent', team: 'T' });
    await operator.run(api.createPat, { ...of, name: 'P', scopes: 'tickets:read' });
    await operator.run(api.createInbox, { workspace: id, name: 'Support' });
    await fill(workspace);
    await fill(other);
    await settled(workspace, 1);
    await settled(other, 1);
    const before = await rowsOf(id);
    const others = recordsIn(await rowsOf(other.credentials.workspace_id));
    expect(Object.keys(before).length).toBeGreaterThan(25);

    const refused = await failure('workspace:delete', ['--workspace', id, '--confirm', 'Best']);
    expect(refused).toEqual({ exitCode: 2, message: expect.stringContaining('confirm: must be the name') });
    // The use of credentials is still being recorded, and what waits in a queue leaves it.
    const kept = await rowsOf(id);
    for (const [table, rows] of Object.entries(before).filter(([name]) => !QUEUE.test(name)))
      expect({ table, isKept: (kept[table] ?? 0) >= rows }).toEqual({ table, isKept: true });

    const done = await run('workspace:delete', ['--workspace', id, '--confirm', 'Test']);
    expect(done).toMatchObject({ workspace: id, status: 'completed' });
    expect((await workspace.live.call(api.getMe, {})).status).toBe(401);
    expect((await workspace.test.call(api.getMe, {})).status).toBe(401);
    expect(await rowsOf(id)).toEqual({});
    expect(await tablesWith(id, api.uuidOf('workspace', id))).toEqual([]);
    const again = await run('workspace:delete', ['--workspace', id, '--confirm', 'Test']);
    expect(again).toMatchObject({ workspace: id, status: 'completed' });

    expect(recordsIn(await rowsOf(other.credentials.workspace_id))).toEqual(others);
    expect((await other.live.ok(api.listTickets, { query: {} })).data).toHaveLength(1);
  });
});

it('workspace:reset-test-data deletes the data of test mode, and neither its settings nor live data', async () => {
  const workspace = await operator.workspace();
  const { live, test } = workspace;
  const id = workspace.credentials.workspace_id;
  await operator.run(api.createInbox, { workspace: id, name: 'Support' });
  await fill(workspace);
  await settled(workspace, 1);
  const liveRows = await rowsOf(id, 'live');
  const done = await run('workspace:reset-test-data', ['--workspace', id]);
  expect(done).toMatchObject({ workspace: id, status: 'completed' });
  expect(await rowsOf(id, 'live')).toEqual(liveRows);
  const left = await rowsOf(id, 'test');
  expect(
    Object.keys(left)
      .filter((table) => !/\.row_count$/.test(table))
      .sort(),
  ).toEqual(['identity.token', 'ticket.inbox', 'webhook.webhook']);
  for (const list of [api.listTickets, api.listConversations, api.listContacts])
    expect((await test.ok(list, { query: {} })).meta.total_count).toBe(0);
  expect((await test.ok(api.listWebhooks, { query: {} })).data).toHaveLength(1);
  expect((await live.ok(api.listTickets, { query: {} })).meta.total_count).toBe(1);
  await test.ok(api.createTicket, { body: { subject: 'New' } });
  expect((await test.ok(api.listTickets, { query: {} })).meta.total_count).toBe(1);
});

/** Services that subscribe to messages. */
const SUBSCRIBED = ['file', 'ticket', 'webhook'];

/**
 * Stores the events of a conversation's messages as dead letters, and one of a message with the body `later` that is written in
 * an hour. They count as replayed: commands of other tests leave them alone.
 */
async function deadLetter(conversation: api.Id<'conversation'>, later: string): Promise<void> {
  type Envelope = Record<'type' | 'time' | 'mode', string> & {
    workspaceid: api.Id<'workspace'>;
    data: { body: string };
  };
  const { rows } = await database.query<{ envelope: Envelope }>(
    `select envelope from conversation.outbox
      where type = 'message.created' and envelope -> 'data' ->> 'conversation_id' = $1`,
    [conversation],
  );
  const sent = rows.map(({ envelope }) => envelope);
  const answer = sent.find(({ data }) => data.body.startsWith('Agent')) as Envelope;
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const letters = [...sent, { ...answer, time: inAnHour, data: { ...answer.data, body: later } }];
  // Those without a type could not be read.
  const typed = letters.flatMap((envelope) => [envelope.type, null].map((type) => ({ type, envelope })));
  for (const service of SUBSCRIBED)
    for (const { type, envelope } of typed)
      await database.query(
        `insert into ${service}.dead_letter
           (id, consumer, type, workspace_id, mode, occurred_at, names, envelope, error, attempts, replayed_at)
         values (gen_random_uuid(), '${service}.test', $1, $2, $3, $4, $5, $6, 'failed', 8, now())`,
        [
          type,
          api.uuidOf('workspace', envelope.workspaceid),
          envelope.mode,
          envelope.time,
          api.namesIn(JSON.stringify(envelope)),
          JSON.stringify(envelope),
        ],
      );
}

describe('contact:erase', () => {
  it('removes what identifies a contact from its records and from every stored copy', async () => {
    const workspace = await operator.workspace();
    const { live } = workspace;
    const id = workspace.credentials.workspace_id;
    const someone = person();
    const [{ contact, conversation, ticket }] = await fill(workspace, someone);
    const other = person();
    const [{ conversation: ofOther }] = await fill(workspace, other);
    await settled(workspace, 2);
    await deadLetter(conversation.id, `After ${someone.email.slice(5, 17)}`);
    await deadLetter(ofOther.id, 'Later');
    // The contact of test mode has the same data.
    await run('workspace:reset-test-data', ['--workspace', id]);
    const traces = Object.values(someone);
    const params = { conversation_id: conversation.id };
    expect((await tablesWith(...traces)).length).toBeGreaterThan(8);
    const target = ['--workspace', id, '--contact', contact.id];
    const { data: sent } = await live.ok(api.listMessages, { params, query: {} });
    const [attachment] = sent.flatMap(({ attachments }) => attachments);
    const url = attachment?.url ?? '';
    expect(await (await fetch(url)).text()).toBe(someone.name);
    const done = await run('contact:erase', target);
    expect(done).toMatchObject({ contact: contact.id, status: 'completed' });
    expect((await fetch(url)).status).toBe(404);

    await eventually(async () => expect(await tablesWith(...traces)).toEqual([]));
    // What a user wrote in its conversation names nobody here; the outbox forgets it within a day.
    const answer = `Agent's answer to ${someone.email.slice(5, 17)}`;
    expect((await tablesWith(answer)).filter((table) => !/^conversation\.outbox/.test(table))).toEqual([]);
    // Of the other contact, and of a message that is not about this one.
    for (const kept of [
      `Agent's answer to ${other.email.slice(5, 17)}`,
      `After ${someone.email.slice(5, 17)}`,
    ])
      expect((await tablesWith(kept)).filter((table) => /dead_letter/.test(table)).toSorted()).toEqual(
        SUBSCRIBED.map((service) => `${service}.dead_letter`),
      );
    const { data: kept } = await live.ok(api.getConversation, { params });
    expect(kept).toMatchObject({ subject: null, contact: { id: contact.id, name: 'Deleted contact' } });
    const { data: messages } = await live.ok(api.listMessages, { params, query: {} });
    expect(messages.map(({ body, attachments }) => [body, attachments.length])).toEqual(
      Array.from({ length: 3 }, () => ['', 0]),
    );
    const { data: cleared } = await live.ok(api.getTicket, { params: { ticket_id: ticket.id } });
    expect(cleared).toMatchObject({ subject: 'Erased', description: null, custom_fields: {} });
    const [event] = await receiver.received('contact.deleted');
    expect(event?.body.data).toEqual({ id: contact.id });
    expect(await run('contact:erase', target)).toMatchObject({ status: 'completed' });
  });
});

it('contact:erase removes copies of what users wrote in conversations that were deleted before', async () => {
  const { live, credentials } = await operator.workspace();
  const { data: contact } = await live.ok(api.createContact, { body: person() });
  const { data: conversation } = await live.ok(api.createConversation, {
    body: { contact: { id: contact.id } },
  });
  const params = { conversation_id: conversation.id };
  const answer = `Answer ${crypto.randomUUID()}`;
  await live.ok(api.createMessage, { params, body: { body: answer } });
  await live.ok(api.deleteConversation, { params });
  await eventually(async () => {
    const { data } = await live.ok(api.listEvents, { query: { resource: conversation.id } });
    expect(data.map(({ event }) => event)).toContain('conversation.deleted');
    expect(await tablesWith(answer)).not.toContain('conversation.message');
  });
  expect(await tablesWith(answer)).toContain('webhook.event');
  await run('contact:erase', ['--workspace', credentials.workspace_id, '--contact', contact.id]);
  expect((await tablesWith(answer)).filter((table) => !/^conversation\.outbox/.test(table))).toEqual([]);
});

it('contact:erase removes what the contact wrote in a conversation that has another contact now', async () => {
  const { live, credentials } = await operator.workspace();
  const [someone, other] = [person(), person()];
  const { data: contact } = await live.ok(api.createContact, { body: someone });
  const { data: conversation } = await live.ok(api.createConversation, {
    body: { contact: { id: contact.id } },
  });
  const params = { conversation_id: conversation.id };
  const written = `I am ${someone.name}`;
  await live.ok(api.createMessage, {
    params,
    body: { body: written, author: { type: 'contact' }, attachments: [new File([someone.name], 'id.txt')] },
  });
  await live.ok(api.updateConversation, { params, body: { contact: { email: other.email } } });
  await live.ok(api.createMessage, { params, body: { body: 'I am another', author: { type: 'contact' } } });
  await run('contact:erase', ['--workspace', credentials.workspace_id, '--contact', contact.id]);
  const { data: messages } = await live.ok(api.listMessages, { params, query: {} });
  expect(messages.map(({ body, attachments }) => [body, attachments.length])).toEqual([
    ['', 0],
    ['I am another', 0],
  ]);
  const left = await tablesWith(...Object.values(someone));
  expect(left.filter((table) => /conversation\.(message|conversation)/.test(table))).toEqual([]);
});

it('contact:erase removes what channels know of a contact', async () => {
  const { live, credentials } = await operator.workspace();
  const someone = person();
  const { email, name, phone } = someone;
  const { data: connection } = await live.ok(api.createConnection, { body: { name: 'SMS', type: 'sms' } });
  const inbound = {
    external_id: `${phone}/1`,
    external_conversation_id: phone,
    from: { handle: phone, ...someone },
  };
  const { data: received } = await live.ok(api.receiveMessage, {
    params: { connection_id: connection.id },
    body: { ...inbound, body: `I am ${name}` },
  });
  const transport = { type: 'sandbox' } as const;
  const { data: mailbox } = await live.ok(api.createMailbox, {
    body: { name: 'Mail', address: `${crypto.randomUUID()}@desk.example`, transport },
  });
  const { id } = received.author as { id: api.Id<'contact'> };
  const { data: mailed } = await live.ok(api.createConversation, {
    body: { contact: { id }, mailbox_id: mailbox.id },
  });
  const hidden = person().email;
  const written = { body: 'Hello', email: { html: `<p>${name}</p>`, subject: `To ${name}`, bcc: [hidden] } };
  for (const [conversation_id, body, recipients] of [
    [received.conversation_id, { body: 'Hello' }, 1],
    [mailed.id, written, 2],
  ] as const) {
    const params = { conversation_id };
    const { data: sent } = await live.ok(api.createMessage, { params, body });
    expect(sent.delivery?.recipients).toHaveLength(recipients);
  }
  // Of the mail, what becomes of it is known.
  await eventually(async () => {
    const { data } = await live.ok(api.listMessages, { params: { conversation_id: mailed.id }, query: {} });
    expect(['sent', 'delivered']).toContain(data[0]?.delivery?.status);
  });
  await run('contact:erase', ['--workspace', credentials.workspace_id, '--contact', id]);
  await eventually(async () => {
    const left = await tablesWith(email, name, phone, hidden);
    // It is named as a recipient in events of a day.
    expect(left.filter((table) => !/^(conversation|mail)\.outbox/.test(table))).toEqual([]);
  });
  for (const conversation_id of [received.conversation_id, mailed.id]) {
    const { data } = await live.ok(api.listMessages, { params: { conversation_id }, query: {} });
    for (const { body, email: mail, delivery } of data)
      expect({ body, mail, recipients: delivery?.recipients ?? [] }).toEqual({
        body: '',
        mail: null,
        recipients: [],
      });
  }
});

it('contact:erase removes the mails of a contact that are in quarantine, and those of nobody else', async () => {
  const workspace = await operator.workspace();
  const { live, credentials } = workspace;
  const mailbox = await receivingMailbox(workspace);
  const domain = `${crypto.randomUUID()}.example`;
  await live.ok(api.createSenderRule, { body: { sender: domain, action: 'block' } });
  const someone = { ...person(), email: `dana@${domain}` };
  const other = `kim@${domain}`;
  for (const [name, email] of [
    [someone.name, someone.email],
    ['Kim', other],
  ] as const)
    await sendMail({
      from: `${name} <${email}>`,
      to: mailbox.address,
      subject: `I am ${name}`,
      envelopeFrom: email,
    });
  await readMails(live, mailbox, 2);
  const { data: contact } = await live.ok(api.createContact, { body: someone });
  await run('contact:erase', ['--workspace', credentials.workspace_id, '--contact', contact.id]);
  const { data } = await live.ok(api.listIncomingMails, { query: { sort: 'created_at', order: 'asc' } });
  expect(data).toMatchObject([
    { status: 'discarded', from: null, subject: null },
    { status: 'quarantined', from: { address: other } },
  ]);
  await eventually(async () => {
    const left = await tablesWith(someone.email, someone.name);
    // They are named in events of a day.
    expect(left.filter((table) => !/\.outbox/.test(table))).toEqual([]);
  });
});

it('the deletion of a message forgets who received its mail, those of blind copies too', async () => {
  const { live } = await operator.workspace();
  const hidden = person().email;
  const { data: mailbox } = await live.ok(api.createMailbox, {
    body: { name: 'Mail', address: `${crypto.randomUUID()}@desk.example`, transport: { type: 'sandbox' } },
  });
  const { data: conversation } = await live.ok(api.createConversation, {
    body: { contact: person(), mailbox_id: mailbox.id },
  });
  const params = { conversation_id: conversation.id };
  const { data: message } = await live.ok(api.createMessage, {
    params,
    body: { body: 'Hello', email: { bcc: [hidden] } },
  });
  const own = { ...params, message_id: message.id };
  await eventually(async () => {
    const { data } = await live.ok(api.getMessage, { params: own });
    expect(data.delivery?.status).toBe('delivered');
  });
  expect(await tablesWith(hidden)).toContain('mail.outgoing_mail');
  await live.ok(api.deleteMessage, { params: own });
  await eventually(async () => {
    const left = await tablesWith(hidden);
    expect(left.filter((table) => !/^(conversation|mail)\.outbox/.test(table))).toEqual([]);
  });
});

const { workspace_id: known } = (await operator.workspace()).credentials;
const nobody = ['--workspace', known, '--contact', 'contact_01h455vb4pex5vsknk084sn02q'];

it.each([
  ['contact:export', nobody, 'No such contact'],
  ['contact:erase', nobody, 'no such contact'],
  ['workspace:delete', ['--workspace', 'ws_01h455vb4pex5vsknk084sn02q', '--confirm', 'Test'], 'workspace'],
])('%s refuses what does not exist', async (command, args, word) => {
  const refused = { exitCode: 2, message: expect.stringContaining(word) };
  expect(await failure(command, args)).toEqual(refused);
});

it('contact:erase removes what was stored about a contact that is deleted already', async () => {
  expect(await run('contact:erase', [...nobody, '--deleted'])).toMatchObject({ status: 'completed' });
});
