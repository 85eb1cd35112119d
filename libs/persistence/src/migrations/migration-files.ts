import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { MigrationSource } from '@parley/kernel';

/** A migration that has failed, was edited after it had been applied, or cannot be applied as it is written. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** How a file is applied; a numbered one names another way than `in-transaction` in its first line. */
export type MigrationMode = 'in-transaction' | 'outside-transaction' | 'in-batches';

export interface MigrationFile {
  /** `<source>/<file>`. */
  readonly name: string;
  readonly statements: readonly SqlStatement[];
  readonly checksum: string;
  readonly mode: MigrationMode;
  /** Applied again whenever its text has changed. The others, whose names start with a number, are applied once. */
  readonly isRepeatable: boolean;
}

/**
 * In the order of application: functions, triggers and views refer to the tables of all sources, so they are last.
 * Throws a MigrationError that names a file which cannot be applied in its mode.
 */
export function readMigrationFiles(sources: readonly MigrationSource[]): MigrationFile[] {
  const files = sources.flatMap(({ name, folder }) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => readMigrationFile(`${name}/${file}`, new URL(file, folder))),
  );
  const [versioned, repeatable] = [false, true].map((wanted) =>
    files.filter(({ isRepeatable }) => isRepeatable === wanted),
  );
  return [...(versioned ?? []), ...(repeatable ?? [])];
}

function readMigrationFile(name: string, location: URL): MigrationFile {
  const sql = readFileSync(location, 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  const isRepeatable = !/\/\d+-[^/]*$/.test(name);
  const file = { name, statements: splitStatements(sql), checksum, mode: modeOf(name, sql), isRepeatable };
  checkMode(file);
  return file;
}

/** `-- migration: in-batches` as the first line. */
const DIRECTIVE = /^--\s*migration:\s*(\S*)/;
const DIRECTIVES: readonly string[] = ['outside-transaction', 'in-batches'] satisfies MigrationMode[];

function modeOf(name: string, sql: string): MigrationMode {
  const [, mode] = DIRECTIVE.exec(sql) ?? [];
  if (mode === undefined) return 'in-transaction';
  if (DIRECTIVES.includes(mode)) return mode as MigrationMode;
  throw new MigrationError(`Migration ${name}: "${mode}" is none of ${DIRECTIVES.join(', ')}.`);
}

const CREATE_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s/i;
const DROP_INDEX = /^drop\s+index\s+concurrently\s+if\s+exists\s+\w+$/i;

/** The index that a statement creates concurrently, if it does. */
export function concurrentIndexOf({ text }: SqlStatement): string | undefined {
  return CREATE_INDEX.exec(text)?.[1]?.toLowerCase();
}

/** What is not one transaction may be interrupted in the middle and is then run again: it has to allow that. */
function checkMode({ name, mode, isRepeatable, statements }: MigrationFile): void {
  if (mode === 'in-transaction') return;
  if (isRepeatable) throw new MigrationError(`Migration ${name}: only a numbered file may run ${mode}.`);
  if (mode === 'in-batches') {
    if (statements.length === 1 && /^(insert|update|delete|with)\s/i.test(statements[0]?.text ?? '')) return;
    throw new MigrationError(
      `Migration ${name}: what runs in batches is one insert, update or delete, repeated until it changes nothing.`,
    );
  }
  for (const statement of statements)
    if (concurrentIndexOf(statement) === undefined && !DROP_INDEX.test(statement.text))
      throw new MigrationError(
        `Migration ${name}, line ${statement.line}: outside a transaction only "create [unique] index concurrently <name>" and "drop index concurrently if exists <name>" can be repeated after an interruption.`,
      );
}

export interface SqlStatement {
  readonly text: string;
  /** Line of the file that it starts in. */
  readonly line: number;
}

/** A comment, a string, a quoted identifier or a dollar-quoted body: a semicolon inside ends no statement. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|[\s\S]/g;

/** Statements are sent one by one, so that an error can name the one that failed. */
export function splitStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let start: number | undefined;
  for (const { 0: token, index } of sql.matchAll(TOKEN)) {
    if (token === ';' && start !== undefined) {
      statements.push(statementAt(sql, start, index));
      start = undefined;
    } else if (start === undefined && !/^(\s|--|\/\*|;)/.test(token)) {
      start = index;
    }
  }
  if (start !== undefined) statements.push(statementAt(sql, start, sql.length));
  return statements;
}

function statementAt(sql: string, start: number, end: number): SqlStatement {
  return { text: sql.slice(start, end).trimEnd(), line: sql.slice(0, start).split('\n').length };
}
