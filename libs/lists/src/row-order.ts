/** A sort by a column that is not null. The value that stands for a missing one must come before all others, for one index. */
export type Sort =
  | string
  | { readonly column: string; /** As SQL. */ readonly missing: "''" | "'-infinity'" };

/** An order of rows by a column, then by id. Missing values are last in both directions. */
export interface RowOrder {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  readonly missing: string | undefined;
}

/** The row that the rows of a page come after, as SQL; its value is null where it is missing. */
export interface AfterRow {
  readonly value: string | null;
  readonly id: string;
}

export function rowOrder(sort: Sort, direction: 'asc' | 'desc'): RowOrder {
  return typeof sort === 'string'
    ? { column: sort, direction, missing: undefined }
    : { column: sort.column, direction, missing: sort.missing };
}

/** Whether a value of a column, as the driver returns it, stands for a missing one. */
export const isMissing = ({ missing }: RowOrder, value: unknown): boolean =>
  missing !== undefined && (value === '' || value === -Infinity);

/** The value that missing ones have to be moved behind all others for; descending, they are there already. */
const movedValue = ({ direction, missing }: RowOrder) => (direction === 'asc' ? missing : undefined);

export function orderBy(order: RowOrder, table = ''): string {
  const { column, direction } = order;
  const moved = movedValue(order);
  const last = moved === undefined ? '' : `(${table}${column} = ${moved}), `;
  return `order by ${last}${table}${column} ${direction}, ${table}id ${direction}`;
}

/** The condition of the rows behind another one, to be appended to a `where`. */
export function behind(order: RowOrder, after: AfterRow | undefined): string {
  if (after === undefined) return '';
  const { column, direction, missing = 'null' } = order;
  const moved = movedValue(order);
  const compared = `(${column}, id) ${direction === 'desc' ? '<' : '>'} (${after.value ?? missing}, ${after.id})`;
  if (moved === undefined) return ` and ${compared}`;
  return after.value === null
    ? ` and ${column} = ${moved} and id > ${after.id}`
    : ` and (${column} = ${moved} or ${compared})`;
}

/** `order by` as the index of the column has its rows. */
export const indexOrder = ({ column, direction }: RowOrder): string =>
  `order by ${column} ${direction}, id ${direction}`;

export interface Segments {
  readonly columns: readonly string[];
  readonly rows: (condition: string) => string;
  readonly after: AfterRow | undefined;
  readonly limit: string;
  readonly areAll?: (condition: string) => string;
}

/** SQL of the first rows with a value, then of those without. Undefined where the index has them in that order. */
export function firstOfSegments(
  order: RowOrder,
  { columns, rows, after, limit, areAll }: Segments,
): string | undefined {
  const { column } = order;
  const moved = movedValue(order);
  if (moved === undefined || after?.value === null) return undefined;
  const isPresent =
    ` and ${column} > ${moved}` +
    (after === undefined ? '' : ` and (${column}, id) > (${after.value}, ${after.id})`);
  const remaining = `${limit} - (select count(*) from present)`;
  const allowed =
    areAll === undefined
      ? remaining
      : `case when ${remaining} > 0 and ${areAll(isPresent)} then ${remaining} else 0 end`;
  return `with present as materialized (${rows(isPresent)} limit ${limit}),
      absent as (${rows(` and ${column} = ${moved}`)} limit ${allowed})
    select ${columns.join(', ')} from present union all select ${columns.join(', ')} from absent`;
}
