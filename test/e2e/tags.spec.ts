import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf, eventually, type ApiClient } from '@parley/testing';
import { operator } from './platform.ts';
import { subscribed } from './steps.ts';

const contact = { email: 'tagged@example.com' };

async function counts(client: ApiClient): Promise<Record<string, number>> {
  const { data } = await client.ok(api.listTags, { query: { per_page: '100' } });
  return Object.fromEntries(data.map(({ name, count }) => [name, count]));
}

const workspace = await operator.workspace();

describe('tags', () => {
  it('are created with a color and listed', async () => {
    const { live } = await operator.workspace();
    const { data: tag } = await live.ok(api.createTag, { body: { name: 'VIP', color: '#FF8800' } });
    expect(tag).toMatchObject({ name: 'VIP', color: '#FF8800', count: 0 });
    const { data: plain } = await live.ok(api.createTag, { body: { name: 'billing' } });
    expect(plain.color).toBe(api.DEFAULT_TAG_COLOR);
    const { data } = await live.ok(api.listTags, { query: { sort: 'name', order: 'asc' } });
    expect(data).toEqual([plain, tag]);
  });

  it('have names that are unique without regard to case per mode', async () => {
    const { live, test } = workspace;
    await live.ok(api.createTag, { body: { name: 'Straße' } });
    const again = await live.call(api.createTag, { body: { name: 'STRAßE' } });
    expect(refusalOf(again)).toBe('422 duplicate_value name');
    await test.ok(api.createTag, { body: { name: 'Straße' } });
  });

  it('count their conversations and tickets', async () => {
    const { live } = await operator.workspace();
    await live.ok(api.createTag, { body: { name: 'VIP' } });
    const counted = (expected: Record<string, number>) =>
      eventually(async () => expect(await counts(live)).toEqual(expected));
    const { data: one } = await live.ok(api.createConversation, { body: { contact, tags: ['vip', 'late'] } });
    await counted({ VIP: 1, late: 1 });
    const body = { subject: 'x', tags: ['Vip', 'fire'] };
    const { data: ticket } = await live.ok(api.createTicket, { body });
    await counted({ VIP: 2, late: 1, fire: 1 });
    await live.ok(api.updateConversation, { params: { conversation_id: one.id }, body: { tags: ['fire'] } });
    await counted({ VIP: 1, late: 0, fire: 2 });
    await live.ok(api.updateTicket, { params: { ticket_id: ticket.id }, body: { tags: [] } });
    await counted({ VIP: 0, late: 0, fire: 1 });
  });

  it('that are first used on a conversation or ticket are created once, with an event', async () => {
    const { live } = await operator.workspace();
    await using receiver = await subscribed(live, 'tag.*');
    const tags = ['New', 'Other'];
    await Promise.all([
      ...Array.from({ length: 5 }, () => live.ok(api.createTicket, { body: { subject: 'x', tags } })),
      ...Array.from({ length: 5 }, () =>
        live.ok(api.createConversation, { body: { contact, tags: [...tags].reverse() } }),
      ),
    ]);
    await eventually(async () => expect(await counts(live)).toEqual({ New: 10, Other: 10 }));
    const told = await receiver.received('tag.created', 2);
    expect(told.map(({ body }) => body.data['name']).sort()).toEqual(['New', 'Other']);
    // What is counted together is told of together: the count is that of the moment.
    for (const { body } of told) {
      expect(body.data).toMatchObject({ color: api.DEFAULT_TAG_COLOR });
      expect(body.data['count']).toBeGreaterThanOrEqual(1);
      expect(body.data['count']).toBeLessThanOrEqual(10);
    }
    const { data } = await live.ok(api.createTag, { body: { name: 'Third' } });
    const all = await receiver.received('tag.created', 3);
    expect(all.map((delivery) => delivery.body.data)).toContainEqual(data);
    expect(all).toHaveLength(3);
  });
});

const { live } = await operator.workspace();

describe('a renamed or deleted tag', () => {
  const idOf = async (name: string): Promise<api.Id<'tag'>> => {
    const { data } = await live.ok(api.listTags, { query: { per_page: '100' } });
    return data.find((tag) => tag.name === name)?.id ?? 'tag_';
  };
  const rename = async (from: string, to: string) =>
    (await live.ok(api.updateTag, { params: { tag_id: await idOf(from) }, body: { name: to } })).data;
  const ticket = async (...tags: string[]) =>
    (await live.ok(api.createTicket, { body: { subject: 'x', tags } })).data.id;
  const tagsOf = async (id: api.Id<'ticket'>) =>
    (await live.ok(api.getTicket, { params: { ticket_id: id } })).data.tags;
  const counted = (expected: Record<string, number>) =>
    eventually(async () => expect(await counts(live)).toMatchObject(expected));

  it('follows in its tickets and conversations, counts, filters and search, with one event', async () => {
    await using receiver = await subscribed(live, '*');
    const one = await ticket('Bills', 'late');
    // A tag keeps the spelling of its first use, which would be the conversation's if that overtook the ticket's event.
    await counted({ Bills: 1, late: 1 });
    const both = await ticket('bills', 'Invoices-to-be');
    const body = { contact, tags: ['bills'] };
    const { data: conversation } = await live.ok(api.createConversation, { body });
    await counted({ Bills: 3, late: 1 });
    await receiver.received('ticket.created', 2);
    await receiver.received('contact.created');
    await receiver.received('conversation.created', 1);
    const told = receiver.deliveries.length;
    const before = (await live.ok(api.getTicket, { params: { ticket_id: one } })).data;

    const renamed = await rename('Bills', 'invoices-TO-pay');
    expect(renamed).toMatchObject({ name: 'invoices-TO-pay', count: 3 });
    await eventually(async () => {
      expect(await tagsOf(one)).toEqual(['invoices-TO-pay', 'late']);
      expect(await tagsOf(both)).toEqual(['invoices-TO-pay', 'Invoices-to-be']);
      const read = await live.ok(api.getConversation, { params: { conversation_id: conversation.id } });
      expect(read.data.tags).toEqual(['invoices-TO-pay']);
    });
    const after = (await live.ok(api.getTicket, { params: { ticket_id: one } })).data;
    expect(after.updated_at > before.updated_at).toBe(true);
    await counted({ 'invoices-TO-pay': 3, late: 1 });
    expect(Object.keys(await counts(live))).not.toContain('Bills');
    const total = async (query: object) => (await live.ok(api.listTickets, { query })).meta.total_count;
    expect([await total({ tag: 'bills' }), await total({ tag: 'Invoices-to-PAY' })]).toEqual([0, 2]);
    const found = async (query: object) => (await live.ok(api.listConversations, { query })).meta.total_count;
    for (const tag of ['bills', 'invoices-to-pay'])
      expect([await found({ tag }), await found({ q: `tag:${tag}` })]).toEqual(
        tag === 'bills' ? [0, 0] : [1, 1],
      );
    const [event] = await receiver.received('tag.updated');
    expect(event?.body.data).toMatchObject({ id: renamed.id, name: 'invoices-TO-pay', count: 3 });
    expect(event?.body.previous).toEqual({ name: 'Bills' });
    await live.ok(api.deleteTag, { params: { tag_id: renamed.id } });
    expect((await live.call(api.deleteTag, { params: { tag_id: renamed.id } })).status).toBe(404);
    const [gone] = await receiver.received('tag.deleted');
    expect(gone?.body.data).toMatchObject({ id: renamed.id, name: 'invoices-TO-pay' });
    await eventually(async () =>
      expect([await tagsOf(one), await tagsOf(both)]).toEqual([['late'], ['Invoices-to-be']]),
    );
    await counted({ late: 1 });
    expect(Object.keys(await counts(live))).not.toContain('invoices-TO-pay');
    // Records follow without events of their own.
    const since = receiver.deliveries.slice(told).map(({ body }) => body.event);
    expect(since.filter((type) => !type.startsWith('tag.'))).toEqual([]);
  });

  it('keeps its records apart when names are swapped, and gets no record that uses its old name later', async () => {
    const [one, two] = [await ticket('swap-a'), await ticket('swap-b')];
    await counted({ 'swap-a': 1, 'swap-b': 1 });
    await rename('swap-a', 'swap-c');
    await rename('swap-b', 'swap-a');
    await rename('swap-c', 'swap-b');
    await eventually(async () =>
      expect([await tagsOf(one), await tagsOf(two)]).toEqual([['swap-b'], ['swap-a']]),
    );
    await counted({ 'swap-a': 1, 'swap-b': 1 });
    await rename('swap-a', 'swap-d');
    await rename('swap-d', 'swap-e');
    await eventually(async () => expect(await tagsOf(two)).toEqual(['swap-e']));
    const later = await ticket('swap-a', 'swap-d');
    await counted({ 'swap-a': 1, 'swap-b': 1, 'swap-d': 1, 'swap-e': 1 });
    expect(await tagsOf(later)).toEqual(['swap-a', 'swap-d']);
    expect(Object.keys(await counts(live))).not.toContain('swap-c');
  });

  it('may take a free name, its own in another spelling or a color, but not the name of another tag', async () => {
    const { data: tag } = await live.ok(api.createTag, { body: { name: 'Free' } });
    await live.ok(api.createTag, { body: { name: 'Taken' } });
    const id = await ticket('free');
    await counted({ Free: 1 });
    const params = { tag_id: tag.id };
    const refused = await live.call(api.updateTag, { params, body: { name: 'TAKEN' } });
    expect(refusalOf(refused)).toBe('422 duplicate_value name');
    const body = { name: 'FREE', color: '#000000' };
    const { data: spelled } = await live.ok(api.updateTag, { params, body });
    expect(spelled).toEqual({ ...tag, ...body, count: 1 });
    expect((await live.ok(api.updateTag, { params, body: { name: 'FREE' } })).data).toEqual(spelled);
    await eventually(async () => expect(await tagsOf(id)).toEqual(['FREE']));
    await live.ok(api.deleteTag, { params });
    const again = await live.ok(api.createTag, { body: { name: 'free' } });
    expect(again.data.id).not.toBe(tag.id);
    await eventually(async () => expect(await tagsOf(id)).toEqual([]));
    await counted({ free: 0 });
  });
});
