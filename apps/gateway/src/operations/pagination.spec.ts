import { describe, expect, it } from '@jest/globals';
import type { ListQuery, Page } from '@parley/contracts';
import fc from 'fast-check';
import { depthError, pageEnvelope } from './pagination.ts';

const query = (page: number, perPage = 25, cursor?: string): ListQuery => ({
  page,
  per_page: perPage,
  sort: 'created_at',
  order: 'desc',
  ...(cursor === undefined ? {} : { cursor }),
});
const rows = (total: number, nextCursor: string | null = null): Page<unknown> => ({
  items: [],
  total_count: total,
  total_count_relation: 'eq',
  next_cursor: nextCursor,
});
const linksOf = (page: Page<unknown>, list: ListQuery, url = '/v1/tickets') =>
  pageEnvelope(page, list, url).links;
const paramsOf = (link: string): [string, string][] => [
  ...new URLSearchParams(link.slice(link.indexOf('?') + 1)),
];
const pageOf = (link: string | null): number | null =>
  link === null ? null : Number(new Map(paramsOf(link)).get('page') ?? NaN);

describe('the links of a list', () => {
  it.each([
    // page, per_page, rows → first, prev, next, last
    [1, 25, 0, [1, null, null, 1]],
    [1, 25, 25, [1, null, null, 1]],
    [1, 25, 26, [1, null, 2, 2]],
    [2, 25, 60, [1, 1, 3, 3]],
    [3, 25, 60, [1, 2, null, 3]],
    [9, 25, 60, [1, 3, null, 3]],
    [5, 25, 0, [1, 1, null, 1]],
  ])('on page %i of %i with %i rows are %j', (page, perPage, total, expected) => {
    const links = linksOf(rows(total), query(page, perPage));
    expect([links.first, links.prev, links.next, links.last].map(pageOf)).toEqual(expected);
  });

  it('keep all other parameters unchanged and in order', () => {
    const parameter = fc.tuple(
      fc.constantFrom('status', 'q', 'per_page', 'pages', 'tag', 'página'),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(
        fc.array(parameter),
        fc.nat(20),
        fc.nat(500),
        fc.boolean(),
        (others, page, total, numbered) => {
          const sent = new URLSearchParams(others);
          if (numbered) sent.append('page', String(page + 1));
          const text = sent.toString();
          const links = linksOf(
            rows(total),
            query(page + 1),
            text === '' ? '/v1/tickets' : `/v1/tickets?${text}`,
          );
          for (const link of Object.values(links)) {
            if (link === null) continue;
            expect(link.startsWith('/v1/tickets?')).toBe(true);
            expect(paramsOf(link).filter(([name]) => name !== 'page')).toEqual([
              ...new URLSearchParams(others),
            ]);
            expect(paramsOf(link).filter(([name]) => name === 'page')).toHaveLength(1);
          }
        },
      ),
    );
  });

  it('never change the bytes of a parameter, and recognise `page` in any encoding', () => {
    const links = linksOf(rows(60), query(2), '/v1/tickets?q=a+b%20c%2f&p%61ge=2&&q=%zz&flag');
    expect(links.next).toBe('/v1/tickets?q=a+b%20c%2f&q=%zz&flag&page=3');
  });

  it('lead from the first page to the last and back', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.integer({ min: 1, max: 100 }), (total, perPage) => {
        const visited = [1];
        for (let link = linksOf(rows(total), query(1, perPage)).next; link !== null;) {
          visited.push(pageOf(link) as number);
          link = linksOf(rows(total), query(visited.at(-1) as number, perPage)).next;
        }
        const pages = Math.max(1, Math.ceil(total / perPage));
        expect(visited).toEqual(Array.from({ length: pages }, (_, index) => index + 1));
        expect(pageOf(linksOf(rows(total), query(1, perPage)).last)).toBe(pages);
        for (const page of visited.slice(1)) {
          expect(pageOf(linksOf(rows(total), query(page, perPage)).prev)).toBe(page - 1);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('continue with a cursor after the last page number', () => {
    const last = linksOf(rows(50_000, 'a/b'), query(401), '/v1/tickets?page=401&status=open');
    expect(last.next).toBe('/v1/tickets?status=open&cursor=a%2Fb');
    const deep = linksOf(rows(50_000, 'c'), query(1, 25, 'a/b'), '/v1/tickets?status=open&cursor=a%2Fb');
    expect(deep).toEqual({ first: null, prev: null, next: '/v1/tickets?status=open&cursor=c', last: null });
    expect(linksOf(rows(50_000), query(1, 25, 'c'), '/v1/tickets?cursor=c').next).toBeNull();
  });

  it('continue beyond the cap of the count', () => {
    const page = { ...rows(10_000, 'x'), total_count_relation: 'gte' as const };
    expect(pageOf(linksOf(page, query(400)).next)).toBe(401);
    const { meta, links } = pageEnvelope(page, query(400), '/v1/tickets');
    expect([meta.total_pages, links.last]).toEqual([null, null]);
  });
});

describe('the meta of a list', () => {
  it('describes the position of the page', () => {
    expect(pageEnvelope(rows(61, 'x'), query(2, 30), '/v1/tickets').meta).toEqual({
      current_page: 2,
      per_page: 30,
      total_pages: 3,
      total_count: 61,
      total_count_relation: 'eq',
      next_cursor: 'x',
      resume_cursor: null,
    });
  });

  it('has no page number with a cursor', () => {
    const page = { ...rows(61, 'x'), resume_cursor: 'y' };
    expect(pageEnvelope(page, query(1, 30, 'c'), '/v1/tickets').meta).toEqual({
      current_page: null,
      per_page: 30,
      total_pages: null,
      total_count: 61,
      total_count_relation: 'eq',
      next_cursor: 'x',
      resume_cursor: 'y',
    });
  });
});

it('a page deeper than 10,000 rows is an error unless a cursor is given', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 100 }), (page, perPage) => {
      expect(depthError(query(page, perPage)) !== null).toBe((page - 1) * perPage > 10_000);
      expect(depthError(query(page, perPage, 'c'))).toBeNull();
    }),
  );
});
