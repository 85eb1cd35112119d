import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, isFullRun } from '@parley/testing';
import fc from 'fast-check';
import { operator } from './platform.ts';

// Of about five merges and undos each.
const RUNS = isFullRun ? 120 : 10;
const RECORDS = 6;

const { live } = await operator.workspace();

type Act =
  | { readonly do: 'merge' | 'unmerge'; readonly id: number; readonly others: readonly number[] }
  | { readonly do: 'write'; readonly id: number };

const index = fc.nat({ max: RECORDS - 1 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constantFrom('merge' as const, 'unmerge' as const),
    id: index,
    others: fc.uniqueArray(index, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('write' as const), id: index }),
);
/** Acts that are sent at the same time, several times one after the other. */
const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 });

interface Kept {
  id: string;
  merged_from: readonly string[];
}

/** The records of a run, whichever kind they are. */
interface Kind {
  readonly create: (tag: string) => Promise<string>;
  readonly get: (id: string) => Promise<Kept>;
  readonly send: (act: 'merge' | 'unmerge', id: string, others: string[]) => Promise<{ status: number }>;
  /** Writes something, and returns a check that it is where the answer said. */
  readonly write: (id: string) => Promise<() => Promise<void>>;
  /** The records with a tag, in a list, and their number in it. */
  readonly list: (tag: string) => Promise<{ ids: string[]; total: number }>;
  /** The number of all records. */
  readonly total: () => Promise<number>;
}

let last = 0;
const next = () => (last += 1);

async function play(kind: Kind, script: readonly (readonly Act[])[]): Promise<void> {
  const tag = `race-${next()}`;
  const before = await kind.total();
  const ids: string[] = [];
  for (let count = 0; count < RECORDS; count += 1) ids.push(await kind.create(tag));
  const checks: (() => Promise<void>)[] = [];
  const of = (nth: number) => ids[nth] ?? '';
  for (const round of script)
    await Promise.all(
      round.map(async (one) => {
        if (one.do === 'write') checks.push(await kind.write(of(one.id)));
        else expect([200, 422]).toContain((await kind.send(one.do, of(one.id), one.others.map(of))).status);
      }),
    );
  const found = await Promise.all(ids.map(kind.get));
  const survivors = new Map(found.map((one) => [one.id, one]));
  // Each id leads to a record that names it, or to its own, and no two records have it.
  for (const [nth, one] of found.entries())
    expect(one.id === of(nth) || one.merged_from.includes(of(nth))).toBe(true);
  const named = [...survivors.values()].flatMap(({ id, merged_from }) => [id, ...merged_from]);
  expect(named.toSorted()).toEqual(ids.toSorted());
  const listed = await kind.list(tag);
  expect(listed.ids.toSorted()).toEqual([...survivors.keys()].toSorted());
  expect(listed.total).toBe(survivors.size);
  expect((await kind.total()) - before).toBe(survivors.size);
  for (const check of checks) await check();
  await eventually(async () => {
    const query = { per_page: '100', sort: 'created_at', order: 'desc' } as never;
    const { data } = await live.ok(api.listTags, { query });
    expect(data.filter(({ name }) => name === tag).map(({ count }) => count)).toEqual([survivors.size]);
  });
}

const totalOf = async (list: typeof api.listTickets | typeof api.listConversations, query: object) =>
  (await live.ok(list as typeof api.listTickets, { query: { per_page: '1', ...query } })).meta.total_count;

const listOf = async (list: typeof api.listTickets | typeof api.listConversations, tag: string) => {
  const { data, meta } = await live.ok(list as typeof api.listTickets, { query: { tag } });
  return { ids: data.map(({ id }) => id as string), total: meta.total_count };
};

const bodyOf = (what: 'merge' | 'unmerge', others: string[]) =>
  (what === 'merge' ? { from_ids: others } : { ids: others }) as never;

const tickets: Kind = {
  create: async (tag) =>
    (await live.ok(api.createTicket, { body: { subject: 'Help', tags: [tag] } })).data.id,
  get: async (id) => (await live.ok(api.getTicket, { params: { ticket_id: id as api.Id<'ticket'> } })).data,
  send: (what, id, others) =>
    live.call(what === 'merge' ? api.mergeTickets : api.unmergeTickets, {
      params: { ticket_id: id as api.Id<'ticket'> },
      body: bodyOf(what, others),
    }),
  write: async (id) => {
    const name = `w${next()}`;
    const params = { ticket_id: id as api.Id<'ticket'> };
    const { data } = await live.ok(api.updateTicket, { params, body: { custom_fields: { [name]: true } } });
    return async () =>
      expect(
        (await live.ok(api.getTicket, { params: { ticket_id: data.id } })).data.custom_fields,
      ).toMatchObject({
        [name]: true,
      });
  },
  list: (tag) => listOf(api.listTickets, tag),
  total: () => totalOf(api.listTickets, {}),
};

const contact = { email: 'racer@example.com' };
const conversations: Kind = {
  create: async (tag) =>
    (await live.ok(api.createConversation, { body: { contact, tags: [tag], message: { body: 'First' } } }))
      .data.id,
  get: async (id) => {
    const params = { conversation_id: id as api.Id<'conversation'> };
    const { data } = await live.ok(api.getConversation, { params });
    const messages = await live.ok(api.listMessages, { params, query: { per_page: '100' } });
    expect([messages.data.length, messages.meta.total_count]).toEqual([
      data.messages_count,
      data.messages_count,
    ]);
    expect(messages.data.map((one) => one.conversation_id)).toEqual(messages.data.map(() => data.id));
    return data;
  },
  send: (what, id, others) =>
    live.call(what === 'merge' ? api.mergeConversations : api.unmergeConversations, {
      params: { conversation_id: id as api.Id<'conversation'> },
      body: bodyOf(what, others),
    }),
  write: async (id) => {
    const body = `message ${next()}`;
    const params = { conversation_id: id as api.Id<'conversation'> };
    const { data } = await live.ok(api.createMessage, { params, body: { body } });
    return async () => {
      const { data: found } = await live.ok(api.getMessage, {
        params: { conversation_id: data.conversation_id, message_id: data.id },
      });
      expect(found.body).toBe(body);
    };
  },
  list: (tag) => listOf(api.listConversations, tag),
  total: () => totalOf(api.listConversations, {}),
};

describe.each([
  ['tickets', tickets],
  ['conversations', conversations],
])('%s that are merged and given back while they are written', (_name, kind) => {
  it('are found by all of their ids, counted once, and lose no write', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, (script) => play(kind, script)),
      { numRuns: RUNS },
    );
  });
});
