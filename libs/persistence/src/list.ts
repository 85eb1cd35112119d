import type { SearchField } from '@parley/contracts';

/** Counting stops here; the answer then says `gte` (decisions.md section 1). */
export const COUNT_CAP = 10_000;

/** How one query parameter narrows a list: SQL with `?` wherever its value stands, and the value as SQL wants it. */
export interface Filter {
  /** May depend on what was sent, where another form of it is found by another index. */
  readonly sql: string | ((sent: never) => string);
  readonly value: (sent: never) => unknown;
  /**
   * For what an index finds without an order, such as words or parts of a text. Where up to `COUNT_CAP` rows match, these
   * are gathered and sorted: else a value whose rows are all at the far end has every row before them read (ADR 12).
   */
  readonly gathered?: true | ((sent: never) => boolean);
  /** The same in words that no index knows: what a row is asked that is met on the way through the sorted ones. */
  readonly walked?: string;
  /**
   * An index alone tells of which rows `sql` is true, but not all that these are gathered for: the two are asked apart, so
   * that of other rows nothing is read.
   */
  readonly apart?: true;
  /** Whether `sql` finds up to `COUNT_CAP` rows, where that is known: these are looked up, not met on the way. */
  readonly few?: boolean;
}

/** One that says the same whatever was sent. */
export type ColumnFilter = Filter & { readonly sql: string };

/** How the records of a list are found by their words, which a table beside theirs has (`searchTableOf`). */
export interface SearchDefinition {
  /** Whether a record has several rows of words. */
  readonly parts?: true;
  /**
   * Fields of a query that are columns of the record. Others, tags and custom fields, are among its words. `walked` also
   * says what a row is asked where the field is excluded.
   */
  readonly columns: Readonly<Partial<Record<SearchField, ColumnFilter>>>;
}

/** A list that the API offers: the columns to read, what it sorts by, what it can be filtered by. */
export interface ListDefinition<Row> {
  readonly name: string;
  /**
   * `select <table>.*, … from <table> …`, without `where`: joins and sub-selects see the rows of the page only. One
   * that names its columns names those of `sorts` and `total_matches` too.
   */
  readonly select: string;
  /** Must have workspace_id, mode and id. */
  readonly table: string;
  /** Both modes of a workspace share the rows: the table has no mode. */
  readonly shared?: true;
  /**
   * For a table whose rows are counted as they are written (`countRowsOf`): the filter that they are counted by, or
   * `null`. The total is then exact at any size without this filter and with it alone.
   */
  readonly countedBy?: string | null;
  /** Sort field of the API → column, which must not be null; one of times holds whole milliseconds, as cursors do. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly filters: Readonly<Record<string, Filter>>;
  /** For a list that takes `q`. */
  readonly search?: SearchDefinition;
  /** Its statements take so many forms that none is prepared: each would stay on every connection for ever. */
  readonly unprepared?: true;
  readonly row?: Row;
}

export interface RowPage<Row> {
  rows: Row[];
  total_count: number;
  total_count_relation: 'eq' | 'gte';
  next_cursor: string | null;
}

/** Defines a list. */
export function defineList<Row>(definition: Omit<ListDefinition<Row>, 'row'>): ListDefinition<Row> {
  return definition;
}

/** A filter that compares a column with the value. */
export function equals(column: string, value: Filter['value'] = (sent: unknown) => sent): ColumnFilter {
  return { sql: `${column} = ?`, value };
}

/** The filters of `createdWithin` in the contract. */
export const createdWithin: ListDefinition<unknown>['filters'] = {
  created_after: { sql: 'created_at >= ?', value: (instant: Date) => instant },
  created_before: { sql: 'created_at < ?', value: (instant: Date) => instant },
};
