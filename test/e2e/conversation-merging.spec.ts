import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf, type Sent } from '@parley/testing';
import { operator } from './platform.ts';

const { live } = await operator.workspace();

let last = 0;
const unique = () => `c${(last += 1)}`;
const newContact = () => ({ email: `${unique()}@example.com` });

type Ref = Pick<api.Conversation, 'id'>;

const create = async (
  body: Partial<api.Input<typeof api.createConversation>['body']> & { contact: { email: string } },
) => (await live.ok(api.createConversation, { body })).data;
const read = async ({ id }: Ref) =>
  (await live.ok(api.getConversation, { params: { conversation_id: id } })).data;
const write = async ({ id }: Ref, body: Partial<Sent<typeof api.createMessage>['body']>) =>
  (await live.ok(api.createMessage, { params: { conversation_id: id }, body: { body: 'Hello', ...body } }))
    .data;
const messagesOf = async ({ id }: Ref) => {
  const { data, meta } = await live.ok(api.listMessages, { params: { conversation_id: id }, query: {} });
  expect(meta.total_count).toBe(data.length);
  return data.map((message) => message.body).toSorted();
};
const merge = async (into: Ref, ...from: Ref[]) =>
  (
    await live.ok(api.mergeConversations, {
      params: { conversation_id: into.id },
      body: { from_ids: from.map(({ id }) => id) },
    })
  ).data;
const unmerge = async (from: Ref, ...back: Ref[]) =>
  (
    await live.ok(api.unmergeConversations, {
      params: { conversation_id: from.id },
      body: { ids: back.map(({ id }) => id) },
    })
  ).data;
const foundBy = async (q: string) => {
  const { data } = await live.ok(api.listConversations, { query: { q } });
  return data.map(({ id }) => id);
};

describe('conversations that are merged', () => {
  it('have the messages of all, which are found in them', async () => {
    const contact = newContact();
    const word = `needle${unique()}`;
    const into = await create({ contact, tags: ['one'], message: { body: 'First' } });
    const from = await create({
      contact,
      tags: ['two'],
      message: { body: word, author: { type: 'contact' } },
    });
    const merged = await merge(into, from);
    expect(merged).toMatchObject({
      id: into.id,
      tags: ['one', 'two'],
      messages_count: 2,
      last_message_at: from.last_message_at,
      last_message_by: 'contact',
      waiting_since: from.waiting_since,
      merged_from: [from.id],
    });
    for (const one of [into, from]) {
      expect(await read(one)).toEqual(merged);
      expect(await messagesOf(one)).toEqual(['First', word].toSorted());
    }
    expect(await foundBy(word)).toEqual([into.id]);
    const added = await write(from, { body: 'By the old id' });
    expect(added.conversation_id).toBe(into.id);
  });

  it('are given back with the messages that they brought', async () => {
    const contact = newContact();
    const word = `needle${unique()}`;
    const into = await create({ contact, message: { body: 'First' } });
    const from = await create({ contact, message: { body: word, author: { type: 'contact' } } });
    await merge(into, from);
    await write(from, { body: 'Since' });
    const left = await unmerge(into, from);
    expect(left).toMatchObject({
      messages_count: 2,
      merged_from: [],
      last_message_by: 'user',
      waiting_since: null,
    });
    expect(await messagesOf(into)).toEqual(['First', 'Since']);
    expect(await messagesOf(from)).toEqual([word]);
    const back = await read(from);
    expect(back).toEqual({ ...from, waiting_since: back.waiting_since, updated_at: back.updated_at });
    expect(await foundBy(word)).toEqual([from.id]);
  });

  it('are of one contact', async () => {
    const [into, from] = [await create({ contact: newContact() }), await create({ contact: newContact() })];
    const refused = await live.call(api.mergeConversations, {
      params: { conversation_id: into.id },
      body: { from_ids: [from.id] },
    });
    expect(refusalOf(refused)).toBe('422 invalid_parameter from_ids[0]');
    expect(await read(from)).toEqual(from);
  });

  it('get what a connector receives for a merged one', async () => {
    const { data: connection } = await live.ok(api.createConnection, { body: { name: 'SMS', type: 'sms' } });
    const receive = async (key: string) =>
      (
        await live.ok(api.receiveMessage, {
          params: { connection_id: connection.id },
          body: {
            external_id: unique(),
            external_conversation_id: key,
            from: { handle: unique(), email: 'chatter@example.com' },
            body: 'Hi',
          },
        })
      ).data;
    const key = unique();
    const first = await receive(key);
    const into = await create({ contact: { email: 'chatter@example.com' } });
    await merge(into, { id: first.conversation_id });
    expect((await receive(key)).conversation_id).toBe(into.id);
    await unmerge(into, { id: first.conversation_id });
    expect((await receive(key)).conversation_id).toBe(first.conversation_id);
  });

  it('take their tickets along, and back', async () => {
    const contact = newContact();
    const [into, from] = [await create({ contact }), await create({ contact })];
    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject: 'Help', conversation_id: from.id },
    });
    const linked = async () =>
      (await live.ok(api.getTicket, { params: { ticket_id: ticket.id } })).data.conversation_id;
    await merge(into, from);
    await eventually(async () => expect(await linked()).toBe(into.id));
    await unmerge(into, from);
    await eventually(async () => expect(await linked()).toBe(from.id));
  });

  it('are deleted together', async () => {
    const contact = newContact();
    const [into, from] = [await create({ contact }), await create({ contact })];
    await merge(into, from);
    const byOld = await live.call(api.deleteConversation, { params: { conversation_id: from.id } });
    expect(refusalOf(byOld)).toBe('404 not_found');
    await live.ok(api.deleteConversation, { params: { conversation_id: into.id } });
    for (const { id } of [into, from])
      expect(refusalOf(await live.call(api.getConversation, { params: { conversation_id: id } }))).toBe(
        '404 not_found',
      );
  });
});

describe('a conversation that is split', () => {
  it('leaves the rest of its messages, and has the others in a new one', async () => {
    const word = `needle${unique()}`;
    const source = await create({ contact: newContact(), subject: 'Both', message: { body: 'First' } });
    const moved = await write(source, { body: word, author: { type: 'contact' } });
    const answer = await live.ok(api.splitConversation, {
      params: { conversation_id: source.id },
      body: { message_ids: [moved.id], subject: 'Another matter' },
    });
    expect(answer.data).toMatchObject({
      subject: 'Another matter',
      status: 'open',
      contact: source.contact,
      messages_count: 1,
      last_message_by: 'contact',
      merged_from: [],
    });
    expect(await read(answer.data)).toEqual(answer.data);
    expect(await read(source)).toMatchObject({
      messages_count: 1,
      last_message_by: 'user',
      waiting_since: null,
    });
    expect(await messagesOf(source)).toEqual(['First']);
    expect(await messagesOf(answer.data)).toEqual([word]);
    expect(await foundBy(word)).toEqual([answer.data.id]);
    await eventually(async () => {
      const { data } = await live.ok(api.listConversationHistory, {
        params: { conversation_id: source.id },
        query: {},
      });
      expect(data.map(({ event }) => event)).toContain('conversation.split');
    });
  });

  it('keeps the files of the messages that were moved when it is deleted', async () => {
    const source = await create({ contact: newContact() });
    const { data: file } = await live.ok(api.createFile, { body: { file: new File(['x'], 'kept.txt') } });
    const moved = await write(source, { attachments: [file.id] });
    const { data: own } = await live.ok(api.splitConversation, {
      params: { conversation_id: source.id },
      body: { message_ids: [moved.id] },
    });
    // The events of a conversation are processed in their order.
    await live.ok(api.deleteConversation, { params: { conversation_id: source.id } });
    await eventually(async () => {
      const { data } = await live.ok(api.listEvents, { query: { event: 'conversation.deleted' } });
      expect(data.some(({ data: deleted }) => deleted['id'] === source.id)).toBe(true);
    });
    const params = { conversation_id: own.id, message_id: moved.id };
    const { data: kept } = await live.ok(api.getMessage, { params });
    expect(kept.attachments[0]?.url).not.toBeNull();
    expect((await live.call(api.getFile, { params: { file_id: file.id } })).status).toBe(200);
  });

  it('moves no message of another conversation', async () => {
    const [source, other] = [
      await create({ contact: newContact(), message: { body: 'Own' } }),
      await create({ contact: newContact() }),
    ];
    const foreign = await write(other, {});
    const refused = await live.call(api.splitConversation, {
      params: { conversation_id: source.id },
      body: { message_ids: [foreign.id] },
    });
    expect(refusalOf(refused)).toBe('422 invalid_parameter message_ids[0]');
    expect(await read(source)).toEqual(source);
  });
});
