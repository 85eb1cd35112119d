import type { FieldDef, PoolClient } from 'pg';
import type pg from 'pg';

type Parse = (text: string) => unknown;
type Row = Record<string, unknown>;

/** How the rows of a statement are made of the columns that the server sends. */
class RowShape {
  readonly #names: readonly string[];
  readonly #parsers: readonly Parse[];
  readonly #empty: Row;

  constructor(client: PoolClient, fields: readonly FieldDef[]) {
    this.#names = fields.map(({ name }) => name);
    this.#parsers = fields.map(({ dataTypeID }) => client.getTypeParser(dataTypeID, 'text') as Parse);
    // An object that JSON.parse makes has fast properties, and so have copies of it. With properties that are added one by one
    // V8 makes a dictionary, of which a copy takes ten times as long.
    this.#empty = JSON.parse(
      JSON.stringify(Object.fromEntries(this.#names.map((name) => [name, null]))),
    ) as Row;
  }

  rowOf(columns: readonly (string | null)[]): Row {
    const row = { ...this.#empty };
    const [names, parsers] = [this.#names, this.#parsers];
    for (let index = 0; index < columns.length; index += 1) {
      const text = columns[index] ?? null;
      row[names[index] as string] = text === null ? null : (parsers[index] as Parse)(text);
    }
    return row;
  }
}

/**
 * A statement that a connection keeps prepared. The server describes its rows with the first execution; PostgreSQL refuses
 * to run it once they would be others ("cached plan must not change result type").
 */
export class PreparedStatement {
  /** `null` if it returns no rows; `undefined` until it is described. */
  shape: RowShape | null | undefined;

  /** @param name that the connection keeps it by. */
  constructor(readonly name: string) {}
}

/** What pg's class does that its types leave out. */
interface Internals {
  name: string;
  callback: (error: Error | null) => void;
  /** What the execution fails with when the server has sent everything. */
  _canceledDueToError: unknown;
  prepare(connection: pg.Connection): void;
  hasBeenParsed(connection: pg.Connection): boolean;
}
type QueryClass = new (text: string, values: unknown[]) => pg.Query & Internals;

/**
 * An execution of a prepared statement. Unlike pg's own it asks for no description of rows that are known: to read it takes
 * as long as everything else that a statement of one row costs.
 */
function defineExecution(Query: QueryClass) {
  return class Execution extends Query {
    readonly rowsFound: Row[] = [];
    #shape: RowShape | null | undefined;

    constructor(
      private readonly client: PoolClient,
      private readonly statement: PreparedStatement,
      text: string,
      values: readonly unknown[],
    ) {
      super(text, [...values]);
      this.name = statement.name;
    }

    override prepare(connection: pg.Connection): void {
      this.#shape = this.hasBeenParsed(connection) ? this.statement.shape : undefined;
      super.prepare(this.#shape === undefined ? connection : withoutDescribe(connection));
    }

    handleRowDescription({ fields }: { fields: FieldDef[] }): void {
      this.#shape = this.statement.shape = new RowShape(this.client, fields);
    }

    handleDataRow({ fields }: { fields: (string | null)[] }): void {
      try {
        this.rowsFound.push((this.#shape as RowShape).rowOf(fields));
      } catch (error) {
        this._canceledDueToError = error;
      }
    }

    handleCommandComplete(): void {
      this.statement.shape ??= this.#shape ?? null;
    }
  };
}

const connections = new WeakMap<pg.Connection, pg.Connection>();

/** The same connection, which leaves out requests for descriptions. */
function withoutDescribe(connection: pg.Connection): pg.Connection {
  let found = connections.get(connection);
  if (found === undefined) {
    found = Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection;
    connections.set(connection, found);
  }
  return found;
}

const executions = new WeakMap<object, ReturnType<typeof defineExecution>>();

/** Of the class that a client takes for its own: others may not be pipelined. */
function executionFor(client: PoolClient): ReturnType<typeof defineExecution> {
  const { Query } = client.constructor as unknown as { Query: QueryClass };
  let found = executions.get(Query);
  if (found === undefined) executions.set(Query, (found = defineExecution(Query)));
  return found;
}

/** Executes a prepared statement, and returns its rows. */
export async function executePrepared(
  client: PoolClient,
  statement: PreparedStatement,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const execution = new (executionFor(client))(client, statement, text, values);
  try {
    await new Promise<void>((resolve, reject) => {
      execution.callback = (error) => (error === null ? resolve() : reject(error));
      client.query(execution);
    });
  } catch (error) {
    // That of the socket would say nothing about who sent the statement.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
  return execution.rowsFound;
}
