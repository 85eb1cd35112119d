import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError, Priority, TICKET_STATUSES, type CustomFields } from '@parley/contracts';
import { TicketConfig } from '../ticket.config.ts';
import type { TicketRow } from './ticket.entity.ts';
import { ticketDraft } from './ticket.fixture.ts';
import { newTicketRow, ticketChanges } from './ticket.rules.ts';

const targets = new TicketConfig({}).SLA_TARGETS;
const AT = new Date('2026-11-21T06:30:00.000Z');
const WARNING = new Date('2026-11-21T07:15:00.000Z');
const LATER = new Date('2026-11-21T07:30:00.000Z');
const ids = {
  id: 'id-1',
  contact_id: 'contact-1',
  assignee_id: null,
  inbox_id: 'inbox-1',
  conversation_id: null,
};
const draft = ticketDraft({ subject: 'Help', tags: ['a'] });

/** A ticket as it is read back: jsonb keeps keys by length, then by bytes, whatever order they were sent in. */
function stored(change: Partial<TicketRow> = {}): TicketRow {
  const row = newTicketRow(draft, ids, AT, targets);
  const complete = {
    ...row,
    workspace_id: 'w',
    mode: 'live',
    version: 1,
    created_at: AT,
    updated_at: AT,
  } as const;
  return { ...complete, ...change };
}

const change = (row: TicketRow, patch: Parameters<typeof ticketChanges>[1]) =>
  ticketChanges(row, patch, LATER, targets);

describe('a new ticket', () => {
  it('is open and unanswered, with a running SLA timer', () => {
    expect(newTicketRow({ ...draft, priority: 'urgent' }, ids, AT, targets)).toEqual({
      id: 'id-1',
      contact_id: 'contact-1',
      assignee_id: null,
      inbox_id: 'inbox-1',
      conversation_id: null,
      subject: 'Help',
      description: null,
      external_id: null,
      status: 'open',
      priority: 'urgent',
      tags: ['a'],
      tag_keys: ['a'],
      custom_fields: {},
      sla_started_at: AT,
      sla_warning_at: WARNING,
      sla_due_at: LATER,
      sla_next_transition_at: WARNING,
      sla_stopped_status: null,
      first_responded_at: null,
      created_at: AT,
    });
  });

  it('ignores custom fields that are null', () => {
    const fields = { a: 1, b: null, c: false, d: '' };
    const row = newTicketRow({ ...draft, tags: [], custom_fields: fields }, ids, AT, targets);
    expect(row.custom_fields).toEqual({ a: 1, c: false, d: '' });
  });
});

describe('a patch', () => {
  const scalar = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 4 }), fc.integer(), fc.boolean());
  const fields = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'constructor'),
    fc.oneof(scalar, fc.array(scalar)),
    {
      noNullPrototype: true,
    },
  );
  const patch = fc.record(
    {
      subject: fc.string(),
      description: fc.option(fc.string()),
      status: fc.constantFrom(...TICKET_STATUSES),
      priority: fc.constantFrom(...Priority.options),
      tags: fc.array(fc.constantFrom('a', 'b', 'c')),
      add_tags: fc.array(fc.constantFrom('a', 'A', 'd')),
      remove_tags: fc.array(fc.constantFrom('b', 'D')),
      assignee_id: fc.option(fc.constantFrom('user-1', 'user-2')),
      conversation: fc.option(fc.constant({ id: 'conv-1', contact_id: 'contact-1' })),
      inbox_id: fc.option(fc.constantFrom('inbox-1', 'inbox-2')),
      custom_fields: fc.dictionary(
        fc.constantFrom('a', 'b', 'c', 'constructor'),
        fc.oneof(scalar, fc.array(scalar), fc.constant(null)),
        { noNullPrototype: true },
      ),
    },
    { requiredKeys: [] },
  );

  it('changes nothing when it is applied again', () => {
    fc.assert(
      fc.property(patch, patch, fields, (first, second, custom) => {
        let row = stored({ custom_fields: custom });
        for (const one of [first, second]) {
          row = { ...row, ...change(row, one) };
          expect(change(row, one)).toEqual({});
        }
      }),
    );
  });

  it('changes nothing if the fields already have the given values', () => {
    const row = stored({ custom_fields: { a: 1 }, assignee_id: 'user-1' });
    const { subject, description, status, priority, tags, assignee_id, custom_fields } = row;
    expect(change(row, {})).toEqual({});
    expect(
      change(row, { subject, description, status, priority, tags: [...tags], assignee_id, custom_fields }),
    ).toEqual({});
    expect(change(row, { subject: undefined, custom_fields: {} })).toEqual({});
  });

  it('returns only what changes', () => {
    const row = stored({ assignee_id: 'user-1' });
    expect(change(row, { subject: 'Other', priority: 'normal', tags: ['a'] })).toEqual({ subject: 'Other' });
    expect(change(row, { assignee_id: null, description: null })).toEqual({ assignee_id: null });
    expect(change(row, { tags: ['b', 'a'] })).toEqual({ tags: ['b', 'a'], tag_keys: ['b', 'a'] });
  });

  it('updates the SLA timer with status and priority', () => {
    expect(change(stored(), { status: 'closed' })).toEqual({
      status: 'closed',
      sla_stopped_status: 'on_track',
      sla_next_transition_at: null,
    });
    expect(change(stored(), { priority: 'urgent' })).toEqual({
      priority: 'urgent',
      sla_warning_at: WARNING,
      sla_due_at: LATER,
      sla_next_transition_at: new Date(LATER.getTime() + 1),
    });
    expect(change(stored(), { status: 'pending' })).toEqual({ status: 'pending' });
  });

  it('appends and removes tags without regard to case', () => {
    const row = stored({ tags: ['VIP', 'billing'], tag_keys: ['vip', 'billing'] });
    expect(change(row, { add_tags: ['vip', 'new'] })).toEqual({
      tags: ['VIP', 'billing', 'new'],
      tag_keys: ['vip', 'billing', 'new'],
    });
    expect(change(row, { remove_tags: ['vip', 'absent'] })).toEqual({
      tags: ['billing'],
      tag_keys: ['billing'],
    });
    expect(change(row, { add_tags: ['a'], remove_tags: ['A'] })).toEqual({});
    expect(change(row, { tags: ['x'], add_tags: ['y'], remove_tags: ['X'] })).toEqual({
      tags: ['y'],
      tag_keys: ['y'],
    });
    expect(change(row, { add_tags: [], remove_tags: [] })).toEqual({});
    const composed = stored({ tags: ['été'], tag_keys: ['été'] });
    expect(change(composed, { remove_tags: ['e\u0301TE\u0301'] }).tags).toEqual([]);
  });

  it('is rejected if the ticket would have more than 50 tags', () => {
    const row = stored({ tags: Array.from({ length: 49 }, (_, index) => `tag ${index}`) });
    expect(change(row, { add_tags: ['one'] }).tags).toHaveLength(50);
    expect(() => change(row, { add_tags: ['one', 'two'] })).toThrow('add_tags: ');
    expect(change(row, { add_tags: ['one', 'two'], remove_tags: ['tag 0'] }).tags).toHaveLength(50);
  });

  it('links a conversation of the same contact, or sets the contact if the ticket has none', () => {
    const conversation = { id: 'conv-1', contact_id: 'contact-1' };
    expect(change(stored(), { conversation })).toEqual({ conversation_id: 'conv-1' });
    expect(change(stored({ contact_id: null }), { conversation })).toEqual({
      conversation_id: 'conv-1',
      contact_id: 'contact-1',
    });
    expect(change(stored({ conversation_id: 'conv-1' }), { conversation })).toEqual({});
    expect(change(stored({ conversation_id: 'conv-1' }), { conversation: null })).toEqual({
      conversation_id: null,
    });
    expect(() => change(stored({ contact_id: 'contact-2' }), { conversation })).toThrow('conversation_id: ');
  });

  it('merges custom fields by key; null removes one', () => {
    const row = stored({ custom_fields: { a: 1, b: ['x'] } });
    expect(change(row, { custom_fields: { b: null, c: true } })).toEqual({
      custom_fields: { a: 1, c: true },
    });
    expect(change(row, { custom_fields: { z: null } })).toEqual({});
    expect(row.custom_fields).toEqual({ a: 1, b: ['x'] });
  });

  it('ignores a different order of keys', () => {
    const row = stored({ custom_fields: { a: 1, bb: [1, 2], c: 'x' } });
    expect(change(row, { custom_fields: { c: 'x', bb: [1, 2], a: 1 } })).toEqual({});
    const read = stored({ custom_fields: { bb: [1, 2], c: 'x', a: 1 } });
    expect(change(read, { custom_fields: { a: 1 } })).toEqual({});
  });

  it('treats a different order inside a list as a change', () => {
    const row = stored({ custom_fields: { a: [1, 2] } });
    expect(change(row, { custom_fields: { a: [2, 1] } })).toEqual({ custom_fields: { a: [2, 1] } });
  });

  it('is rejected if the merged custom fields would be too large', () => {
    const many = (prefix: string, count: number): CustomFields =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 1]));
    const row = stored({ custom_fields: many('a', 99) });
    expect(change(row, { custom_fields: { b: 1 } })).toHaveProperty('custom_fields.b', 1);
    expect(() => change(row, { custom_fields: { b: 1, c: 1 } })).toThrow(ApiError);
    try {
      change(row, { custom_fields: { b: 1, c: 1 } });
    } catch (error) {
      expect((error as ApiError).toJSON()).toMatchObject({ status: 422, param: 'custom_fields' });
    }
  });
});
