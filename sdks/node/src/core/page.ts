// Lists, page by page.
import type { Included, PageMeta } from '../generated/types.ts';
import { annotate, ConfigurationError, PaginationError, ParleyError } from './errors.ts';
import { withResponse, type ResponseInfo } from './values.ts';

const PER_PAGE = 100;
const EMPTY_PAGES_MAX = 1000;
const TO_ARRAY_MAX = 10_000;

export interface PageBody<T> {
  data: T[];
  meta: PageMeta;
  links: PageLinks;
  included?: Included;
}

/** Paths of other pages, for programs that show pages by number */
export type PageLinks = Record<string, string | null>;

export type FetchPage<T> = (query: object) => Promise<{ body: PageBody<T>; response: ResponseInfo }>;

/** A page of a list. Iterating over it gives its records and those of all later pages. */
export class Page<T> implements AsyncIterable<T> {
  readonly data: T[];
  readonly meta: PageMeta;
  readonly links: PageLinks;
  /** The records that `include` asked for */
  declare readonly included?: Included;
  readonly #fetch: FetchPage<T>;
  readonly #query: object;

  constructor({ data, meta, links, included }: PageBody<T>, fetch: FetchPage<T>, query: object) {
    this.data = data;
    this.meta = meta;
    this.links = links;
    if (included !== undefined) this.included = included;
    this.#fetch = fetch;
    this.#query = query;
  }

  /** Reads the next page; undefined after the last one. */
  async next(): Promise<Page<T> | undefined> {
    const cursor = this.meta.next_cursor;
    return cursor === null ? undefined : fetchPage(this.#fetch, queryAfter(this.#query, cursor));
  }

  /** This page and all later ones. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    const seen = new Set<string>();
    let empty = 0;
    let next: Promise<Page<T> | undefined> = Promise.resolve(this);
    for (let page = await next; page !== undefined; page = await next) {
      empty = page.data.length === 0 ? empty + 1 : 0;
      if (empty > EMPTY_PAGES_MAX) throw paginationError(`${EMPTY_PAGES_MAX} pages are empty`, page);
      yield page;
      const cursor = page.meta.next_cursor ?? '';
      if (seen.has(cursor)) throw paginationError('The server has sent a cursor twice', page);
      seen.add(cursor);
      next = page.next();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** @see List.toArray */
  async toArray(options: { limit: number }): Promise<T[]> {
    return collected(this, options);
  }
}

/**
 * A list that is read when it is used: `await` it for one page, or iterate over it for all records. An iteration asks for 100 records at
 * a time, unless `per_page` is given, holds one page, and asks for the next one when that is used up.
 */
export class List<T> implements AsyncIterable<T>, PromiseLike<Page<T>> {
  readonly #fetch: FetchPage<T>;
  readonly #query: { per_page?: number };
  #first: Promise<Page<T>> | undefined;

  constructor(fetch: FetchPage<T>, query: object) {
    this.#fetch = fetch;
    this.#query = query;
  }

  /** One page, for `await`. */
  then<A = Page<T>, B = never>(
    onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= fetchPage(this.#fetch, this.#query);
    return this.#first.then(onPage, onError);
  }

  /** All pages. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    const { per_page = PER_PAGE } = this.#query;
    const first = await fetchPage(this.#fetch, { ...this.#query, per_page });
    yield* first.pages();
  }

  /** All records. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /**
   * The first records as an array.
   *
   * @param options `limit`: how many at most, up to 10,000; a list has no end that a program could rely on
   */
  async toArray(options: { limit: number }): Promise<T[]> {
    return collected(this, options);
  }
}

async function fetchPage<T>(fetch: FetchPage<T>, query: object): Promise<Page<T>> {
  try {
    const { body, response } = await fetch(query);
    return withResponse(new Page(body, fetch, query), response);
  } catch (error) {
    const { cursor } = query as { cursor?: string | undefined };
    throw error instanceof ParleyError ? annotate(error, { cursor }) : error;
  }
}

/** The filters are sent again: a cursor alone would list everything. */
function queryAfter(query: object, cursor: string): object {
  const { page: _page, ...filters } = query as { page?: number };
  return { ...filters, cursor };
}

function paginationError(message: string, { meta }: Page<unknown>): PaginationError {
  return annotate(new PaginationError(message), { cursor: meta.next_cursor ?? undefined });
}

async function collected<T>(items: AsyncIterable<T>, options: { limit: number } | undefined): Promise<T[]> {
  const { limit } = options ?? { limit: undefined };
  if (limit === undefined || !Number.isInteger(limit) || limit < 1 || limit > TO_ARRAY_MAX)
    throw new ConfigurationError(`toArray needs a limit from 1 to ${TO_ARRAY_MAX}: toArray({ limit: 500 })`);
  const all: T[] = [];
  for await (const item of items) {
    all.push(item);
    if (all.length === limit) break;
  }
  return all;
}
