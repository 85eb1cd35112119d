import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { MigrationSource } from '@parley/kernel';

export interface MigrationFile {
  /** `<source>/<file>`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Applied again whenever its text has changed. The others, whose names start with a number, are applied once. */
  readonly isRepeatable: boolean;
}

/** In the order of application: functions, triggers and views refer to the tables of all sources, so they are last. */
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
  return { name, sql, checksum, isRepeatable: !/\/\d+-[^/]*$/.test(name) };
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
