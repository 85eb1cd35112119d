import { createHash } from 'node:crypto';
import type { DataSource, EntityMetadata, EntityTarget } from 'typeorm';

/** A statement and its values, ready to run. */
interface Bound {
  name: string;
  text: string;
  values: unknown[];
}

interface Columns {
  table: string;
  names: ReadonlySet<string>;
  json: ReadonlySet<string>;
  insert: { name: string; text: string; names: readonly string[] };
  insertMissing: { name: string; text: string };
  remove: { name: string; text: string };
}

/**
 * The statements that write one row, derived from its entity. Not TypeORM's own: those are unprepared, and each costs
 * about as much time as PostgreSQL needs to run it.
 */
export class RowStatements {
  readonly #columns = new Map<EntityTarget<object>, Columns>();

  constructor(private readonly source: DataSource) {}

  insert<Row extends object>(entity: EntityTarget<Row>, row: Row): Bound {
    const columns = this.#of(entity);
    const { name, text, names } = columns.insert;
    return { name, text, values: names.map((column) => sent(columns, column, row)) };
  }

  /** Writes those of the rows whose key is not there yet, in one statement; answers their ids. */
  insertMissing<Row extends object>(entity: EntityTarget<Row>, rows: readonly Row[]): Bound {
    const { name, text } = this.#of(entity).insertMissing;
    return { name, text, values: [JSON.stringify(rows)] };
  }

  /** Writes `changes` to the row with these values of its key and version; answers a row if there was one. */
  update(entity: EntityTarget<object>, key: Readonly<Record<string, unknown>>, changes: object): Bound {
    const columns = this.#of(entity);
    const names = Object.keys(changes).filter((name) => columns.names.has(name));
    const values = Object.values(key);
    const where = Object.keys(key).map((name, index) => `${name} = $${index + 1}`);
    const set = names.map((name) => `${name} = $${values.push(sent(columns, name, changes))}`).join(', ');
    const text = `update ${columns.table} set ${set}
      where ${where.join(' and ')} returning 1 as changed`;
    return { name: statementName(`${columns.table}.update`, text), text, values };
  }

  /** Deletes the row with this key; answers its version if there was one. */
  remove(entity: EntityTarget<object>, key: { workspace_id: string; mode?: string; id: string }): Bound {
    const { name, text } = this.#of(entity).remove;
    return { name, text, values: [key.workspace_id, key.mode, key.id] };
  }

  #of(entity: EntityTarget<object>): Columns {
    const known = this.#columns.get(entity);
    if (known !== undefined) return known;
    const columns = columnsOf(this.source.getMetadata(entity));
    this.#columns.set(entity, columns);
    return columns;
  }
}

function columnsOf(metadata: EntityMetadata): Columns {
  const table = metadata.tableName;
  const names = metadata.columns.map((column) => column.databaseName);
  const parameters = names.map((_, index) => `$${index + 1}`).join(', ');
  const typed = metadata.columns.map(
    ({ databaseName, type, isArray }) => `${databaseName} ${String(type)}${isArray ? '[]' : ''}`,
  );
  return {
    table,
    names: new Set(names),
    json: new Set(metadata.columns.filter(({ type }) => type === 'jsonb').map((c) => c.databaseName)),
    insert: {
      name: `${table}.insert`,
      text: `insert into ${table} (${names.join(', ')}) values (${parameters})`,
      names,
    },
    insertMissing: {
      name: `${table}.insert_missing`,
      text: `insert into ${table} (${names.join(', ')})
        select ${names.join(', ')} from json_to_recordset($1::json) as sent(${typed.join(', ')})
        on conflict (workspace_id, mode, id) do nothing returning id`,
    },
    remove: {
      name: `${table}.remove`,
      text: `delete from ${table} where workspace_id = $1 and mode = $2 and id = $3 returning version`,
    },
  };
}

/** pg writes an array as an array of PostgreSQL, also where the column is JSON. */
function sent(columns: Columns, name: string, row: object): unknown {
  const value = (row as Record<string, unknown>)[name];
  return columns.json.has(name) ? JSON.stringify(value) : value;
}

/** A name with a digest of the text: PostgreSQL truncates the names of prepared statements to 63 bytes. */
export function statementName(prefix: string, text: string): string {
  return `${prefix}.${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`;
}
