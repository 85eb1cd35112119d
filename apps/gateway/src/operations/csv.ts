import { isWithMeta, type Operation } from '@parley/contracts';
import { z } from 'zod';

/** The columns of the CSV of an operation: the fields of the items of its list. Null if it has none. */
export function csvColumnsOf({ csv, response }: Operation): readonly string[] | null {
  if (csv !== true || !isWithMeta(response) || !(response.data instanceof z.ZodArray)) return null;
  const { element } = response.data;
  return element instanceof z.ZodObject ? Object.keys(element.shape) : null;
}

/** Whether a client accepts CSV, and JSON less than that. */
export function prefersCsv(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const weights = new Map<string, number>();
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(type, weight === undefined ? 1 : Number(weight) || 0);
  }
  const csv = weights.get('text/csv') ?? 0;
  return csv > 0 && csv >= (weights.get('application/json') ?? 0);
}

/** Rows as RFC 4180 has them, behind a row of the names of their columns. */
export function csvOf(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const lines = rows.map((row) => columns.map((column) => cellOf(row[column])).join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}

function cellOf(value: unknown): string {
  if (typeof value !== 'string') return value === null ? '' : JSON.stringify(value);
  // Spreadsheets take what begins like this for a formula, and run it.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
