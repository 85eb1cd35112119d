import type pg from 'pg';
import type { PoolClient } from 'pg';
import { PreparedStatement } from './prepared-query.ts';

/**
 * Statements that a connection keeps prepared. Lists alone have hundreds of forms, each of which takes some 100 KB of the
 * backend; those in use at a time are far fewer.
 */
const PREPARED_MAX = 100;

/** What pg knows of a connection: text by name. */
interface ProtocolConnection extends pg.Connection {
  parsedStatements: Record<string, string>;
}

/** Closes statements by the protocol, which works in any state of a transaction. */
function closeStatements(client: PoolClient, names: readonly string[]): void {
  // The class that this client takes for its own: others may not be pipelined.
  const { Query } = client.constructor as unknown as { Query: typeof pg.Query };
  const closing = new Query('', () => undefined);
  closing.submit = (connection) => {
    for (const name of names) connection.close({ type: 'S', name }, true);
    connection.sync();
  };
  client.query(closing);
}

/** The statements that connections have prepared: those used least recently are closed. */
export class PreparedStatements {
  /** Statements by connection and name, the one used last at the end. */
  readonly #used = new WeakMap<PoolClient, Map<string, PreparedStatement>>();

  /** The statement of a name; to be called for each execution. */
  touch(client: PoolClient, name: string): PreparedStatement {
    let used = this.#used.get(client);
    if (used === undefined) this.#used.set(client, (used = new Map<string, PreparedStatement>()));
    const statement = used.get(name) ?? new PreparedStatement(name);
    used.delete(name);
    used.set(name, statement);
    return statement;
  }

  /** Closes what is too many, on a connection that runs nothing. Does not wait for it: other statements come behind. */
  trim(client: PoolClient): void {
    const used = this.#used.get(client);
    if (used === undefined || used.size <= PREPARED_MAX) return;
    const names = [...used.keys()].slice(0, used.size - PREPARED_MAX);
    const { parsedStatements } = (client as unknown as { connection: ProtocolConnection }).connection;
    for (const name of names) {
      used.delete(name);
      // Otherwise pg would not prepare it again.
      // oxlint-disable-next-line typescript/no-dynamic-delete
      delete parsedStatements[name];
    }
    closeStatements(client, names);
  }
}
