import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { listQuery } from './page.ts';

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

  it.each(['0', '-1', '1.5', '1e3', '+1', ' 1', '1 ', '', 'x', '0x1', '٣', '9999999999999999'])(
    'rejects %j for page and per_page',
    (value) => {
      expect(paramsAtFault({ page: value })).toEqual(['page']);
      expect(paramsAtFault({ per_page: value })).toEqual(['per_page']);
    },
  );

  it('rejects a sort that the list does not offer', () => {
    expect(paramsAtFault({ sort: 'email' })).toEqual(['sort']);
    expect(paramsAtFault({ sort: 'constructor' })).toEqual(['sort']);
    expect(paramsAtFault({ order: 'DESC' })).toEqual(['order']);
  });

  it('does not validate cursors, so that the list returns 400 for every malformed one', () => {
    expect(query.parse({ cursor: 'x'.repeat(2000) }).cursor).toHaveLength(2000);
  });
});
