import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { listConversations } from '../conversation/conversation.operations.ts';
import { listTickets } from '../ticket/ticket.operations.ts';
import { pathOf } from '../validation.ts';
import { FILTER_FIELDS, type FilteredResource } from './filter-fields.ts';
import { CONDITIONS_MAX, filterProblems, RecordFilter, type FilterCondition } from './filter.schema.ts';

const problemsOf = (condition: unknown, resource: FilteredResource = 'ticket') =>
  filterProblems(resource, { all: [condition as FilterCondition] }).map(
    ({ path, message }) => `${pathOf(path)}: ${message}`,
  );

const open: FilterCondition = { field: 'status', op: 'eq', value: 'open' };

describe('the fields of filters', () => {
  const LISTS = { ticket: listTickets, conversation: listConversations } as const;
  const OTHERS = ['q', 'include', 'page', 'per_page', 'cursor', 'sort', 'order'];

  it.each(Object.keys(LISTS) as FilteredResource[])('are all that the list of %s filters by', (resource) => {
    const parameters = Object.keys((LISTS[resource].query as unknown as z.ZodObject).shape);
    const filtered = parameters
      .filter((name) => !OTHERS.includes(name))
      .map((name) => name.replace(/_(after|before)$/, '_at').replace(/^snoozed$/, 'snoozed_until'));
    const fields = Object.keys(FILTER_FIELDS[resource]);
    expect(filtered.filter((name) => !fields.includes(name))).toEqual([]);
  });
});

describe('a filter', () => {
  it.each([
    {},
    { all: [open] },
    { any: [{ field: 'assignee', op: 'in', value: ['me', null] }] },
    { all: [{ field: 'created_at', op: 'gte', value: { ago: '2h' } }] },
    { all: [{ field: 'first_response_due', op: 'lt', value: { from_now: '30m' } }] },
    { all: [{ field: 'custom.plan', op: 'eq', value: 'gold' }] },
    { all: [{ field: 'tag', op: 'ne', value: 'Billing' }] },
    { all: [{ field: 'closed_at', op: 'ne', value: null }] },
  ])('is valid: %j', (filter) => {
    expect(filterProblems('ticket', RecordFilter.parse(filter))).toEqual([]);
  });

  it.each([
    [{ ...open, field: 'color' }, /^all\[0\]\.field: must be a field of a ticket/],
    [{ ...open, field: 'channel' }, /^all\[0\]\.field: /],
    [{ ...open, field: 'constructor' }, /^all\[0\]\.field: /],
    [{ ...open, field: 'custom.' }, /^all\[0\]\.field: /],
    [{ ...open, op: 'contains' }, /^all\[0\]\.op: is no operator of status, which takes eq, ne, in, not_in$/],
    [{ ...open, value: 'started' }, /^all\[0\]\.value: /],
    [{ ...open, value: ['open'] }, /^all\[0\]\.value: /],
    [{ ...open, value: null }, /^all\[0\]\.value: must not be null: every record has a value$/],
    [{ ...open, value: undefined }, /^all\[0\]\.value: is required$/],
    [{ ...open, op: 'in' }, /^all\[0\]\.value: must be a list of values with in$/],
    [{ ...open, op: 'in', value: [] }, /^all\[0\]\.value: must be a list of values with in$/],
    [{ ...open, op: 'in', value: ['open', 'started'] }, /^all\[0\]\.value\[1\]: /],
    [{ ...open, op: 'in', value: Array(51).fill('open') }, /^all\[0\]\.value: must have at most 50 values$/],
    [
      { field: 'created_at', op: 'gt', value: { ago: '2 weeks' } },
      /^all\[0\]\.value: must be a duration like 30m/,
    ],
    [{ field: 'created_at', op: 'gt', value: { ago: '3651d' } }, /^all\[0\]\.value: /],
    [{ field: 'created_at', op: 'gt', value: { ago: '1d', from_now: '1d' } }, /^all\[0\]\.value: /],
    [{ field: 'closed_at', op: 'eq', value: '2026-11-21' }, /^all\[0\]\.value: must be null with eq/],
    [{ field: 'subject', op: 'contains', value: '' }, /^all\[0\]\.value: must be a text with contains$/],
    [
      { field: 'custom.vip', op: 'lt', value: true },
      /^all\[0\]\.value: must be a number or a string with lt$/,
    ],
    [{ field: 'number', op: 'lt', value: null }, /^all\[0\]\.value: must not be null with lt$/],
  ])('names what is wrong in %j', (condition, expected) => {
    expect(problemsOf(condition)).toEqual([expect.stringMatching(expected)]);
  });

  it(`has at most ${CONDITIONS_MAX} conditions in both groups together`, () => {
    const half = Array<FilterCondition>(13).fill(open);
    expect(filterProblems('ticket', { all: half, any: half.slice(1) })).toEqual([]);
    expect(filterProblems('ticket', { all: half, any: half })).toEqual([
      { path: [], message: 'must have at most 25 conditions', code: 'too_many_items' },
    ]);
  });
});
