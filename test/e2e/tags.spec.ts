import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createConversation,
  createTag,
  createTicket,
  createWebhook,
  DEFAULT_TAG_COLOR,
  listTags,
  Tag,
  updateConversation,
  updateTicket,
} from '@parley/contracts';
import { eventually, Receiver, type ApiClient, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';

/** Counts are right within this time of the write that they follow. */
const WITHIN_MS = 1_000;

const contact = { email: 'tagged@example.com' };

async function counts(client: ApiClient): Promise<Record<string, number>> {
  const { data } = await client.ok(listTags, { query: { per_page: '100' } });
  return Object.fromEntries(data.map(({ name, count }) => [name, count]));
}

describe('tags', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await operator.workspace();
  });

  it('are created with a color and listed', async () => {
    const { live } = await operator.workspace();
    const { data: tag } = await live.ok(createTag, { body: { name: 'VIP', color: '#FF8800' } });
    expect(Tag.parse(tag)).toEqual(tag);
    expect(tag).toMatchObject({ name: 'VIP', color: '#FF8800', count: 0 });
    const { data: plain } = await live.ok(createTag, { body: { name: 'billing' } });
    expect(plain.color).toBe(DEFAULT_TAG_COLOR);
    const list = await live.ok(listTags, { query: {} });
    expect(list.data).toEqual(expect.arrayContaining([tag, plain]));
    expect(list.meta.total_count).toBe(2);
    const byName = await live.ok(listTags, { query: { sort: 'name', order: 'asc', per_page: '1' } });
    expect(byName.data).toEqual([plain]);
  });

  it('have names that are unique without regard to case per mode', async () => {
    const { live, test } = workspace;
    await live.ok(createTag, { body: { name: 'Straße' } });
    const again = await live.call(createTag, { body: { name: 'STRAßE' } });
    expect([again.status, again.body.error.code, again.body.error.param]).toEqual([
      422,
      'duplicate_value',
      'name',
    ]);
    await test.ok(createTag, { body: { name: 'Straße' } });
  });

  it.each([
    [{}, 'name', 'missing_parameter'],
    [{ name: '' }, 'name', 'invalid_parameter'],
    [{ name: '  ' }, 'name', 'invalid_parameter'],
    [{ name: 'x'.repeat(65) }, 'name', 'invalid_parameter'],
    [{ name: 'x\u0000' }, 'name', 'invalid_parameter'],
    [{ name: 1 }, 'name', 'invalid_parameter'],
    [{ name: 'ok', color: 'red' }, 'color', 'invalid_parameter'],
    [{ name: 'ok', color: '#fff' }, 'color', 'invalid_parameter'],
    [{ name: 'ok', color: '#12345g' }, 'color', 'invalid_parameter'],
    [{ name: 'ok', color: '#1234567' }, 'color', 'invalid_parameter'],
    [{ name: 'ok', color: null }, 'color', 'invalid_parameter'],
  ])('reject %j', async (body, param, code) => {
    const answer = await workspace.live.call(createTag, { body });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([422, code, param]);
  });

  it('count their conversations and tickets, within a second of each change', async () => {
    const { live, test } = await operator.workspace();
    await live.ok(createTag, { body: { name: 'VIP' } });
    const counted = (expected: Record<string, number>) =>
      eventually(async () => {
        expect(await counts(live)).toEqual(expected);
      }, WITHIN_MS);

    const { data: one } = await live.ok(createConversation, { body: { contact, tags: ['vip', 'late'] } });
    await counted({ VIP: 1, late: 1 });
    const { data: ticket } = await live.ok(createTicket, { body: { subject: 'x', tags: ['Vip', 'fire'] } });
    await counted({ VIP: 2, late: 1, fire: 1 });
    await live.ok(updateConversation, { params: { conversation_id: one.id }, body: { tags: ['fire'] } });
    await counted({ VIP: 1, late: 0, fire: 2 });
    await live.ok(updateTicket, { params: { ticket_id: ticket.id }, body: { tags: [] } });
    await counted({ VIP: 0, late: 0, fire: 1 });
    await live.ok(updateTicket, { params: { ticket_id: ticket.id }, body: { status: 'closed' } });
    await live.ok(updateTicket, { params: { ticket_id: ticket.id }, body: { tags: ['FIRE'] } });
    await counted({ VIP: 0, late: 0, fire: 2 });
    expect(await counts(test)).toEqual({});
  });

  it('that are first used on a conversation or ticket are created once, with an event', async () => {
    const { live } = await operator.workspace();
    const receiver = await Receiver.start();
    try {
      await live.ok(createWebhook, { body: { url: receiver.url, events: ['tag.*'] } });
      const tags = ['New', 'Other'];
      await Promise.all([
        ...Array.from({ length: 5 }, () => live.ok(createTicket, { body: { subject: 'x', tags } })),
        ...Array.from({ length: 5 }, () =>
          live.ok(createConversation, { body: { contact, tags: [...tags].reverse() } }),
        ),
      ]);
      await eventually(async () => {
        expect(await counts(live)).toEqual({ New: 10, Other: 10 });
      });
      const told = await receiver.received('tag.created', 2);
      expect(told.map(({ body }) => body.data['name']).sort()).toEqual(['New', 'Other']);
      // What is counted together is told of together: the count is that of the moment.
      for (const { body } of told) {
        expect(body.data).toMatchObject({ color: DEFAULT_TAG_COLOR });
        expect(body.data['count']).toBeGreaterThanOrEqual(1);
        expect(body.data['count']).toBeLessThanOrEqual(10);
      }
      const { data } = await live.ok(createTag, { body: { name: 'Third' } });
      const all = await receiver.received('tag.created', 3);
      expect(all.map((delivery) => delivery.body.data)).toContainEqual(data);
      expect(all).toHaveLength(3);
    } finally {
      await receiver.close();
    }
  });

  it('are counted correctly under concurrent changes', async () => {
    const { live } = await operator.workspace();
    const names = ['a', 'b', 'c', 'd'];
    const pick = () => names.filter(() => Math.random() < 0.5);
    const subjects = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        if (index % 2 === 0) {
          const { data } = await live.ok(createTicket, { body: { subject: 'x', tags: pick() } });
          return (tags: string[]) =>
            live.ok(updateTicket, { params: { ticket_id: data.id }, body: { tags } });
        }
        const { data } = await live.ok(createConversation, { body: { contact, tags: pick() } });
        return (tags: string[]) =>
          live.ok(updateConversation, { params: { conversation_id: data.id }, body: { tags } });
      }),
    );
    const last = await Promise.all(
      subjects.map(async (retag) => {
        await Promise.all(Array.from({ length: 5 }, () => retag(pick())));
        return (await retag(pick())).data.tags;
      }),
    );
    const expected = Object.fromEntries(
      names.map((name) => [name, last.filter((tags) => tags.includes(name)).length]),
    );
    await eventually(async () => {
      expect({ ...Object.fromEntries(names.map((name) => [name, 0])), ...(await counts(live)) }).toEqual(
        expected,
      );
    });
  });

  it.each([
    ['sort', 'count', 422],
    ['page', '0', 422],
    ['cursor', 'garbage', 400],
  ])('reject a list with %s=%s', async (param, value, status) => {
    const answer = await workspace.live.call(listTags, { query: { [param]: value } });
    expect([answer.status, answer.body.error.param]).toEqual([status, param]);
  });
});
