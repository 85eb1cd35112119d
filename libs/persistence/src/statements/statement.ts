import { PRUNE_BATCH } from '@parley/runtime/scheduling';

type Tenancy = 'tenant' | 'workspace' | 'system';

/** One prepared statement. Its tenancy decides what `$1` and `$2` are: no query of tenant data can be without a tenant. */
export interface Statement<Row, T extends Tenancy = Tenancy> {
  readonly name: string;
  readonly text: string;
  readonly tenancy: T;
  readonly row?: Row;
}

/**
 * Locks rows by key, and then reads them by id with what they join. One statement cannot do both: under READ COMMITTED, one that
 * waits for a lock returns the row as it is after the wait, beside rows of other tables as they were before it.
 */
export interface LockedRead<Row, T extends Tenancy = Tenancy> {
  readonly lock: Statement<{ id: string }, T>;
  /** Takes the ids of the locked rows as its only value. */
  readonly read: Statement<Row, T>;
  /**
   * Finds what `lock` asks for without a lock, if another row may take its place while `lock` waits for it: `lock` is repeated as long
   * as it locks none and this finds one.
   */
  readonly follows?: Statement<{ id: string }, T>;
}

const defined: Statement<unknown>[] = [];

/** All statements of the modules that are loaded, but those that tests define, whose names begin with `test.`. */
export const definedStatements = (): readonly Statement<unknown>[] =>
  defined.filter(({ name }) => !name.startsWith('test.'));

function define<Row, T extends Tenancy>(
  tenancy: T,
  name: string,
  text: string,
  required: readonly string[],
): Statement<Row, T> {
  for (const parameter of required) {
    if (!new RegExp(`\\${parameter}(?!\\d)`).test(text)) {
      throw new Error(`statement ${name} does not use ${parameter}: it must be limited to its ${tenancy}`);
    }
  }
  const statement = { name, text, tenancy };
  defined.push(statement);
  return statement;
}

/** A statement on rows of one workspace in one mode: `$1` is the workspace, `$2` the mode, `$3…` the caller's values. */
export function tenantStatement<Row>(name: string, text: string): Statement<Row, 'tenant'> {
  return define<Row, 'tenant'>('tenant', name, text, ['$1', '$2']);
}

/** A statement on rows that both modes of a workspace share: `$1` is the workspace, `$2…` the caller's values. */
export function workspaceStatement<Row>(name: string, text: string): Statement<Row, 'workspace'> {
  return define<Row, 'workspace'>('workspace', name, text, ['$1']);
}

/** A statement that works across tenants, such as a scheduler's claim. `_why` is for the reader and the reviewer. */
export function systemStatement<Row>(name: string, _why: string, text: string): Statement<Row, 'system'> {
  return define<Row, 'system'>('system', name, text, []);
}

/** Deletes up to {@link PRUNE_BATCH} rows of all tenants whose `age` is before `$1`, the oldest first; returns a row for each. */
export function pruneStatement(
  name: string,
  table: string,
  key: string,
  age: string,
  condition = 'true',
): Statement<{ pruned: 1 }, 'system'> {
  const batch = `select ${key} from ${table} where ${age} < $1 and ${condition} order by ${age} limit ${PRUNE_BATCH}`;
  const text = `delete from ${table} where (${key}) in (${batch}) returning 1 as pruned`;
  return define('system', name, text, []);
}
