// Lists in the order of changes, to keep a copy of them.
import { ConfigurationError } from './errors.ts';
import type { List } from './page.ts';

/** How a list is read in the order of changes. */
export interface ChangeOrder {
  /** The value of `sort` */
  sort: string;
  /** The parameter that selects the changes since a time */
  since: string;
}

/** The server repeats the changes of the last minute, since one that commits late has an earlier time. */
const REPEATED_MS = 120_000;

/**
 * The changes of a list, oldest first, until now. Iterate again to read those that came since. Store `resumeCursor` after what you
 * have read: after a crash, `changes({ cursor })` continues there. It repeats records, and misses none: write each by its id.
 */
export class Changes<T extends object> implements AsyncIterable<T> {
  readonly #listOf: (query: object) => List<T>;
  readonly #query: object;
  #cursor: string | undefined;
  /** When the records of the last minutes were changed, by id, as this object has returned them. */
  readonly #returned = new Map<string, string>();

  constructor(listOf: (query: object) => List<T>, order: ChangeOrder, query: object) {
    const { since, cursor, ...filters } = query as { since?: string | Date; cursor?: string };
    if (since !== undefined && cursor !== undefined)
      throw new ConfigurationError('Give either since or cursor');
    this.#listOf = listOf;
    this.#cursor = cursor;
    this.#query = {
      ...filters,
      sort: order.sort,
      order: 'asc',
      ...(since === undefined ? {} : { [order.since]: since }),
    };
  }

  /** Where the next run continues: behind the pages whose records were all used. Undefined before the first one. */
  get resumeCursor(): string | undefined {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data, meta } of this.#listOf({ ...this.#query, cursor: this.#cursor }).pages()) {
      for (const record of data) if (this.#isNew(record)) yield record;
      this.#cursor = meta.next_cursor ?? meta.resume_cursor ?? this.#cursor;
    }
  }

  #isNew(record: T): boolean {
    const { id, updated_at, timestamp } = record as { id: string; updated_at?: string; timestamp?: string };
    const time = updated_at ?? timestamp ?? '';
    if (this.#returned.get(id) === time) return false;
    // What is too old to be repeated is forgotten. The map has the order of returning, which is that of time but for late ones.
    for (const [known, at] of this.#returned) {
      if (Date.parse(at) > Date.parse(time) - REPEATED_MS) break;
      this.#returned.delete(known);
    }
    this.#returned.delete(id);
    this.#returned.set(id, time);
    return true;
  }
}
