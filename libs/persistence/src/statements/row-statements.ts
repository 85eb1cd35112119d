import { createHash } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { tableOf } from './entity-columns.ts';
import type { Execute } from '../client/execute.ts';

type BoundStatement = Parameters<Execute>;

type EntityStatements = ReturnType<typeof deriveStatements>;

/** Prepared statements that write rows of entities. To build TypeORM's own takes about as long as PostgreSQL takes to run it. */
export class RowStatements {
  readonly #statements = new Map<Type, EntityStatements>();

  insert<Row extends object>(entity: Type<Row>, row: Row): BoundStatement {
    const columns = this.#statementsOf(entity);
    return [...columns.insert, Array.from(columns.names, (column) => encode(columns, column, row))];
  }

  /** Inserts the rows whose key does not exist yet; returns their ids. */
  insertMissing<Row extends object>(entity: Type<Row>, rows: readonly Row[]): BoundStatement {
    return [...this.#statementsOf(entity).insertMissing, [JSON.stringify(rows)]];
  }

  /** Updates the row with this key and version; returns a row if it existed. */
  update(entity: Type, key: Readonly<Record<string, unknown>>, changes: object): BoundStatement {
    const columns = this.#statementsOf(entity);
    const names = Object.keys(changes).filter((name) => columns.names.has(name));
    const values = Object.values(key);
    const where = Object.keys(key).map((name, index) => `${name} = $${index + 1}`);
    const set = names.map((name) => `${name} = $${values.push(encode(columns, name, changes))}`).join(', ');
    const text = `update ${columns.table} set ${set}
      where ${where.join(' and ')} returning 1 as changed`;
    return [statementName(`${columns.table}.update`, text), text, values];
  }

  /** Deletes the row with this key; returns its version if it existed. */
  remove(entity: Type, key: { workspace_id: string; mode?: string; id: string }): BoundStatement {
    return [...this.#statementsOf(entity).remove, [key.workspace_id, key.mode, key.id]];
  }

  #statementsOf(entity: Type): EntityStatements {
    const known = this.#statements.get(entity);
    if (known !== undefined) return known;
    const columns = deriveStatements(entity);
    this.#statements.set(entity, columns);
    return columns;
  }
}

function deriveStatements(entity: Type) {
  const { table, columns } = tableOf(entity);
  const names = columns.map(({ name }) => name);
  const parameters = names.map((_, index) => `$${index + 1}`).join(', ');
  const typed = columns.map(({ name, type }) => `${name} ${type}`);
  return {
    table,
    names: new Set(names),
    json: new Set(columns.filter(({ type }) => type === 'jsonb').map(({ name }) => name)),
    insert: [`${table}.insert`, `insert into ${table} (${names.join(', ')}) values (${parameters})`],
    insertMissing: [
      `${table}.insert_missing`,
      `insert into ${table} (${names.join(', ')})
        select ${names.join(', ')} from json_to_recordset($1::json) as sent(${typed.join(', ')})
        on conflict (workspace_id, mode, id) do nothing returning id`,
    ],
    remove: [
      `${table}.remove`,
      `delete from ${table} where workspace_id = $1 and mode = $2 and id = $3 returning version`,
    ],
  } as const;
}

/** The value is text, because pg would encode the array of a JSON column as a PostgreSQL array; null is that of SQL. */
function encode(columns: EntityStatements, name: string, row: object): unknown {
  const value = (row as Record<string, unknown>)[name];
  return columns.json.has(name) && value !== null ? JSON.stringify(value) : value;
}

/** A name with a digest of the text: PostgreSQL truncates the names of prepared statements to 63 bytes. */
export function statementName(prefix: string, text: string): string {
  return `${prefix}.${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`;
}
