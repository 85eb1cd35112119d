import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Cursors } from './cursors.ts';

const key = (fill: number) => Buffer.alloc(32, fill);
const cursors = new Cursors({ ENCRYPTION_KEYS: [key(1)] });
const PAGE = { items: [], total_count: 0, total_count_relation: 'eq' as const };
const signed = (cursor: string, by = cursors) =>
  by.signed({ ...PAGE, next_cursor: cursor, resume_cursor: cursor });

describe('a cursor', () => {
  it('is read as it was signed, also after a rotation of keys', () => {
    const rotated = new Cursors({ ENCRYPTION_KEYS: [key(2), key(1)] });
    fc.assert(
      fc.property(fc.base64String({ minLength: 1 }), (cursor) => {
        const page = signed(cursor);
        expect(page.resume_cursor).toBe(page.next_cursor);
        for (const by of [cursors, rotated])
          expect(by.verified({ cursor: page.next_cursor as string })).toEqual({ cursor });
      }),
    );
    expect(cursors.verified({ cursor: undefined })).toEqual({ cursor: undefined });
    expect(cursors.signed({ ...PAGE, next_cursor: null })).toMatchObject({
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
    for (const one of refused) expect(() => cursors.verified({ cursor: one })).toThrow('cursor: must be');
  });
});
