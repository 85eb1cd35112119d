import type { SearchField } from '@parley/contracts';
import type { Selection } from '@parley/persistence';
import type { Sort } from './row-order.ts';

/** Counting stops here; the response then says `gte`. */
export const COUNT_CAP = 10_000;

/** How many rows an index finds for a filter: up to `COUNT_CAP` (`small`), more (`large`), or to be counted (`unknown`). */
export type SetSize = 'small' | 'large' | 'unknown';

/** Adds a value to those of a statement, and returns its parameter. */
export type Bind = (value: unknown) => string;

/** How a parameter narrows a list: by the index of every sort, or with `set` by one of its own (docs/adr/0012-lists-at-any-size.md). */
export interface Filter {
  /** A predicate with `?` in place of the value. A function where different values need different indexes. */
  readonly sql: string | ((input: never) => string);
  /** A predicate of several values, which it binds itself, in place of `sql` and `value`. */
  readonly composed?: (bind: Bind) => string;
  readonly value: (input: never) => unknown;
  readonly set?: SetSize | ((input: never) => SetSize | undefined);
  /** The same predicate evaluated on one row without an index, for rows that were found in another way. */
  readonly rowSql?: string;
  /** The index alone evaluates `sql`: in a sub-select, so that an index-only scan leaves out what does not match. */
  readonly indexOnly?: true;
  /** The sort whose index evaluates the predicate: in that order it is a plain one, whatever `set` says. */
  readonly plainIn?: string;
  /** No index looks the values up: the entries of the index of the sort are compared one by one, without their rows. */
  readonly isScanned?: (input: never) => boolean;
}

export type SqlFilter = Filter & { readonly sql: string };

/** The filter of a column by any of several values of a query. */
export type SearchColumn = Omit<Filter, 'plainIn'>;

export interface SearchDefinition {
  /** A record has several rows of words. */
  readonly parts?: true;
  /** Query fields that are columns of the record. All others, tags and custom fields, are among its words. */
  readonly columns: Readonly<Partial<Record<SearchField, SearchColumn>>>;
}

export interface ListDefinition<Row> {
  readonly name: string;
  /** The columns to read. Joins and sub-selects see the rows of the page only. */
  readonly rows: Selection<Row>;
  /** That of the rows. Must have workspace_id, mode and id. */
  readonly table: string;
  /** The table has no mode: both modes of a workspace share its rows. */
  readonly shared?: true;
  /** The filter by which a table counts its rows as they are written (count-rows.sql), or `null`: totals are exact with no other. */
  readonly countedBy?: string | null;
  /** Sort field of the API → column. Times must be whole milliseconds, as cursors are. */
  readonly sorts: Readonly<Record<string, Sort>>;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly search?: SearchDefinition;
  /** Columns of what the filters of views name and no parameter of the list does. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Parameters with an index of their own in the order of creation, the most selective first: by one of them matches are counted. */
  readonly leading?: readonly string[];
  /** A column of long texts, of which an answer has room for a few: pages are read in several. */
  readonly longText?: string;
  /** Its statements take so many forms that to prepare them would only displace others (PreparedStatements). */
  readonly unprepared?: true;
  readonly row?: Row;
}

export function defineList<Row>(definition: Omit<ListDefinition<Row>, 'row' | 'table'>): ListDefinition<Row> {
  return { ...definition, table: definition.rows.table };
}
