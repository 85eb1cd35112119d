import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { someOf } from '@parley/testing';
import type { z } from 'zod';
import { exampleOf, nobodys, type Records } from './examples.ts';
import { everythingLogged } from './logged-events.ts';
import { operator } from './platform.ts';
import { createVariedRecords } from './varied-records.ts';

type Item = { id: string } & Readonly<Record<string, unknown>>;
type Query = Record<string, string>;
interface List {
  data: Item[];
  meta: z.output<typeof api.PageMeta>;
  links: z.output<typeof api.PageLinks>;
}

interface Filter {
  /** What to ask for, given all items. */
  values(items: readonly Item[], unknown: Records): readonly string[];
  matches(item: Item, value: string): boolean;
}

/** The value at a path in an item: `sla.status`. */
const at = (item: Item, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], item);
const textAt = (item: Item, path: string) => (at(item, path) ?? '') as string;

/** A filter by a field with few values: each of them is asked for. */
const byWord = (path: string, words?: readonly string[]): Filter => ({
  values: (items) => words ?? [...new Set(items.map((item) => textAt(item, path)))],
  matches: (item, value) => at(item, path) === value,
});
/** The values of another filter, and two of them together, before its last. */
const anyOf = ({ values, matches }: Filter): Filter => ({
  values: (items, nobody) => {
    const single = values(items, nobody);
    return [...single.slice(0, -1), [single.at(0), single.at(-1)].join(), single.at(-1) ?? ''];
  },
  matches: (item, value) => value.split(',').some((one) => matches(item, one)),
});
/** A filter by the id of another record: each one that occurs, and one that nobody has. */
const byId = (path: string, unknown: keyof Records): Filter => ({
  values: (items, nobody) => [
    ...new Set(items.map((item) => textAt(item, path)).filter((id) => id !== '')),
    nobody[unknown],
  ],
  matches: (item, value) => at(item, path) === value,
});
/** Of a nullable field: also the records that have none. */
const byIdOrNone = (path: string, unknown: keyof Records): Filter => ({
  values: (items, nobody) => ['none', ...byId(path, unknown).values(items, nobody)],
  matches: (item, value) => (at(item, path) ?? 'none') === value,
});
const byCredential: Filter = {
  values: (items) => [
    ...new Set(items.map((item) => textAt(item, 'actor.credential.id')).filter((id) => id !== '')),
    'key_01h455vb4pex5vsknk084sn02q',
  ],
  matches: (item, value) => at(item, 'actor.credential.id') === value,
};
const byTime = (holds: (time: string, bound: string) => boolean, path = 'created_at'): Filter => ({
  values: (items) => [
    ...items.map((item) => textAt(item, path)),
    '2000-01-01T00:00:00.000Z',
    '2100-01-01T00:00:00.000Z',
  ],
  matches: (item, value) => holds(textAt(item, path), value),
});

/** Where the words are that `q` finds, besides tags. */
const SEARCHED = [
  'number',
  'subject',
  'description',
  'name',
  'email',
  'company',
  'contact.name',
  'contact.email',
];
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** How each filter is asked for, and what it lets through. A filter of the contract without an entry fails. */
const FILTERS: Readonly<Record<string, Filter>> = {
  status: anyOf(byWord('status')),
  folder: {
    values: (items) => ['none', ...items.map((item) => textAt(item, 'folder')).filter((path) => path !== '')],
    matches: (item, value) => (at(item, 'folder') ?? 'none') === value,
  },
  name: {
    values: (items) => [...items.map((item) => textAt(item, 'name').slice(1, -1).toUpperCase()), 'nothing'],
    matches: (item, value) => textAt(item, 'name').toUpperCase().includes(value.toUpperCase()),
  },
  priority: anyOf(byWord('priority', api.Priority.options)),
  channel: anyOf(byWord('channel')),
  role: anyOf(byWord('role')),
  type: anyOf(byWord('type', ['reply', 'note', 'comment'])),
  sla_status: anyOf({
    values: () => ['on_track', 'warning', 'breached', 'none'],
    matches: (item, value) => (at(item, 'sla.status') ?? 'none') === value,
  }),
  phone: {
    values: (items) => [...items.map((item) => textAt(item, 'phone')).filter((text) => text !== ''), '112'],
    matches: (item, value) => textAt(item, 'phone').replaceAll(/\D/g, '') === value.replaceAll(/\D/g, ''),
  },
  assignee: anyOf(byIdOrNone('assignee.id', 'userId')),
  actor_credential: anyOf(byCredential),
  actor_credential_not: {
    values: (items, nobody) => [
      ...byCredential.values(items, nobody),
      byCredential.values(items, nobody).join(),
    ],
    matches: (item, value) => !value.split(',').some((one) => byCredential.matches(item, one)),
  },
  external_id: {
    values: (items) => [
      ...items.map((item) => textAt(item, 'external_id')).filter((id) => id !== ''),
      'none',
    ],
    matches: (item, value) => at(item, 'external_id') === value,
  },
  number: anyOf({
    values: (items) => [...items.slice(0, 2).map((item) => String(at(item, 'number'))), '999999999'],
    matches: (item, value) => String(at(item, 'number')) === value,
  }),
  team: anyOf(byIdOrNone('team.id', 'teamId')),
  snoozed: {
    values: () => ['true', 'false'],
    matches: (item, value) => String(at(item, 'snoozed_until') !== null) === value,
  },
  inbox: anyOf(byIdOrNone('inbox_id', 'inboxId')),
  mailbox: anyOf(byIdOrNone('mailbox_id', 'mailboxId')),
  contact: anyOf(byId('contact.id', 'contactId')),
  tag: anyOf({
    values: () => ['Billing', 'REFUND', 'überfällig', 'refunds'],
    matches: (item, value) => (item['tags'] as string[]).some((tag) => api.tagKey(tag) === api.tagKey(value)),
  }),
  address: {
    values: (items) => [...items.map((item) => textAt(item, 'address').toUpperCase()), 'nobody@example.com'],
    matches: (item, value) => textAt(item, 'address').toUpperCase() === value.toUpperCase(),
  },
  reason: anyOf(byWord('reason')),
  email: {
    values: () => ['*@acme.example', 'DANA*', '*@OTHER.*', 'a%b@acme.example', 'a_b@acme.example', '*'],
    matches: ({ email }, value) => {
      const pattern = value.replaceAll('.', '\\.').replaceAll('*', '.*');
      return typeof email === 'string' && new RegExp(`^${pattern}$`, 'i').test(email);
    },
  },
  q: {
    values: () => ['dana', 'ACME ze', 'billing', 'refund bill', 'uberfallig', 'zebra emile', 'nosuchword'],
    matches: (item, value) => {
      const words = wordsOf(JSON.stringify([...SEARCHED.map((path) => at(item, path)), item['tags']]));
      const wanted = wordsOf(value);
      return wanted.every((word, index) =>
        words.some((one) => (index === wanted.length - 1 ? one.startsWith(word) : one === word)),
      );
    },
  },
  created_after: byTime((created, bound) => created >= bound),
  created_before: byTime((created, bound) => created < bound),
  updated_after: byTime((updated, bound) => updated >= bound, 'updated_at'),
  updated_before: byTime((updated, bound) => updated < bound, 'updated_at'),
  from: byTime((created, bound) => created >= bound),
  to: byTime((created, bound) => created < bound),
  event: anyOf(byWord('event', ['webhook.test', 'message.created', 'ticket.created'])),
};

const people = new Intl.Collator('und');
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const lower = (item: Item, path: string) => textAt(item, path).toLowerCase();
const byName = (path: string) => (a: Item, b: Item) => people.compare(lower(a, path), lower(b, path));
const byCharacters = (path: string) => (a: Item, b: Item) => compare(lower(a, path), lower(b, path));
const byRank = (path: string, words: readonly string[]) => (a: Item, b: Item) =>
  words.indexOf(textAt(a, path)) - words.indexOf(textAt(b, path));

/** What each sort goes by. A sort of the contract without an entry fails. */
const SORTS: Readonly<Record<string, (a: Item, b: Item) => number>> = {
  created_at: byCharacters('created_at'),
  updated_at: byCharacters('updated_at'),
  last_message_at: byCharacters('last_message_at'),
  joined_at: byCharacters('joined_at'),
  first_response_due: byCharacters('sla.first_response_due'),
  name: byName('name'),
  company: byName('company'),
  email: byCharacters('email'),
  priority: byRank('priority', api.Priority.options.toReversed()),
  status: byRank('status', api.TICKET_STATUSES),
};

const PAGING = ['include', 'page', 'per_page', 'cursor', 'sort', 'order'];
const lists = api.operations.filter(({ response }) => api.isPage(response));
const shapeOf = ({ query }: api.Operation) => (query as z.ZodObject).shape;
const filtersOf = (list: api.Operation) =>
  Object.keys(shapeOf(list)).filter((name) => !PAGING.includes(name));
const sortsOf = (list: api.Operation) =>
  (shapeOf(list)['sort'] as z.ZodDefault<z.ZodEnum>).unwrap().options as string[];
/** The same data in another workspace. */
const [workspace, other] = await Promise.all([operator.workspace(), operator.workspace()]);
const live = workspace.live;
const testMode = workspace.test;
const filled = [createVariedRecords(workspace), createVariedRecords(other)] as const;
const [mine, theirs] = await Promise.all(filled);
await Promise.all([workspace, other].map(everythingLogged));
const records = mine;
const twin = { live: other.live, records: theirs };

async function read(list: api.Operation, query: Query = {}, of = { live, records }): Promise<List> {
  const sent = exampleOf(list, of.records) as object;
  const answer = await of.live.call(list, { ...sent, query });
  if (answer.status !== 200) throw new Error(`${JSON.stringify(query)}: ${JSON.stringify(answer.body)}`);
  return answer.body as unknown as List;
}

/** A log has many times and records: the first and the last of its values stand for all. */
const few = ({ values, matches }: Filter): Filter => ({
  values: (items, nobody) => values([items.at(0), items.at(-1)] as Item[], nobody),
  matches,
});

/** Filters that mean something else in some lists. */
const OF_LIST: Readonly<Record<string, Filter>> = {
  'ticket.list status': anyOf(byWord('status')),
  'conversation.list status': anyOf(byWord('status')),
  'file.list mime_type': {
    values: (items) => [...items.map((item) => textAt(item, 'mime_type')), 'text/*', 'image/*'],
    matches: (item, value) => textAt(item, 'mime_type').startsWith(value.replace('*', '')),
  },
  'job.list resource': anyOf(byWord('resource', api.JobResource.options)),
  'job.list status': anyOf(byWord('status', api.JobStatus.options)),
  'job.results status': anyOf(byWord('status', api.JobResultStatus.options)),
  'macro.list visibility': anyOf(byWord('visibility', ['private', 'workspace', 'team'])),
  'view.list resource': anyOf(byWord('resource', api.ViewResource.options)),
  'view.list visibility': anyOf(byWord('visibility', ['private', 'workspace', 'team'])),
  'notification.list read': {
    values: () => ['true', 'false'],
    matches: (item, value) => String(at(item, 'read')) === value,
  },
  'notification.list cause': anyOf(byWord('cause', api.NotificationCause.options)),
  'sender_rule.list action': anyOf(byWord('action')),
  'sender_rule.list sender': {
    values: (items) => [...items.map((item) => textAt(item, 'sender').toUpperCase()), 'nobody.example'],
    matches: (item, value) => textAt(item, 'sender') === value.toLowerCase(),
  },
  'event.list resource': few(anyOf(byId('data.id', 'ticketId'))),
  'event.list created_after': few(byTime((time, bound) => time >= bound, 'timestamp')),
  'event.list created_before': few(byTime((time, bound) => time < bound, 'timestamp')),
};

function filterOf(name: string, list: api.Operation): Filter {
  const filter = OF_LIST[`${list.id} ${name}`] ?? FILTERS[name];
  if (filter === undefined) throw new Error(`FILTERS in this file has no entry for ${name}`);
  return filter;
}

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);

/**
 * Records without a value are last in both directions. Events do not show when they were logged: ascending is descending
 * reversed.
 */
function inOrder(items: readonly Item[], sort: string, order: string): Item[] {
  if (sort === 'logged_at') return order === 'desc' ? [...items] : items.toReversed();
  const by = SORTS[sort];
  if (by === undefined) throw new Error(`SORTS in this file does not know ${sort}`);
  const sign = order === 'desc' ? -1 : 1;
  const lacks = (item: Item) => Number(item[sort] === null);
  return items.toSorted((a, b) => lacks(a) - lacks(b) || sign * (by(a, b) || compare(a.id, b.id)));
}

const filters = lists.flatMap((list) => filtersOf(list).map((name) => [list.id, name, list] as const));

describe('a filter returns exactly the matching records', () => {
  it.each(filters)('%s: %s', async (_, name, list) => {
    const all = (await read(list, { per_page: '100' })).data;
    const valuesOf = (filter: string) => filterOf(filter, list).values(all, nobodys(records));
    const others = filtersOf(list).filter((other) => other !== name);
    const values = valuesOf(name);
    // Each value alone, and some with the first and the last of other filters: in `npm run test:full` of every other. The last but one may be several values.
    const combined = new Set(
      [0, Math.floor(values.length / 2), -2, -1].map((index) => values.at(index) ?? ''),
    );
    const queries = values.flatMap((value, nth): Query[] => [
      { [name]: value },
      ...(combined.has(value) ? someOf(others, nth) : []).flatMap((other) =>
        [0, -1].map((index) => ({ [name]: value, [other]: valuesOf(other).at(index) ?? '' })),
      ),
    ]);
    const counts = await Promise.all(
      queries.map(async (query) => {
        const { data, meta } = await read(list, { per_page: '100', ...query });
        const wanted = all.filter((item) =>
          Object.entries(query).every(([filter, value]) => filterOf(filter, list).matches(item, value)),
        );
        expect([query, idsOf(data), meta.total_count]).toEqual([query, idsOf(wanted), wanted.length]);
        return data.length;
      }),
    );
    // Else it could just as well be ignored.
    expect(counts.some((count) => count > 0 && count < all.length)).toBe(true);
    expect(counts).toContain(0);
  });
});

describe('a filter returns nothing of another workspace or of the other mode', () => {
  it.each(filters)('%s: %s', async (_, name, list) => {
    const mine = (await read(list, { per_page: '100' })).data;
    const theirs = new Set(idsOf((await read(list, { per_page: '100' }, twin)).data));
    expect(theirs.size).toBe(mine.length);
    for (const value of someOf(filterOf(name, list).values(mine, nobodys(records)))) {
      const query = { per_page: '100', [name]: value };
      const found = (await read(list, query, twin)).data;
      expect([value, idsOf(found).filter((id) => !theirs.has(id))]).toEqual([value, []]);
      // Ids of mine name nothing over there; words mean the same.
      const isId = /^[a-z]+_[0-9a-z]{26}$/.test(value) && !name.endsWith('_not');
      if (isId) expect([value, found]).toEqual([value, []]);
      const other = await testMode.call(list, { ...(exampleOf(list, records) as object), query });
      const { data = [] } = other.body as unknown as Partial<List>;
      const shared = list.service === 'identity' || list.id === 'inbox.list';
      if (!shared) expect([value, data]).toEqual([value, []]);
    }
  });
});

describe('a sort orders by its field and then by id', () => {
  const sorts = lists.flatMap((list) => sortsOf(list).map((sort) => [list.id, sort, list] as const));

  it.each(sorts)('%s: %s', async (_, sort, list) => {
    const all = (await read(list, { per_page: '100' })).data;
    expect(all.length).toBeGreaterThan(1);
    for (const order of ['asc', 'desc']) {
      const { data } = await read(list, { per_page: '100', sort, order });
      expect([order, idsOf(data)]).toEqual([order, idsOf(inOrder(all, sort, order))]);
    }
  });
});

describe('pages, cursors and links reach every record of a list', () => {
  it.each(lists.map((list) => [list.id, list] as const))('%s', async (_, list) => {
    // That of the view with all tickets is the usual one.
    const { sort = 'created_at', order = 'desc' } = (list.query?.parse({}) ?? {}) as Partial<Query>;
    const all = (await read(list)).data;
    expect(idsOf(all)).toEqual(idsOf(inOrder(all, sort, order)));
    const [filter] = filtersOf(list);
    const value = filter === undefined ? undefined : filterOf(filter, list).values(all, nobodys(records))[0];
    for (const filters of [
      {},
      ...(filter === undefined || value === undefined ? [] : [{ [filter]: value }]),
    ]) {
      for (const by of someOf(sortsOf(list))) {
        const query: Query = { ...filters, sort: by, order: 'asc', per_page: '2' };
        const wanted = idsOf((await read(list, { ...query, per_page: '100' })).data);
        expect([query, await byPage(list, query)]).toEqual([query, wanted]);
        expect([query, await byCursor(list, query)]).toEqual([query, wanted]);
        expect([query, await byLink(list, query)]).toEqual([query, wanted]);
        const { meta } = await read(list, query);
        expect([query, meta.resume_cursor !== null]).toEqual([
          query,
          ['updated_at', 'logged_at'].includes(by),
        ]);
      }
    }
  });

  async function byPage(list: api.Operation, query: Query): Promise<string[]> {
    const { meta } = await read(list, query);
    const numbers = Array.from({ length: meta.total_pages ?? 0 }, (_, index) => String(index + 1));
    const pages = await Promise.all(numbers.map((page) => read(list, { ...query, page })));
    return pages.flatMap(({ data }) => idsOf(data));
  }

  async function byCursor(list: api.Operation, query: Query): Promise<string[]> {
    const ids: string[] = [];
    for (let page = await read(list, query); ;) {
      ids.push(...idsOf(page.data));
      if (page.meta.next_cursor === null) return ids;
      page = await read(list, { ...query, cursor: page.meta.next_cursor });
      expect(page.meta).toMatchObject({ current_page: null, total_pages: null });
      expect(page.links).toMatchObject({ first: null, prev: null, last: null });
    }
  }

  async function byLink(list: api.Operation, query: Query): Promise<string[]> {
    const ids: string[] = [];
    for (let page = await read(list, query); ;) {
      ids.push(...idsOf(page.data));
      for (const link of Object.values(page.links)) {
        if (link === null) continue;
        expect(Object.fromEntries(new URL(link, live.baseUrl).searchParams)).toMatchObject(query);
      }
      if (page.links.next === null) return ids;
      page = (await live.raw<List>('GET', page.links.next)).body;
    }
  }
});
