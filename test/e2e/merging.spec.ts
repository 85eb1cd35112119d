import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';

const { live, test } = await operator.workspace();

let last = 0;
const unique = () => `m${(last += 1)}`;

const createTicket = async (body: object = {}, of = live) =>
  (await of.ok(api.createTicket, { body: { subject: 'Help', ...body } })).data;
const readTicket = async (id: string) =>
  (await live.ok(api.getTicket, { params: { ticket_id: id as api.Id<'ticket'> } })).data;
const merge = async (into: api.Ticket, from_ids: api.Id<'ticket'>[]) =>
  (await live.ok(api.mergeTickets, { params: { ticket_id: into.id }, body: { from_ids } })).data;
const unmerge = async (from: api.Ticket, ids: api.Id<'ticket'>[]) =>
  (await live.ok(api.unmergeTickets, { params: { ticket_id: from.id }, body: { ids } })).data;
const idsOf = async (query: object) => {
  const { data, meta } = await live.ok(api.listTickets, { query });
  expect(meta.total_count).toBe(data.length);
  return data.map(({ id }) => id);
};

describe('tickets that are merged', () => {
  it('are one ticket, which has the tags of all, and their custom fields that it lacks', async () => {
    const tag = unique();
    const into = await createTicket({ tags: [tag], custom_fields: { plan: 'pro' }, external_id: unique() });
    const from = await createTicket({
      tags: [tag.toUpperCase(), `${tag}-more`],
      custom_fields: { plan: 'free', seats: 3 },
    });
    const merged = await merge(into, [from.id]);
    expect(merged).toMatchObject({
      id: into.id,
      subject: into.subject,
      external_id: into.external_id,
      tags: [tag, `${tag}-more`],
      custom_fields: { plan: 'pro', seats: 3 },
      merged_from: [from.id],
      sla: into.sla,
    });
    expect(await readTicket(into.id)).toEqual(merged);
    expect(await readTicket(from.id)).toEqual(merged);
    expect(await idsOf({ tag })).toEqual([into.id]);
    expect(await idsOf({ number: `${from.number}` })).toEqual([]);
  });

  it('take writes by any of their ids', async () => {
    const [into, from] = [await createTicket(), await createTicket({ external_id: unique() })];
    await merge(into, [from.id]);
    const { data } = await live.ok(api.updateTicket, {
      params: { ticket_id: from.id },
      body: { priority: 'urgent' },
    });
    expect(data).toMatchObject({ id: into.id, priority: 'urgent' });
    const { data: bulk } = await live.ok(api.updateTickets, {
      body: { ids: [from.id, into.id], update: { add_tags: ['both'] } },
    });
    expect(bulk).toEqual([
      { id: from.id, status: 'updated' },
      { id: into.id, status: 'updated' },
    ]);
    const upsert = { external_id: from.external_id ?? '', subject: 'By its external id' };
    const upserted = await live.ok(api.upsertTicket, { body: upsert });
    expect(upserted.meta.created).toBe(false);
    expect(upserted.data).toMatchObject({ id: into.id, external_id: null, subject: 'By its external id' });
  });

  it('are deleted by the id of the one that is left, and not by another one', async () => {
    const [into, from] = [await createTicket(), await createTicket()];
    await merge(into, [from.id]);
    const refused = await live.call(api.deleteTicket, { params: { ticket_id: from.id } });
    expect(refusalOf(refused)).toBe('404 not_found');
    await live.ok(api.deleteTicket, { params: { ticket_id: into.id } });
    for (const ticket_id of [into.id, from.id])
      expect(refusalOf(await live.call(api.getTicket, { params: { ticket_id } }))).toBe('404 not_found');
  });

  it('are given back as they were, and what came since stays', async () => {
    const tag = unique();
    const into = await createTicket({ tags: [`${tag}-own`], custom_fields: { a: 1 } });
    const from = await createTicket({
      tags: [`${tag}-from`],
      custom_fields: { b: 2, c: 3 },
      priority: 'high',
    });
    await merge(into, [from.id]);
    await live.ok(api.updateTicket, {
      params: { ticket_id: into.id },
      body: { tags: [`${tag}-own`, `${tag}-from`, `${tag}-new`], custom_fields: { c: 4 }, status: 'pending' },
    });
    const left = await unmerge(into, [from.id]);
    expect(left).toMatchObject({
      id: into.id,
      status: 'pending',
      tags: [`${tag}-own`, `${tag}-new`],
      custom_fields: { a: 1, c: 4 },
      merged_from: [],
    });
    const back = await readTicket(from.id);
    expect(back).toEqual({ ...from, updated_at: back.updated_at });
    expect((await idsOf({ tag: `${tag}-from` })).toSorted()).toEqual([from.id]);
  });

  it('can be merged again, and each is given back with those that were in it', async () => {
    const tag = unique();
    const [a, b, c] = [
      await createTicket({ tags: [tag] }),
      await createTicket({ tags: [tag] }),
      await createTicket({ tags: [tag] }),
    ];
    await merge(b, [a.id]);
    const all = await merge(c, [b.id]);
    expect(all.merged_from).toEqual([b.id, a.id]);
    expect((await readTicket(a.id)).id).toBe(c.id);
    expect((await unmerge(c, [b.id])).merged_from).toEqual([]);
    expect((await readTicket(a.id)).id).toBe(b.id);
    expect((await readTicket(b.id)).merged_from).toEqual([a.id]);
    expect((await idsOf({ tag })).toSorted()).toEqual([b.id, c.id].toSorted());
    await merge(c, [b.id]);
    await unmerge(c, [a.id]);
    expect((await readTicket(a.id)).id).toBe(a.id);
    expect((await readTicket(b.id)).merged_from).toEqual([b.id]);
  });

  it('count once for their tags', async () => {
    const name = unique();
    const [into, from] = [await createTicket({ tags: [name] }), await createTicket({ tags: [name] })];
    const uses = async () => {
      const query = { per_page: '100', sort: 'created_at', order: 'desc' } as never;
      const { data } = await live.ok(api.listTags, { query });
      return data.filter((tag) => tag.name === name).map(({ count }) => count);
    };
    await eventually(async () => expect(await uses()).toEqual([2]));
    await merge(into, [from.id]);
    await eventually(async () => expect(await uses()).toEqual([1]));
    await unmerge(into, [from.id]);
    await eventually(async () => expect(await uses()).toEqual([2]));
  });

  it('have events and entries of their histories', async () => {
    const [into, from] = [await createTicket(), await createTicket()];
    await merge(into, [from.id]);
    await unmerge(into, [from.id]);
    await eventually(async () => {
      const { data } = await live.ok(api.listTicketHistory, {
        params: { ticket_id: from.id },
        query: { order: 'asc' } as never,
      });
      expect(data.map(({ event }) => event)).toEqual(['ticket.created', 'ticket.merged', 'ticket.unmerged']);
    });
    await eventually(async () => {
      const { data } = await live.ok(api.listTicketHistory, {
        params: { ticket_id: into.id },
        query: { order: 'asc' } as never,
      });
      expect(data.map(({ changes }) => changes['merged_from'])).toEqual([
        undefined,
        { from: [], to: [from.id] },
        { from: [from.id], to: [] },
      ]);
    });
  });

  it('are refused together, if one cannot be merged, and nothing changes', async () => {
    const [into, from, gone, merged] = [
      await createTicket(),
      await createTicket(),
      await createTicket(),
      await createTicket(),
    ];
    await live.ok(api.deleteTicket, { params: { ticket_id: gone.id } });
    await merge(await createTicket(), [merged.id]);
    const foreign = await createTicket({}, test);
    const params = { ticket_id: into.id };
    const refusals: [string[], string][] = [
      [[from.id, into.id], '422 invalid_parameter from_ids[1]'],
      [[from.id, gone.id], '422 invalid_parameter from_ids[1]'],
      [[from.id, merged.id], '422 invalid_parameter from_ids[1]'],
      [[from.id, foreign.id], '422 invalid_parameter from_ids[1]'],
      [[], '422 invalid_parameter from_ids'],
      [
        Array.from({ length: 51 }, () => api.encodeId('ticket', crypto.randomUUID())),
        '422 too_many_items from_ids',
      ],
    ];
    for (const [from_ids, expected] of refusals) {
      const refused = await live.call(api.mergeTickets, { params, body: { from_ids } as never });
      expect(refusalOf(refused)).toBe(expected);
    }
    const own = await live.call(api.unmergeTickets, { params, body: { ids: [merged.id] } });
    expect(refusalOf(own)).toBe('422 invalid_parameter ids[0]');
    const unknown = await test.call(api.mergeTickets, { params, body: { from_ids: [foreign.id] } });
    expect(refusalOf(unknown)).toBe('404 not_found');
    expect(await readTicket(into.id)).toEqual(into);
    expect(await readTicket(from.id)).toEqual(from);
  });
});
