import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';

const { live, test } = await operator.workspace();

type Type = api.Input<typeof api.linkTicket>['body']['type'];

const create = async (of = live) => (await of.ok(api.createTicket, { body: { subject: 'Help' } })).data;
const linksOf = async ({ id }: api.Ticket) =>
  (await live.ok(api.getTicket, { params: { ticket_id: id } })).data.links;
const link = (of: api.Ticket, type: Type, to: Pick<api.Ticket, 'id'>) =>
  live.call(api.linkTicket, { params: { ticket_id: of.id }, body: { type, linked_ticket_id: to.id } });
const unlink = (of: api.Ticket, to: api.Ticket) =>
  live.call(api.unlinkTicket, { params: { ticket_id: of.id, linked_ticket_id: to.id } });

describe('a link of two tickets', () => {
  it.each([
    ['related', 'related'],
    ['duplicate_of', 'duplicate'],
    ['parent', 'child'],
  ] as const)('is %s at one end and %s at the other', async (type, otherEnd) => {
    const [one, other] = [await create(), await create()];
    const answer = await link(one, type, other);
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { id: one.id, links: [{ type, ticket_id: other.id }] } },
    });
    expect(await linksOf(other)).toEqual([{ type: otherEnd, ticket_id: one.id }]);
    expect((await unlink(other, one)).status).toBe(204);
    expect([await linksOf(one), await linksOf(other)]).toEqual([[], []]);
    expect(refusalOf(await unlink(other, one))).toBe('404 not_found');
  });

  it('is part of the histories of both', async () => {
    const [one, other] = [await create(), await create()];
    await link(one, 'related', other);
    for (const [ticket, to] of [
      [one, other],
      [other, one],
    ] as const)
      await eventually(async () => {
        const { data } = await live.ok(api.listTicketHistory, {
          params: { ticket_id: ticket.id },
          query: {},
        });
        expect(data[0]).toMatchObject({
          event: 'ticket.updated',
          changes: { links: { from: [], to: [{ type: 'related', ticket_id: to.id }] } },
        });
      });
  });

  it('makes no ticket its own ancestor, also when many are linked at the same time', async () => {
    const ring = [await create(), await create(), await create(), await create()];
    const answers = await Promise.all(
      ring.map((ticket, nth) => link(ticket, 'parent', ring[(nth + 1) % ring.length] as api.Ticket)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused && refusalOf(refused)).toBe('422 invalid_parameter linked_ticket_id');
  });

  it('is refused to itself, beside another one, to a second parent, and to a ticket of the other mode', async () => {
    const [one, other] = [await create(), await create()];
    await link(one, 'parent', other);
    expect(refusalOf(await link(one, 'related', one))).toBe('422 invalid_parameter linked_ticket_id');
    expect(refusalOf(await link(other, 'related', one))).toBe('422 invalid_parameter linked_ticket_id');
    expect(refusalOf(await link(one, 'parent', await create()))).toBe('422 invalid_parameter type');
    expect(refusalOf(await link(one, 'related', await create(test)))).toBe(
      '422 invalid_parameter linked_ticket_id',
    );
  });

  it('goes with a deleted ticket', async () => {
    const [one, other] = [await create(), await create()];
    await link(one, 'related', other);
    await live.ok(api.deleteTicket, { params: { ticket_id: other.id } });
    await eventually(async () => expect(await linksOf(one)).toEqual([]));
  });

  it('is there again when a merge is undone, unless it was removed meanwhile', async () => {
    const [into, from, kept, removed] = [await create(), await create(), await create(), await create()];
    await link(from, 'related', kept);
    await link(from, 'related', removed);
    await live.ok(api.mergeTickets, { params: { ticket_id: into.id }, body: { from_ids: [from.id] } });
    expect(await linksOf(kept)).toEqual([{ type: 'related', ticket_id: from.id }]);
    expect((await unlink(removed, from)).status).toBe(204);
    await live.ok(api.unmergeTickets, { params: { ticket_id: into.id }, body: { ids: [from.id] } });
    expect(await linksOf(from)).toEqual([{ type: 'related', ticket_id: kept.id }]);
  });
});
