import { describe, expect, it } from '@jest/globals';
import { changedFields, changedValues } from './changes.ts';

const ticket = {
  subject: 'Help',
  assignee: { id: 'user_1', name: 'Dana' } as { id: string; name: string } | null,
  tags: ['a', 'b'],
  updated_at: '2026-11-21T06:30:00.000Z',
};

describe('the changed fields of a resource', () => {
  it('are the old values of what differs', () => {
    const after = { ...ticket, subject: 'Help me', tags: ['b', 'a'] };
    expect(changedFields(ticket, after)).toEqual({ subject: 'Help', tags: ['a', 'b'] });
  });

  it('are none when nothing differs', () => {
    expect(changedFields(ticket, structuredClone(ticket))).toEqual({});
  });

  it('leave out when the change was made', () => {
    expect(changedFields(ticket, { ...ticket, updated_at: '2026-11-21T07:00:00.000Z' })).toEqual({});
  });

  it('show what a value inside was before', () => {
    const after = { ...ticket, assignee: { id: 'user_1', name: 'Daniela' } };
    expect(changedFields(ticket, after)).toEqual({ assignee: { id: 'user_1', name: 'Dana' } });
  });

  it('tell null from a value in both directions', () => {
    const unassigned = { ...ticket, assignee: null };
    expect(changedFields(ticket, unassigned)).toEqual({ assignee: ticket.assignee });
    expect(changedFields(unassigned, ticket)).toEqual({ assignee: null });
  });
});

describe('what a patch changes in a row', () => {
  const row = { name: 'Dana' as string | null, tags: ['a', 'b'], fields: { b: [1, 2], a: { y: 1, x: 2 } } };

  it('is what it asks for and is not so yet', () => {
    expect(changedValues(row, { name: null, tags: ['a', 'b'] })).toEqual({ name: null });
    expect(changedValues(row, { tags: ['b', 'a'] })).toEqual({ tags: ['b', 'a'] });
  });

  it('is nothing for the same JSON with its keys in another order', () => {
    expect(changedValues(row, { fields: { a: { x: 2, y: 1 }, b: [1, 2] } })).toEqual({});
  });

  it('is nothing for what it does not say', () => {
    expect(changedValues(row, { name: undefined })).toEqual({});
  });
});
