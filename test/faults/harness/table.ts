import type { Row } from './run-case.ts';

const COLUMNS = ['attempted', 'acknowledged', 'delivered', 'lost', 'unexpected', 'duplicated', 'recovered'];
const NAME_WIDTH = 28;

const cells = (values: readonly unknown[]) =>
  values.map((value, index) => String(value).padStart((COLUMNS[index] ?? '').length)).join('  ');

/** The heads of the columns. */
export function header(): string {
  return `${'case'.padEnd(NAME_WIDTH)} ${cells(COLUMNS)}`;
}

/** A row of the table, with what was measured and what did not hold below it. */
export function line(row: Row): string {
  return [
    `${row.name.padEnd(NAME_WIDTH)} ${result(row)}`,
    ...row.notes,
    ...row.violations.map(({ kind, text }) => `FAILED (${kind}) ${text}`),
  ].join('\n    ');
}

function result({ verdict, skipped, violations, seconds }: Row): string {
  if (skipped !== undefined) return `skipped: ${skipped}`;
  const state = violations.length === 0 ? 'passed' : 'FAILED';
  if (verdict === undefined) return `${state} (${seconds} s)`;
  const { attempted, acknowledged, delivered, lost, unexpected, duplicated, recoveredS } = verdict;
  const recovered = `${recoveredS.toFixed(1)} s`;
  const values = [attempted, acknowledged, delivered, lost.length, unexpected.length, duplicated, recovered];
  return `${cells(values)}  ${state} (${seconds} s)`;
}

/** The last line. */
export function report(rows: readonly Row[]): string {
  const skipped = rows.filter((row) => row.skipped !== undefined).length;
  const failed = rows.filter(({ violations }) => violations.length > 0).length;
  return `${rows.length - skipped - failed} passed, ${failed} failed, ${skipped} skipped`;
}
