import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FilterCondition, FilterOperator } from '../filter/filter.schema.ts';
import { matchesFilter, testsOf } from '../filter/filter-tests.ts';
import { exampleId } from '../id.ts';
import { eventFilterProblems, receivesEvent } from './event-filter.ts';

const KIM = exampleId('user');
const MOMENT = { now: new Date('2026-11-30T06:30:00.000Z'), me: KIM };

const is = (field: string, value: unknown, op: FilterOperator = 'eq'): FilterCondition => ({
  ...{ field, op, value },
});

const event = (type: string, data: object, previous: object | null = null) => ({ type, data, previous });

const receives = (one: ReturnType<typeof event>, ...all: FilterCondition[]) =>
  receivesEvent({ all }, one, MOMENT);

describe('the filter of a subscription', () => {
  it.each([
    [['ticket.created'], is('status', 'open')],
    [['ticket.*', 'ticket.deleted'], is('previous.custom.plan', null)],
    [['conversation.*'], is('previous.channel', 'email', 'ne')],
    [['message.*'], is('message.author_type', 'contact')],
    [['message.updated'], is('previous.message.external_id', ['a', null], 'in')],
  ])('can be given for %j: %j', (events, condition) => {
    expect(eventFilterProblems(events, { all: [condition] })).toEqual([]);
  });

  it.each([
    [['*'], is('status', 'open'), 'filter', /of one resource: ticket, conversation, message$/],
    [['contact.*'], is('email', 'a'), 'filter', /of one resource/],
    [['ticket.*', 'conversation.created'], is('status', 'open'), 'filter', /of one resource/],
    [['ticket.*'], is('message.type', 'note'), 'filter.all[0].field', /^must be a field of a ticket/],
    [['message.*'], is('status', 'open'), 'filter.all[0].field', /^must be one of message\.type, /],
    [['message.*'], is('message.body', 'x', 'contains'), 'filter.all[0].field', /^must be one of/],
    [['ticket.*'], is('previous.previous.status', 'open'), 'filter.all[0].field', /after previous\.$/],
    [['ticket.*'], is('previous.status', 'opened'), 'filter.all[0].value', /./],
    [['ticket.*'], is('created_at', 'x', 'contains'), 'filter.all[0].op', /^is no operator of created_at/],
  ])('cannot be given for %j: %j', (events, condition, param, message) => {
    const [problem] = eventFilterProblems(events, { all: [condition] });
    expect(problem?.param).toBe(param);
    expect(problem?.message).toMatch(message);
  });

  it('chooses by the record after a change, and after `previous.` by the one before it', () => {
    const closed = event('ticket.updated', { status: 'closed', priority: 'high' }, { status: 'open' });
    expect(receives(closed, is('status', 'closed'), is('previous.status', 'closed', 'ne'))).toBe(true);
    expect(receives(closed, is('status', 'open'))).toBe(false);
    expect(receives(closed, is('previous.priority', 'high'))).toBe(true);
    expect(receives(closed, is('previous.priority', 'low'))).toBe(false);
  });

  it('knows no record before an event that has changed nothing', () => {
    const created = event('ticket.created', { status: 'closed' });
    expect(receives(created, is('previous.status', 'closed'))).toBe(false);
    expect(receives(created, is('previous.status', null))).toBe(true);
    expect(receives(created, is('status', 'closed'), is('previous.status', 'closed', 'ne'))).toBe(true);
  });

  it('compares `me` with the user of the webhook, and relative times with the time of the event', () => {
    const assigned = event('conversation.assigned', { assignee: { id: KIM } }, { assignee: null });
    expect(receives(assigned, is('assignee', 'me'))).toBe(true);
    expect(receivesEvent({ all: [is('assignee', 'me')] }, assigned, { ...MOMENT, me: null })).toBe(false);
    const created = event('ticket.created', { created_at: '2026-11-30T05:00:00.000Z' });
    expect(receives(created, is('created_at', { ago: '1h' }, 'lt'))).toBe(true);
    expect(receives(created, is('created_at', { ago: '2h' }, 'lt'))).toBe(false);
  });

  it('chooses messages by their own fields', () => {
    const note = event('message.created', {
      ...{ type: 'note', author: { type: 'user', id: KIM }, mentions: [KIM], delivery: null },
      conversation_id: exampleId('conversation'),
    });
    expect(receives(note, is('message.type', 'note'), is('message.mentions', 'me'))).toBe(true);
    expect(receives(note, is('message.author_type', 'contact'))).toBe(false);
    expect(receives(note, is('message.user', 'me'), is('message.contact', null))).toBe(true);
    expect(receives(note, is('message.delivery_status', null))).toBe(true);
  });

  it.each(['ticket.deleted', 'ticket.merged', 'conversation.split'])(
    'lets %s pass, which has no whole record',
    (type) => {
      expect(receives(event(type, { id: exampleId('ticket') }), is('status', 'closed'))).toBe(true);
    },
  );

  it('is true of exactly the records that the filter of a view is true of', () => {
    const status = fc.constantFrom('open', 'closed');
    const priority = fc.constantFrom('low', 'high');
    const record = fc.record({ status, priority, tags: fc.subarray(['vip', 'Billing']) });
    const condition = fc.oneof(
      fc.record({ field: fc.constant('status'), op: fc.constantFrom('eq', 'ne'), value: status }),
      fc.record({ field: fc.constant('priority'), op: fc.constantFrom('eq', 'ne'), value: priority }),
      fc.record({
        field: fc.constant('tag'),
        op: fc.constantFrom('eq', 'ne'),
        value: fc.constant('billing'),
      }),
    ) as fc.Arbitrary<FilterCondition>;
    const group = fc.array(condition, { maxLength: 3 });
    const before = fc.record({ status, priority }, { requiredKeys: [] });
    fc.assert(
      fc.property(record, before, group, group, (data, previous, all, any) => {
        const changed = event('ticket.updated', data, previous);
        const earlier = (one: FilterCondition) => ({ ...one, field: `previous.${one.field}` });
        const views = testsOf('ticket', { all, any }, MOMENT);
        expect(receivesEvent({ all, any }, changed, MOMENT)).toBe(matchesFilter(views, data));
        const prefixed = { all: all.map(earlier), any: any.map(earlier) };
        const old = { ...data, ...previous };
        expect(receivesEvent(prefixed, changed, MOMENT)).toBe(matchesFilter(views, old));
      }),
    );
  });
});
