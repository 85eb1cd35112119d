import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { anyOf, listQuery } from './page.ts';

const query = listQuery(['created_at', 'name'], { status: z.enum(['open', 'closed']).optional() });

const paramsAtFault = (sent: Record<string, unknown>): string[] =>
  query.safeParse(sent).error?.issues.map((issue) => issue.path.join('.')) ?? [];

describe('the query of a list', () => {
  it('defaults to the newest 25', () => {
    expect(query.parse({})).toEqual({ page: 1, per_page: 25, sort: 'created_at', order: 'desc' });
  });

  it('reads numbers from the text of the URL', () => {
    expect(query.parse({ page: '7', per_page: '50', sort: 'name', order: 'asc', status: 'open' })).toEqual({
      page: 7,
      per_page: 50,
      sort: 'name',
      order: 'asc',
      status: 'open',
    });
  });

  it('clamps per_page to 100', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (wanted) =>
        expect(query.parse({ per_page: String(wanted) }).per_page).toBe(Math.min(wanted, 100)),
      ),
    );
  });

  it.each(['0', '-1', '1.5', '1e3', '+1', ' 1', '1 ', '', 'x', '0x1', '٣'])(
    'rejects %j for page and per_page',
    (value) => {
      expect(paramsAtFault({ page: value })).toEqual(['page']);
      expect(paramsAtFault({ per_page: value })).toEqual(['per_page']);
    },
  );

  it('takes a number of any size, as the API document does', () => {
    for (const digits of [16, 20, 400]) {
      const wanted = '9'.repeat(digits);
      expect(query.parse({ page: wanted, per_page: wanted })).toMatchObject({
        page: Number.MAX_SAFE_INTEGER,
        per_page: 100,
      });
    }
  });

  it('rejects a sort that the list does not offer', () => {
    expect(paramsAtFault({ sort: 'email' })).toEqual(['sort']);
    expect(paramsAtFault({ sort: 'constructor' })).toEqual(['sort']);
    expect(paramsAtFault({ order: 'DESC' })).toEqual(['order']);
  });

  it('does not validate cursors, so that the list returns 400 for every malformed one', () => {
    expect(query.parse({ cursor: 'x'.repeat(2000) }).cursor).toHaveLength(2000);
  });
});

describe('a filter by any of several values', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
  let looks = 0;
  const word = z.string().refine((text) => {
    looks += 1;
    return text !== '';
  }, 'must not be blank') as z.ZodType<string>;
  const filter = anyOf(word, { description: 'Word', examples: ['a'] });
  const parse = (sent: string | string[]) => {
    looks = 0;
    const { data, error } = filter.safeParse(sent);
    return { data, messages: error?.issues.map(({ message }) => message), looks };
  };

  it('reads values between commas and of repeated parameters, each once', () => {
    expect(parse(['a,b', 'b', 'a'])).toEqual({ data: ['a', 'b'], messages: undefined, looks: 2 });
    expect(parse(many(50).join()).data).toEqual(many(50));
  });

  it('reads none of more than 50, and reports the same error once', () => {
    const refused = { data: undefined, messages: ['must have at most 50 values'], looks: 0 };
    expect(parse(many(51).join())).toEqual(refused);
    expect(parse(many(5_000))).toEqual(refused);
    expect(parse(','.repeat(15_000))).toEqual({ data: undefined, messages: ['must not be blank'], looks: 1 });
  });
});
