import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { MigrationSource } from '@parley/runtime/context';

/** A migration that has failed, was edited after it had been applied, or cannot be applied as it is written. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** How a file is applied; a numbered one names another way than `in-transaction` in its first line. */
export type MigrationMode = 'in-transaction' | 'outside-transaction' | 'in-batches';

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly mode: MigrationMode;
  /** Applied again whenever its text has changed. The others, whose names start with a number, are applied once. */
  readonly isRepeatable: boolean;
  /** What TypeORM records of it: the name, a checksum of the text, and 13 digits, by which TypeORM sorts what it runs. */
  readonly record: string;
}

/** The digits of repeatable files: functions, triggers and views refer to the tables of all sources, so they are last. */
const LAST = '9'.repeat(13);

/** The files of all sources. Throws a MigrationError that names a file which cannot be applied in its mode. */
export function readMigrationFiles(sources: readonly MigrationSource[]): MigrationFile[] {
  return sources.flatMap(({ name, folder, names = {} }) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => readMigrationFile(`${name}/${file}`, new URL(file, folder), names)),
  );
}

type Names = NonNullable<MigrationSource['names']>;

function readMigrationFile(name: string, location: URL, names: Names): MigrationFile {
  const sql = withNames(readFileSync(location, 'utf8'), names, name);
  const checksum = createHash('sha256').update(sql).digest('hex').slice(0, 16);
  const [, number] = /\/(\d+)-[^/]*$/.exec(name) ?? [];
  const record = `${name} ${checksum} ${number?.padStart(LAST.length, '0') ?? LAST}`;
  const file = { name, sql, mode: modeOf(name, sql), isRepeatable: number === undefined, record };
  checkMode(file);
  return file;
}

function withNames(sql: string, names: Names, file: string): string {
  return sql.replace(
    /\{\{(?:(old|new)\.)?([^}]*)\}\}/g,
    (placeholder, row: string | undefined, key: string) => {
      const found = [names[key] ?? []].flat();
      if (found.length === 0 || !found.every((name) => /^[a-z_][a-z\d_]*$/.test(name)))
        throw new MigrationError(`Migration ${file}: ${placeholder} stands for no names.`);
      return found.map((name) => (row === undefined ? name : `${row}.${name}`)).join(', ');
    },
  );
}

export function recordedFile(record: string): { name: string; checksum: string } {
  const [name = '', checksum = ''] = record.split(' ');
  return { name, checksum };
}

const DIRECTIVE = /^--\s*migration:\s*(\S*)/;
const DIRECTIVES: readonly string[] = ['outside-transaction', 'in-batches'] satisfies MigrationMode[];

function modeOf(name: string, sql: string): MigrationMode {
  const [, mode] = DIRECTIVE.exec(sql) ?? [];
  if (mode === undefined) return 'in-transaction';
  if (DIRECTIVES.includes(mode)) return mode as MigrationMode;
  throw new MigrationError(`Migration ${name}: "${mode}" is none of ${DIRECTIVES.join(', ')}.`);
}

const CREATE_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s[^;]*$/i;
const DROP_INDEX = /^drop\s+index\s+concurrently\s+if\s+exists\s+\w+$/i;
const BATCH = /^(?:insert|update|delete|with)\s[^;]*$/i;

const statementOf = (sql: string): string =>
  sql
    .replace(/^\s*--.*$/gm, '')
    .trim()
    .replace(/\s*;$/, '');

/** The index that a file creates concurrently, if it does. */
export function concurrentIndexOf({ sql }: MigrationFile): string | undefined {
  return CREATE_INDEX.exec(statementOf(sql))?.[1]?.toLowerCase();
}

/** What is not one transaction may be interrupted in the middle and is then run again: it has to allow that. */
function checkMode({ name, sql, mode, isRepeatable }: MigrationFile): void {
  if (mode === 'in-transaction') return;
  if (isRepeatable) throw new MigrationError(`Migration ${name}: only a numbered file may run ${mode}.`);
  const statement = statementOf(sql);
  if (mode === 'in-batches' && !BATCH.test(statement))
    throw new MigrationError(
      `Migration ${name}: what runs in batches is one insert, update or delete, repeated until it changes nothing.`,
    );
  if (mode === 'outside-transaction' && !CREATE_INDEX.test(statement) && !DROP_INDEX.test(statement))
    throw new MigrationError(
      `Migration ${name}: outside a transaction runs one "create [unique] index concurrently <name>" or "drop index concurrently if exists <name>", which can be repeated after an interruption.`,
    );
}
