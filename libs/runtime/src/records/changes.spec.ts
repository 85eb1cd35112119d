import { describe, expect, it } from '@jest/globals';
import { changedFields, changedValues } from './changes.ts';

const ticket = {
  subject: 'Help',
  assignee: { id: 'user_1', name: 'Dana' } as { id: string; name: string } | null,
  tags: ['a', 'b'],
  updated_at: '2026-11-21T06:30:00.000Z',
};

describe('the changed fields of a resource', () => {
  it('are the previous values of the fields that differ', () => {
    const after = { ...ticket, subject: 'Help me', tags: ['b', 'a'] };
    expect(changedFields(ticket, after)).toEqual({ subject: 'Help', tags: ['a', 'b'] });
  });

  it('are empty if nothing differs', () => {
    expect(changedFields(ticket, structuredClone(ticket))).toEqual({});
  });

  it('exclude updated_at', () => {
    expect(changedFields(ticket, { ...ticket, updated_at: '2026-11-21T07:00:00.000Z' })).toEqual({});
  });

  it('contain the previous value of a nested object', () => {
    const after = { ...ticket, assignee: { id: 'user_1', name: 'Daniela' } };
    expect(changedFields(ticket, after)).toEqual({ assignee: { id: 'user_1', name: 'Dana' } });
  });

  it('distinguish null from a value in both directions', () => {
    const unassigned = { ...ticket, assignee: null };
    expect(changedFields(ticket, unassigned)).toEqual({ assignee: ticket.assignee });
    expect(changedFields(unassigned, ticket)).toEqual({ assignee: null });
  });
});

describe('the changed values of a row', () => {
  const row = { name: 'Dana' as string | null, tags: ['a', 'b'], fields: { b: [1, 2], a: { y: 1, x: 2 } } };

  it('are the requested values that differ from the row', () => {
    expect(changedValues(row, { name: null, tags: ['a', 'b'] })).toEqual({ name: null });
    expect(changedValues(row, { tags: ['b', 'a'] })).toEqual({ tags: ['b', 'a'] });
  });

  it('exclude equal JSON with its keys in another order', () => {
    expect(changedValues(row, { fields: { a: { x: 2, y: 1 }, b: [1, 2] } })).toEqual({});
  });

  it('exclude undefined values', () => {
    expect(changedValues(row, { name: undefined })).toEqual({});
  });
});
