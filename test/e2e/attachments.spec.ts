import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, Receiver, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { query } from './session-api/query.ts';

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
afterAll(() => receiver.close());

async function converse(client = live): Promise<{ conversation_id: api.Conversation['id'] }> {
  const body = { contact: { email: `${crypto.randomUUID()}@example.com`, name: 'Dana' } };
  return { conversation_id: (await client.ok(api.createConversation, { body })).data.id };
}

type Attached = api.Message['attachments'][number];

/** A message with two files. */
async function attached(): Promise<api.Message> {
  const body = { body: 'See below', attachments: [photo(), notes()] };
  return (await live.ok(api.createMessage, { params: await converse(), body })).data;
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
          deleted_at: null,
        },
        { name: 'Notizen März.txt', size: 7, mime_type: 'text/plain' },
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
    for (const { id: _, file_id: id, ...attachment } of message.attachments) {
      const { data } = await live.ok(api.getFile, { params: { file_id: id } });
      expect(unsigned(data)).toMatchObject(unsigned({ id, ...attachment }) as object);
    }
    const ids = message.attachments.map(({ file_id: id }) => id);
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

  it('may be a note, and one of the contact', async () => {
    const params = await converse();
    const note = { body: 'Internal', type: 'note' as const, attachments: [notes()] };
    const comment = { author: { type: 'contact' as const }, attachments: [photo()] };
    for (const body of [note, comment]) await live.ok(api.createMessage, { params, body });
    expect(await messagesOf(params)).toMatchObject([
      { type: 'note', attachments: [{ name: 'Notizen März.txt' }] },
      { type: 'comment', author: { type: 'contact', name: 'Dana' }, attachments: [{ name: 'photo.png' }] },
    ]);
  });

  it('shows a file that was deleted without its URL, under another ETag', async () => {
    const message = await attached();
    const params = paramsOf(message);
    const [first, second] = message.attachments as [Attached, Attached];
    const { headers } = await live.call(api.getMessage, { params });
    expect((await live.call(api.deleteFile, { params: { file_id: first.file_id } })).status).toBe(204);
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
      for (const { file_id: id, url } of message.attachments) {
        expect(await download(url)).toBe(404);
        expect((await live.call(api.getFile, { params: { file_id: id } })).status).toBe(404);
      }
    });
    const ids = message.attachments.map(({ file_id: id }) => id);
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
    await eventually(async () => {
      // Uploads included, and objects that are left to remove.
      const stored = await query(
        `select from file.file where workspace_id = $1
         union all select from file.removed_object where workspace_id = $1 and due_at <= now()`,
        [api.uuidOf('workspace', of.credentials.workspace_id)],
      );
      expect(stored).toHaveLength(2);
    });
    for (const { url } of data[0]?.attachments ?? []) expect(await download(url)).toBeInstanceOf(Buffer);
  });
});

describe('a file that was uploaded before', () => {
  const upload = async (client = live, file = photo()) =>
    (await client.ok(api.createFile, { body: { file } })).data;

  it('is attached by its id to several messages, the first of a conversation too, and goes with the last', async () => {
    const [file, second] = [await upload(), await upload(live, notes())];
    const contact = { email: `${crypto.randomUUID()}@example.com` };
    const message = { body: 'See below', attachments: [file.id] };
    const { data: started } = await live.ok(api.createConversation, { body: { contact, message } });
    const params = { conversation_id: started.id };
    const body = { attachments: [second.id, file.id] };
    const { data: later } = await live.ok(api.createMessage, { params, body });
    const [first] = await messagesOf(params);
    expect(first?.attachments).toMatchObject([{ file_id: file.id, name: 'photo.png', size: PNG.length }]);
    expect(later.attachments.map((one) => one.file_id)).toEqual([second.id, file.id]);
    const ids = [...(first?.attachments ?? []), ...later.attachments].map(({ id }) => id);
    expect(new Set([...ids, later.id]).size).toBe(4);
    expect(await download(later.attachments[1]?.url)).toEqual(PNG);

    await live.ok(api.deleteMessage, { params: paramsOf(later) });
    await eventually(async () =>
      expect((await live.call(api.getFile, { params: { file_id: second.id } })).status).toBe(404),
    );
    expect(await download((await messagesOf(params))[0]?.attachments[0]?.url)).toEqual(PNG);
    await live.ok(api.deleteFile, { params: { file_id: file.id } });
    await eventually(async () =>
      expect((await messagesOf(params))[0]?.attachments).toMatchObject([
        { file_id: file.id, url: null, deleted_at: expect.any(String) },
      ]),
    );
  });

  it('is refused by its place where it is none of this workspace and mode, with nothing made', async () => {
    const [file, params] = [await upload(), await converse()];
    const [foreign, gone] = [await upload((await operator.workspace()).live), await upload()];
    const ofTest = await upload(workspace.test);
    await live.ok(api.deleteFile, { params: { file_id: gone.id } });
    for (const other of [foreign, ofTest, gone]) {
      const body = { body: 'x', attachments: [file.id, other.id] };
      expect(refusalOf(await live.call(api.createMessage, { params, body }))).toBe(
        '422 invalid_parameter attachments[1]',
      );
    }
    const contact = { email: `${crypto.randomUUID()}@example.com` };
    const message = { attachments: [foreign.id] };
    const begun = await live.call(api.createConversation, { body: { contact, message } });
    expect(refusalOf(begun)).toBe('422 invalid_parameter message.attachments[0]');
    const refused: [unknown, string][] = [
      [[file.id, file.id], 'attachments[1]'],
      [[{ ...file, sha256: 'a'.repeat(64) }], 'attachments[0]'],
      ['file', 'attachments'],
      [['att_01h2xcejqtf2nbrexx3vqjhp41'], 'attachments[0]'],
    ];
    for (const [attachments, param] of refused) {
      const answer = await live.call(api.createMessage, { params, body: { body: 'x', attachments } });
      expect([answer.status, answer.body.error.param]).toEqual([422, param]);
    }
    const eleven = await Promise.all(Array.from({ length: 11 }, () => upload()));
    const body = { body: 'x', attachments: eleven.map(({ id }) => id) };
    expect(refusalOf(await live.call(api.createMessage, { params, body }))).toBe(
      '422 too_many_items attachments',
    );
    expect(await messagesOf(params)).toEqual([]);
    const { data } = await live.ok(api.listContacts, { query: { email: contact.email } });
    expect(data).toEqual([]);
  });
});
