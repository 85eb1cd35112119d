import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Socket } from 'node:net';
import { asApiError } from './errors.ts';

/** Runs one prepared statement. */
export type Execute = <Row>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * Sends a statement without waiting for those before it (pg's pipeline mode). What is sent in one turn of the event
 * loop leaves in one write: a write costs more than the statement takes to encode.
 */
export function send(client: PoolClient, statement: string | Statement): Promise<QueryResult> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return typeof statement === 'string' ? client.query(statement) : client.query(statement);
}

/** Runs statements on a connection of a transaction, or each on any connection of the pool. */
export function executeOn(client: Pool | PoolClient): Execute {
  const run = (statement: Statement): Promise<QueryResult> =>
    'release' in client ? send(client, statement) : client.query(statement);
  return async <Row>(name: string, text: string, values: readonly unknown[]) => {
    try {
      return (await run({ name, text, values: [...values] })).rows as Row[];
    } catch (error) {
      throw asApiError(error);
    }
  };
}
