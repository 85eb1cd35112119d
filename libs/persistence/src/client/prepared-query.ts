import pg, { type FieldDef } from 'pg';
import type { PooledClient } from './pooled-client.ts';

type Row = Record<string, unknown>;
type Parse = (text: string) => unknown;

class RowShape {
  readonly #names: readonly string[];
  readonly #parsers: readonly Parse[];
  readonly #empty: Row;

  constructor(client: PooledClient, fields: readonly FieldDef[]) {
    this.#names = fields.map(({ name }) => name);
    this.#parsers = fields.map(({ dataTypeID }) => client.getTypeParser(dataTypeID, 'text') as Parse);
    // Copies of what JSON.parse makes have fast properties; those of an object that grew by properties take ten times as long.
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

/** The statements that a connection has prepared, by name; `null` for one without rows, `undefined` until it is described. */
export type PreparedStatements = Map<string, RowShape | null | undefined>;

interface Internals {
  name: string;
  callback: (error: Error | null) => void;
  /** What the execution fails with when the server has sent everything. */
  _canceledDueToError: unknown;
  prepare(connection: pg.Connection): void;
  hasBeenParsed(connection: pg.Connection): boolean;
}
const Query = pg.Query as unknown as new (text: string, values: unknown[]) => pg.Query & Internals;

/**
 * A prepared statement, and the one use of what pg does not document. It asks for no description of rows that are known
 * (for others PostgreSQL refuses to run it), which saves 55 of 120 µs for 22 columns.
 */
class Execution extends Query {
  readonly rowsFound: Row[] = [];
  #shape: RowShape | null | undefined;

  constructor(
    private readonly client: PooledClient,
    private readonly prepared: PreparedStatements,
    name: string,
    text: string,
    values: readonly unknown[],
  ) {
    super(text, [...values]);
    this.name = name;
  }

  override prepare(connection: pg.Connection): void {
    this.#shape = this.hasBeenParsed(connection) ? this.prepared.get(this.name) : undefined;
    super.prepare(this.#shape === undefined ? connection : withoutDescribe(connection));
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#shape = new RowShape(this.client, fields);
    this.prepared.set(this.name, this.#shape);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.rowsFound.push((this.#shape as RowShape).rowOf(fields));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }

  handleCommandComplete(): void {
    this.prepared.set(this.name, this.#shape ?? null);
  }
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

export async function executePrepared(
  client: PooledClient,
  prepared: PreparedStatements,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  if (!prepared.has(name)) prepared.set(name, undefined);
  const execution = new Execution(client, prepared, name, text, values);
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
