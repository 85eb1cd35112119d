import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, Receiver, refusalOf, type TestWorkspace } from '@parley/testing';
import pg from 'pg';
import { operate } from '../../apps/cli/src/operate.fixture.ts';
import { databaseUrl, operator, operatorEnv } from './platform.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = () => new File([PNG], 'photo.png');
const notes = () => new File(['Grüße'], 'Notizen März.txt');

const workspace = await operator.workspace();
const live = workspace.live;
const receiver = await Receiver.start();
await live.ok(api.createWebhook, { body: { url: receiver.url, events: ['*'] } });
const database = new pg.Client({ connectionString: databaseUrl });
await database.connect();
afterAll(async () => {
  await database.end();
  await receiver.close();
});

async function converse(client = live): Promise<{ conversation_id: api.Conversation['id'] }> {
  const body = { contact: { email: `${crypto.randomUUID()}@example.com`, name: 'Dana' } };
  return { conversation_id: (await client.ok(api.createConversation, { body })).data.id };
}

type Attached = api.Message['attachments'][number];

/** A message with two files. */
async function attached(client = live): Promise<api.Message> {
  const sent = {
    params: await converse(client),
    body: { body: 'See below', attachments: [photo(), notes()] },
  };
  return (await client.ok(api.createMessage, sent)).data;
}

const paramsOf = ({ id, conversation_id }: api.Message) => ({ conversation_id, message_id: id });
const messagesOf = async (params: Awaited<ReturnType<typeof converse>>) =>
  (await live.ok(api.listMessages, { params, query: {} })).data;

/** Without URLs, which are signed at every read. */
const unsigned = (record: unknown) =>
  JSON.parse(JSON.stringify(record).replace(/"url":"[^"]+"/g, '"url":"…"')) as unknown;

async function download(url: string | null | undefined): Promise<Buffer | number> {
  const response = await fetch(url ?? 'about:blank');
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.ok ? bytes : response.status;
}

/** The files of a workspace, uploads included, and objects that are left to remove. */
async function storedFor(of: TestWorkspace): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    `select (select count(*) from file.file where workspace_id = $1)::int
          + (select count(*) from file.removed_object where workspace_id = $1 and due_at <= now())::int as n`,
    [api.uuidOf('workspace', of.credentials.workspace_id)],
  );
  return rows[0]?.n ?? 0;
}

/** What `contact:export` prints. */
async function exported(args: string[]): Promise<string> {
  const output = new PassThrough();
  const rest = await operate('contact:export', args, operatorEnv, output);
  return (await text(output.end())) + rest;
}

/** Deliveries of an event about one of these ids. */
const eventsAbout = (event: string, ...ids: string[]) =>
  receiver.of(event).filter(({ body }) => ids.includes(String(body.data['id'])));

describe('a message with files', () => {
  it('shows them wherever it is shown, with URLs that download what was sent', async () => {
    const message = await attached();
    expect(message).toMatchObject({
      type: 'reply',
      body: 'See below',
      attachments: [
        {
          name: 'photo.png',
          size: PNG.length,
          mime_type: 'image/png',
          message_id: message.id,
          deleted_at: null,
        },
        { name: 'Notizen März.txt', size: 7, mime_type: 'text/plain', message_id: message.id, folder: null },
      ],
    });
    const [event] = await eventually(() => {
      const found = eventsAbout('message.created', message.id);
      expect(found).toHaveLength(1);
      return found;
    });
    const shown: api.Message[] = [
      message,
      ...(await messagesOf({ conversation_id: message.conversation_id })),
      (await live.ok(api.getMessage, { params: paramsOf(message) })).data,
      event?.body.data as unknown as api.Message,
    ];
    for (const one of shown) {
      expect(unsigned(one)).toEqual(unsigned(message));
      expect(await download(one.attachments[0]?.url)).toEqual(PNG);
      expect(String(await download(one.attachments[1]?.url))).toBe('Grüße');
    }
    for (const { id, ...attachment } of message.attachments) {
      const { data } = await live.ok(api.getFile, { params: { file_id: id } });
      expect(unsigned(data)).toEqual(unsigned({ id, ...attachment }));
    }
    const ids = message.attachments.map(({ id }) => id);
    await eventually(() => expect(eventsAbout('file.created', ...ids)).toHaveLength(2));
  });

  it('needs no text', async () => {
    const params = await converse();
    const silent = await live.ok(api.createMessage, { params, body: { attachments: [photo()] } });
    const empty = await live.ok(api.createMessage, { params, body: { body: '', attachments: [photo()] } });
    expect([silent.data, empty.data]).toMatchObject([
      { body: '', attachments: [{ name: 'photo.png' }] },
      { body: '', attachments: [{ name: 'photo.png' }] },
    ]);
    for (const body of [{}, { body: '' }, { attachments: [] }, { body: ' ', attachments: [] }]) {
      const { status, body: answer } = await live.call(api.createMessage, { params, body });
      expect([status, answer.error.param]).toEqual([422, 'body']);
    }
  });

  it('may be a note, and one of the contact, which reopens a closed conversation', async () => {
    const params = await converse();
    const note = { body: 'Internal', type: 'note' as const, attachments: [notes()] };
    expect((await live.ok(api.createMessage, { params, body: note })).data).toMatchObject({
      type: 'note',
      attachments: [{ name: 'Notizen März.txt' }],
    });
    await live.ok(api.updateConversation, { params, body: { status: 'closed' } });
    const comment = { author: { type: 'contact' as const }, attachments: [photo()] };
    expect((await live.ok(api.createMessage, { params, body: comment })).data).toMatchObject({
      type: 'comment',
      author: { type: 'contact', name: 'Dana' },
      attachments: [{ name: 'photo.png' }],
    });
    expect((await live.ok(api.getConversation, { params })).data).toMatchObject({
      status: 'open',
      messages_count: 2,
      last_message_by: 'contact',
    });
  });

  it('shows a file that was deleted without its URL, under another ETag', async () => {
    const message = await attached();
    const params = paramsOf(message);
    const [first, second] = message.attachments as [Attached, Attached];
    const { headers } = await live.call(api.getMessage, { params });
    expect((await live.call(api.deleteFile, { params: { file_id: first.id } })).status).toBe(204);
    expect(await download(first.url)).toBe(404);
    const { data } = await eventually(async () => {
      const read = await live.ok(api.getMessage, { params });
      expect(read.data.attachments[0]).toEqual({ ...first, url: null, deleted_at: expect.any(String) });
      return read;
    });
    expect(unsigned(data.attachments[1])).toEqual(unsigned(second));
    expect(String(await download(data.attachments[1]?.url))).toBe('Grüße');
    const etag = headers.get('etag') ?? '';
    const again = await live.call(api.getMessage, { params }, { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag') === etag]).toEqual([200, false]);
  });

  it.each([
    ['its redaction', (message: api.Message) => live.ok(api.deleteMessage, { params: paramsOf(message) })],
    [
      'the deletion of its conversation',
      ({ conversation_id }: api.Message) => live.ok(api.deleteConversation, { params: { conversation_id } }),
    ],
  ])('loses them by %s', async (_what, remove) => {
    const message = await attached();
    await remove(message);
    await eventually(async () => {
      for (const { id, url } of message.attachments) {
        expect(await download(url)).toBe(404);
        expect((await live.call(api.getFile, { params: { file_id: id } })).status).toBe(404);
      }
    });
    const ids = message.attachments.map(({ id }) => id);
    await eventually(() => expect(eventsAbout('file.deleted', ...ids)).toHaveLength(2));
    const redacted = await live.call(api.getMessage, { params: paramsOf(message) });
    if (redacted.status === 200)
      expect((redacted.body as unknown as { data: api.Message }).data).toMatchObject({
        body: '',
        attachments: [],
      });
  });

  it('is created once by a request that is repeated with its Idempotency-Key', async () => {
    const of = await operator.workspace();
    const params = await converse(of.live);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const send = (file: File) =>
      of.live.call(api.createMessage, { params, body: { body: 'Once', attachments: [file, photo()] } }, key);
    const first = await send(notes());
    const again = await send(notes());
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      201,
      'true',
    ]);
    expect(again.body).toEqual(first.body);
    const other = await send(new File(['Grüsse'], 'Notizen März.txt'));
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_mismatch']);
    const { data } = await of.live.ok(api.listMessages, { params, query: {} });
    expect(data).toHaveLength(1);
    await eventually(async () => expect(await storedFor(of)).toBe(2));
    for (const { url } of data[0]?.attachments ?? []) expect(await download(url)).toBeInstanceOf(Buffer);
  });
});

describe('a message that is refused', () => {
  const unknown = () => Promise.resolve({ conversation_id: 'conv_01h455vb4pex5vsknk084sn02q' as const });
  const foreign = async () => converse((await operator.workspace()).live);

  it.each([
    ['a type that does not exist', converse, { type: 'shout' }, '422 invalid_parameter type'],
    [
      'a note of the contact',
      converse,
      { type: 'note', author: { type: 'contact' } },
      '422 invalid_parameter type',
    ],
    ['an unknown conversation', unknown, {}, '404 not_found'],
    ['a conversation of another workspace', foreign, {}, '404 not_found'],
  ] as const)('for %s leaves nothing', async (_what, target, fields, refusal) => {
    const of = await operator.workspace();
    const params = await (target === converse ? converse(of.live) : target());
    const body = { ...fields, attachments: [photo()] };
    expect(refusalOf(await of.live.call(api.createMessage, { params, body }))).toBe(refusal);
    if (target === converse) {
      const { meta } = await of.live.ok(api.listMessages, { params, query: {} });
      expect(meta.total_count).toBe(0);
    }
    await eventually(async () => expect(await storedFor(of)).toBe(0));
  });
});

it('what is stored about a contact is exported with URLs of its files, and erased with them', async () => {
  const of = await operator.workspace();
  const client = of.live;
  const params = await converse(client);
  const { contact } = (await client.ok(api.getConversation, { params })).data;
  for (const author of [{ type: 'contact' as const }, { type: 'user' as const }])
    await client.ok(api.createMessage, { params, body: { author, attachments: [photo(), notes()] } });
  const target = ['--workspace', of.credentials.workspace_id, '--contact', contact.id];
  const { messages } = JSON.parse(await exported(target)) as { messages: api.Message[] };
  const files = messages.flatMap(({ attachments }) => attachments);
  expect(files).toHaveLength(4);
  expect(await download(files[0]?.url)).toEqual(PNG);

  const erased = JSON.parse(await operate('contact:erase', target, operatorEnv)) as { status: string };
  expect(erased.status).toBe('completed');
  for (const { url } of files) expect(await download(url)).toBe(404);
  const { data } = await client.ok(api.listMessages, { params, query: {} });
  expect(data.map(({ body, attachments }) => [body, attachments])).toEqual([
    ['', []],
    ['', []],
  ]);
  await eventually(async () => expect(await storedFor(of)).toBe(0));
});
