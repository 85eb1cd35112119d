import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Priority, TICKET_STATUSES } from '@parley/contracts';
import { TicketConfig } from '../ticket.config.ts';
import type { TicketRow } from './ticket.entity.ts';
import { ticketDraft } from './ticket.fixture.ts';
import { isDone } from '../sla/sla.rules.ts';
import { firstWords, newTicketRow, ticketChanges } from './ticket.rules.ts';

const targets = new TicketConfig({}).SLA_TARGETS;
const AT = new Date('2026-11-21T06:30:00.000Z');
const LATER = new Date('2026-11-21T07:30:00.000Z');
const ids = {
  number: 1,
  id: 'id-1',
  contact_id: 'contact-1',
  assignee_id: null,
  team_id: null,
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

it('a new ticket ignores custom fields that are null', () => {
  const fields = { a: 1, b: null, c: false, d: '' };
  const row = newTicketRow({ ...draft, tags: [], custom_fields: fields }, ids, AT, targets);
  expect(row.custom_fields).toEqual({ a: 1, c: false, d: '' });
});

it('the first words of a text are whole words of its beginning, or the beginning of a long one', () => {
  expect(firstWords(' The printer\n\n is  on fire ')).toBe('The printer is on fire');
  expect(firstWords(`Help ${'x'.repeat(90)}`)).toBe('Help…');
  expect(firstWords('😀'.repeat(90))).toBe(`${'😀'.repeat(80)}…`);
  const text = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(' ', '\n', 'word ')));
  fc.assert(
    fc.property(text, (parts) => {
      const given = parts.join('').toWellFormed();
      const whole = given.trim().split(/\s+/u).join(' ');
      const words = firstWords(given);
      const kept = words === whole ? words : words.replace(/…$/u, '');
      expect(whole.startsWith(kept)).toBe(true);
      expect(kept === '').toBe(whole === '');
      expect(words.isWellFormed()).toBe(true);
      expect(Array.from(kept).length).toBeLessThanOrEqual(80);
    }),
  );
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
      contact_id: fc.constant('contact-1'),
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

  it('tells when the ticket was resolved and closed, and counts how often it was reopened', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TICKET_STATUSES)), (statuses) => {
        let row = stored();
        let reopened = 0;
        for (const status of statuses) {
          if (isDone(row.status) && !isDone(status)) reopened += 1;
          row = { ...row, ...change(row, { status }) };
          expect(row.closed_at !== null).toBe(status === 'closed');
          expect(row.reopened_count).toBe(reopened);
          if (status !== 'closed') expect(row.resolved_at !== null).toBe(status === 'resolved');
        }
      }),
    );
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

  it('treats a different order inside a list as a change', () => {
    const row = stored({ custom_fields: { a: [1, 2] } });
    expect(change(row, { custom_fields: { a: [2, 1] } })).toEqual({ custom_fields: { a: [2, 1] } });
  });
});
