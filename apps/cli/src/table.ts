// Results as people read them on a terminal.

type Row = Readonly<Record<string, unknown>>;

const GAP = '  ';

/**
 * Formats a result: its lists as tables, everything else as one line for each field. A table has no columns
 * without values; one that is wider than the terminal becomes a block of lines for each row.
 */
export function toTable(result: object, columns: number): string {
  const entries = Object.entries(result as Row);
  const lists = entries.filter((entry): entry is [string, Row[]] => isList(entry[1]));
  const fields = entries.filter(([, value]) => !isList(value));
  const parts = fields.length === 0 ? [] : [linesOf(Object.fromEntries(fields))];
  for (const [name, rows] of lists) {
    const title = wordsOf(name);
    if (rows.length === 0) parts.push(`No ${title}.`);
    else parts.push(fields.length === 0 ? rowsOf(rows, columns) : `${title}:\n${rowsOf(rows, columns)}`);
  }
  return parts.join('\n\n');
}

/**
 * Text without control and format characters, which could move the cursor or hide something: much of what is printed was written by
 * others. Line breaks become spaces.
 */
export function printable(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

/** An empty list, or a list of records. */
function isList(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

const wordsOf = (name: string) => name.replaceAll('_', ' ');

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cellOf).join(', ');
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

/** `targets: {urgent: '1h'}` becomes `targets.urgent`. */
function flattened(row: Row, prefix = ''): [string, string][] {
  return Object.entries(row).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flattened(value as Row, `${prefix}${name}.`)
      : [[wordsOf(prefix + name), cellOf(value)]],
  );
}

function linesOf(row: Row): string {
  const cells = flattened(row);
  const width = Math.max(...cells.map(([name]) => name.length));
  return cells.map(([name, value]) => `${name.padEnd(width)}${GAP}${value}`).join('\n');
}

function rowsOf(rows: readonly Row[], columns: number): string {
  const isEmpty = (name: string) => rows.every((row) => cellOf(row[name]) === '-');
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !isEmpty(name));
  const cells = rows.map((row) => names.map((name) => cellOf(row[name])));
  const titles = names.map((name) => wordsOf(name).toUpperCase());
  const widths = titles.map((title, at) =>
    Math.max(title.length, ...cells.map((row) => (row[at] ?? '').length)),
  );
  const width = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
  if (width > columns) return rows.map(linesOf).join('\n\n');
  const padded = (row: string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(GAP);
  return [titles, ...cells].map((row) => padded(row).trimEnd()).join('\n');
}
