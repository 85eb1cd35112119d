import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { subscribed } from './steps.ts';

const { live } = await operator.workspace();
const HOUR = 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const tomorrow = inMs(24 * HOUR);

const startConversation = async (fields: object = {}) =>
  (await live.ok(api.createConversation, { body: { contact: { email: 'dana@example.com' }, ...fields } }))
    .data;
const write = (conversation_id: api.Id<'conversation'>, body: object) =>
  live.ok(api.createMessage, { params: { conversation_id }, body: { body: 'Hello', ...body } });

const records = {
  ticket: {
    done: ['resolved', 'closed'],
    /** With the conversation that its contact writes in. */
    create: async (fields: object = {}) => {
      const { id: conversation_id } = await startConversation();
      const body = { subject: 'Broken', conversation_id, ...fields };
      return (await live.ok(api.createTicket, { body })).data;
    },
    conversationOf: (record: api.Ticket | api.Conversation) =>
      (record as api.Ticket).conversation_id as api.Id<'conversation'>,
    change: (id: string, body: object) =>
      live.call(api.updateTicket, { params: { ticket_id: id as api.Id<'ticket'> }, body }),
    read: async (id: string) =>
      (await live.ok(api.getTicket, { params: { ticket_id: id as api.Id<'ticket'> } })).data,
    list: async (snoozed: string) => (await live.ok(api.listTickets, { query: { snoozed } as never })).data,
  },
  conversation: {
    done: ['closed'],
    create: (fields: object = {}) => startConversation(fields),
    conversationOf: (record: api.Ticket | api.Conversation) => record.id as api.Id<'conversation'>,
    change: (id: string, body: object) =>
      live.call(api.updateConversation, { params: { conversation_id: id as api.Id<'conversation'> }, body }),
    read: async (id: string) =>
      (await live.ok(api.getConversation, { params: { conversation_id: id as api.Id<'conversation'> } }))
        .data,
    list: async (snoozed: string) =>
      (await live.ok(api.listConversations, { query: { snoozed } as never })).data,
  },
} as const;

const AWAKE = { snoozed_until: null, wake_on_reply: true };

describe.each(['ticket', 'conversation'] as const)('the snooze of a %s', (kind) => {
  const { done, create, conversationOf, change, read, list } = records[kind];
  const types = [`${kind}.snoozed`, `${kind}.woken`] as const;

  it('is none, or the one that it is created with', async () => {
    expect(await create()).toMatchObject(AWAKE);
    const receiver = await subscribed(live, ...types);
    const { id } = await create({ snoozed_until: tomorrow, wake_on_reply: false });
    expect(await read(id)).toMatchObject({ snoozed_until: tomorrow, wake_on_reply: false });
    const [event] = await receiver.receivedEvents(`${kind}.snoozed`, 1);
    expect(event?.body).toMatchObject({ data: { id }, previous: { snoozed_until: null } });
    await receiver.close();
  });

  it('ends at its time, once, by nobody', async () => {
    const receiver = await subscribed(live, ...types);
    const { id } = await create();
    await change(id, { snoozed_until: inMs(1_500) });
    await eventually(async () => (await read(id)).snoozed_until === null);
    const [woken] = await receiver.receivedEvents(`${kind}.woken`, 1);
    expect(woken?.body).toMatchObject({ data: { id, ...AWAKE }, actor: { type: 'system' } });
    await change(id, { snoozed_until: tomorrow });
    await change(id, { snoozed_until: null });
    expect(await receiver.receivedEvents(`${kind}.woken`, 2)).toHaveLength(2);
    expect(await receiver.receivedEvents(`${kind}.snoozed`, 2)).toHaveLength(2);
    await receiver.close();
  });

  it('ends by a message of the contact, and by no other', async () => {
    const record = await create();
    await change(record.id, { snoozed_until: tomorrow });
    await write(conversationOf(record), { type: 'note' });
    await write(conversationOf(record), { type: 'reply', send: false });
    expect((await read(record.id)).snoozed_until).toBe(tomorrow);
    await write(conversationOf(record), { author: { type: 'contact' } });
    await eventually(async () => (await read(record.id)).snoozed_until === null);
  });

  it('does not end by a message of the contact if it shall not', async () => {
    const record = await create();
    await change(record.id, { status: 'pending', snoozed_until: tomorrow, wake_on_reply: false });
    await write(conversationOf(record), { author: { type: 'contact' } });
    await eventually(async () => (await read(record.id)).status === 'open');
    expect(await read(record.id)).toMatchObject({ snoozed_until: tomorrow, wake_on_reply: false });
  });

  it.each(done)('ends when it is %s', async (status) => {
    const { id } = await create({ snoozed_until: tomorrow });
    await change(id, { status });
    expect(await read(id)).toMatchObject(AWAKE);
    expect(refusalOf(await change(id, { snoozed_until: tomorrow }))).toBe(
      '422 invalid_parameter snoozed_until',
    );
  });

  it('finds the record', async () => {
    const [asleep, awake] = [await create({ snoozed_until: tomorrow }), await create()];
    const found = async (snoozed: string) => (await list(snoozed)).map(({ id }) => id);
    const [snoozed, others] = [await found('true'), await found('false')];
    expect(snoozed).toContain(asleep.id);
    expect(snoozed).not.toContain(awake.id);
    expect(others).toContain(awake.id);
    expect(others).not.toContain(asleep.id);
  });

  it.each([
    [{ snoozed_until: '2020-01-01' }, 'snoozed_until'],
    [{ snoozed_until: inMs(400 * 24 * HOUR) }, 'snoozed_until'],
    [{ snoozed_until: 'tomorrow' }, 'snoozed_until'],
    [{ wake_on_reply: false }, 'wake_on_reply'],
  ])('is not %j', async (body, param) => {
    const { id } = await create();
    expect(refusalOf(await change(id, body))).toBe(`422 invalid_parameter ${param}`);
    expect(await read(id)).toMatchObject(AWAKE);
  });
});
