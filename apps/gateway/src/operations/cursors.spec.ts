import { describe, expect, it } from '@jest/globals';
import type { ListQuery } from '@parley/contracts';
import fc from 'fast-check';
import { Cursors, listOfCursor } from './cursors.ts';

const key = (fill: number) => Buffer.alloc(32, fill);
const cursors = new Cursors({ ENCRYPTION_KEYS: [key(1)] });
const PAGE = { items: [], total_count: 0, total_count_relation: 'eq' as const };
const LIST = '["listTickets"]';
const signed = (cursor: string, by = cursors) =>
  by.signed({ ...PAGE, next_cursor: cursor, resume_cursor: cursor }, () => LIST);
const verified = (cursor: string | undefined, by = cursors, list = LIST) =>
  by.verified({ cursor }, () => list);

describe('a cursor', () => {
  it('is read as it was signed, also after a rotation of keys', () => {
    const rotated = new Cursors({ ENCRYPTION_KEYS: [key(2), key(1)] });
    fc.assert(
      fc.property(fc.base64String({ minLength: 1 }), (cursor) => {
        const page = signed(cursor);
        expect(page.resume_cursor).toBe(page.next_cursor);
        for (const by of [cursors, rotated])
          expect(verified(page.next_cursor as string, by)).toEqual({ cursor });
      }),
    );
    expect(verified(undefined)).toEqual({ cursor: undefined });
    expect(cursors.signed({ ...PAGE, next_cursor: null }, () => LIST)).toMatchObject({
      next_cursor: null,
      resume_cursor: null,
    });
  });

  it('is refused if it is changed anywhere, cut, or signed with another key', () => {
    const cursor = signed('WyJhIl0').next_cursor as string;
    const other = new Cursors({ ENCRYPTION_KEYS: [key(3)] });
    const changed = [...cursor].map(
      (char, at) => cursor.slice(0, at) + (char === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );
    const refused = [
      ...changed,
      cursor.slice(1),
      cursor.slice(0, 22),
      '',
      'x',
      signed('WyJhIl0', other).next_cursor as string,
    ];
    for (const one of refused) expect(() => verified(one)).toThrow('cursor: must be');
  });

  it('is refused in another list, but for one of 0.1.0', () => {
    const cursor = signed('WyJhIl0').next_cursor as string;
    expect(() => verified(cursor, cursors, '["listContacts"]')).toThrow('same filters');
    const former = cursors.signed({ ...PAGE, next_cursor: 'WyJhIl0' }, () => '').next_cursor as string;
    expect(verified(former)).toEqual({ cursor: 'WyJhIl0' });
  });
});

it('the list of a cursor is the same whatever the order of its parameters, the size of a page and the records beside it', () => {
  const query = { page: 1, per_page: 25, sort: 'created_at', order: 'desc' as const };
  const first = listOfCursor('listTickets', {}, { ...query, status: ['open'] } as ListQuery);
  const later = { status: ['open'], ...query, per_page: 100, cursor: 'x', include: ['contact'] };
  expect(listOfCursor('listTickets', {}, later as ListQuery)).toBe(first);
  for (const other of [{ status: ['closed'] }, {}, { status: ['open'], order: 'asc' }])
    expect(listOfCursor('listTickets', {}, { ...query, ...other } as ListQuery)).not.toBe(first);
  // What has changed since a time is continued without the time.
  const changes = { ...query, sort: 'updated_at', order: 'asc' as const };
  const since = { ...changes, updated_after: new Date(0) } as ListQuery;
  expect(listOfCursor('listTickets', {}, since)).toBe(listOfCursor('listTickets', {}, changes));
  const until = { ...changes, updated_before: new Date(0) } as ListQuery;
  expect(listOfCursor('listTickets', {}, until)).not.toBe(listOfCursor('listTickets', {}, changes));
});
