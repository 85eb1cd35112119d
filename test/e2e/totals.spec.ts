import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  createContact,
  createConversation,
  createTicket,
  deleteContact,
  deleteConversation,
  deleteTicket,
  listContacts,
  listConversations,
  listTags,
  listTickets,
  TICKET_STATUSES,
  updateConversation,
  updateTicket,
  updateTickets,
  type Id,
  type Operation,
} from '@parley/contracts';
import { eventually, type ApiClient } from '@parley/testing';
import { operator } from './platform.ts';

const TAGS = ['vip', 'Late', 'fire', 'new', 'Überfällig'];
const CONVERSATION_STATUSES = ['open', 'pending', 'closed'] as const;

interface Item {
  id: string;
  status?: string;
  tags?: string[];
}
interface List {
  data: Item[];
  meta: { total_count: number; total_count_relation: string; next_cursor: string | null };
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const some = () => TAGS.filter(() => Math.random() < 0.4);
const newEmail = () => `${crypto.randomUUID()}@example.com`;

let live: ApiClient;
beforeEach(async () => {
  ({ live } = await operator.workspace());
});

const read = (list: Operation, query: Record<string, string>) =>
  live.ok(list, { query }) as unknown as Promise<List>;

/** Everything that a list has, by its cursors. */
async function walk(list: Operation, perPage = '100'): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: List = await read(list, { per_page: perPage, ...(cursor === null ? {} : { cursor }) });
    items.push(...page.data);
    cursor = page.meta.next_cursor;
  } while (cursor !== null);
  return items;
}

/** What somebody does to a workspace at random, beside others who do the same. */
async function actAtRandom(steps: number): Promise<void> {
  const tickets: Id<'ticket'>[] = [];
  const contacts: Id<'contact'>[] = [];
  const conversations: Id<'conversation'>[] = [];
  const actions = [
    async () => {
      const body = { subject: 'Any', tags: some(), contact: { email: newEmail() } };
      tickets.push((await live.ok(createTicket, { body })).data.id);
    },
    async () => {
      const body = { contact: { email: newEmail() }, tags: some() };
      conversations.push((await live.ok(createConversation, { body })).data.id);
    },
    async () => {
      contacts.push((await live.ok(createContact, { body: { email: newEmail() } })).data.id);
    },
    async () => {
      const contact_id = contacts.pop();
      if (contact_id !== undefined) await live.ok(deleteContact, { params: { contact_id } });
    },
    async () => {
      const ticket_id = Math.random() < 0.3 ? tickets.pop() : undefined;
      if (ticket_id !== undefined) await live.ok(deleteTicket, { params: { ticket_id } });
    },
    async () => {
      const conversation_id = Math.random() < 0.3 ? conversations.pop() : undefined;
      if (conversation_id !== undefined) await live.ok(deleteConversation, { params: { conversation_id } });
    },
    async () => {
      if (tickets.length === 0) return;
      const body = { status: pick(TICKET_STATUSES), tags: some() };
      await live.ok(updateTicket, { params: { ticket_id: pick(tickets) }, body });
    },
    async () => {
      if (tickets.length === 0) return;
      const update = { status: pick(TICKET_STATUSES), add_tags: some().slice(0, 1) };
      await live.ok(updateTickets, { body: { ids: tickets.slice(-5), update } });
    },
    async () => {
      if (conversations.length === 0) return;
      const body = { status: pick(CONVERSATION_STATUSES), tags: some() };
      await live.ok(updateConversation, { params: { conversation_id: pick(conversations) }, body });
    },
  ];
  for (let step = 0; step < steps; step += 1) await pick(actions)();
}

describe('under concurrent creates, updates and deletes', () => {
  it('total_count and tag counts end up exact', async () => {
    await Promise.all(Array.from({ length: 8 }, () => actAtRandom(40)));
    const [tickets, conversations, contacts] = await Promise.all(
      [listTickets, listConversations, listContacts].map((list) => walk(list)),
    );
    for (const [list, items, statuses] of [
      [listTickets, tickets, TICKET_STATUSES],
      [listConversations, conversations, CONVERSATION_STATUSES],
      [listContacts, contacts, []],
    ] as const) {
      expect(items?.length).toBeGreaterThan(0);
      const { meta } = await read(list, { per_page: '1' });
      expect([list.id, meta.total_count, meta.total_count_relation]).toEqual([list.id, items?.length, 'eq']);
      for (const status of statuses) {
        const { meta: ofStatus } = await read(list, { per_page: '1', status });
        const there = items?.filter((item) => item.status === status).length;
        expect([list.id, status, ofStatus.total_count]).toEqual([list.id, status, there]);
      }
    }
    const carried = [...(tickets ?? []), ...(conversations ?? [])].flatMap(({ tags = [] }) => tags);
    const expected = Object.fromEntries(TAGS.map((tag) => [tag, carried.filter((it) => it === tag).length]));
    await eventually(async () => {
      const { data } = await live.ok(listTags, { query: {} });
      const counts = Object.fromEntries(data.map(({ name, count }) => [name, count]));
      expect({ ...Object.fromEntries(TAGS.map((tag) => [tag, 0])), ...counts }).toEqual(expected);
    });
  });
});
