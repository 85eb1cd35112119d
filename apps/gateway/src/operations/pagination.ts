import {
  type ErrorDetail,
  type ListQuery,
  MAX_OFFSET,
  type Page,
  type PageLinks,
  type PageMeta,
} from '@parley/contracts';
import type { z } from 'zod';

/** The last page of this size that can be asked for by number. */
const lastReachable = (perPage: number) => Math.floor(MAX_OFFSET / perPage) + 1;

/** What is wrong with a list query that asks too deep by page number, or `null`. A cursor may go anywhere. */
export function depthError(query: ListQuery): ErrorDetail | null {
  if (query.cursor !== undefined || query.page <= lastReachable(query.per_page)) return null;
  const message = `reaches deeper than ${MAX_OFFSET} rows; pass meta.next_cursor of the page before as cursor instead`;
  return { code: 'invalid_parameter', param: 'page', message, in: 'query' };
}

/**
 * The body of a list. Links are relative, keep the query of `url`, and can all be followed: beyond the depth of page numbers
 * `next` continues by cursor, and `last` is the last page that a number reaches.
 */
export function pageEnvelope(page: Page<unknown>, query: ListQuery, url: string) {
  const { page: current, per_page: perPage } = query;
  const pages = Math.ceil(page.total_count / perPage);
  const reachable = lastReachable(perPage);
  const last = Math.min(Math.max(pages, 1), reachable);
  const byCursor = query.cursor !== undefined;
  // Nobody has counted all of the matches.
  const isOpen = page.total_count_relation === 'gte';
  const link = linkMaker(url);
  const numbered = (number: number): string => link(`page=${number}`);
  const next = (): string | null => {
    if (!byCursor && current < reachable && (current < pages || page.next_cursor !== null))
      return numbered(current + 1);
    return page.next_cursor === null ? null : link(`cursor=${encodeURIComponent(page.next_cursor)}`);
  };
  return {
    data: page.items,
    meta: {
      current_page: byCursor ? null : current,
      per_page: perPage,
      total_pages: byCursor || isOpen ? null : pages,
      total_count: page.total_count,
      total_count_relation: page.total_count_relation,
      next_cursor: page.next_cursor,
      resume_cursor: page.resume_cursor ?? null,
    } satisfies z.output<typeof PageMeta>,
    links: {
      // A cursor stands at no page number.
      first: byCursor ? null : numbered(1),
      // From beyond the end, the previous page is the last one that has rows.
      prev: byCursor || current === 1 ? null : numbered(Math.min(current - 1, last)),
      next: next(),
      last: byCursor || isOpen ? null : numbered(last),
    } satisfies z.output<typeof PageLinks>,
  };
}

/** Puts a paging parameter in the place of those in the URL; all the others keep their very bytes. */
function linkMaker(url: string): (paging: string) => string {
  const [path = '', ...query] = url.split('?');
  const kept = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '' && !isPaging(pair));
  const start = `${path}?${kept.map((pair) => `${pair}&`).join('')}`;
  return (paging) => start + paging;
}

function isPaging(pair: string): boolean {
  const [name = ''] = pair.split('=', 1);
  if (name === 'page' || name === 'cursor') return true;
  if (!name.includes('%')) return false;
  const decoded = new URLSearchParams(name).keys().next().value;
  return decoded === 'page' || decoded === 'cursor';
}
