import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Socket } from 'node:net';
import { ApiError } from '@parley/contracts';
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
  const stream = socketOf(client);
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

/**
 * Runs statements, each on any connection of the pool, until an instant (epoch milliseconds): one that has not ended then
 * loses its connection, by which PostgreSQL knows that nobody waits for it (`client_connection_check_interval`). Else those
 * that a caller has given up would hold the connections that others wait for. Throws `service_unavailable` then, and for
 * what would begin later.
 */
export function executeUntil(pool: Pool, deadline: number): Execute {
  return async <Row>(name: string, text: string, values: readonly unknown[]) => {
    let client: PoolClient | undefined;
    try {
      client = await pool.connect();
      // A connection that breaks fails the statement on it; without a listener it would end the process as well.
      client.on('error', ignore);
      return (await runUntil(client, deadline, { name, text, values: [...values] })).rows as Row[];
    } catch (error) {
      throw asApiError(error);
    } finally {
      client?.off('error', ignore);
      client?.release();
    }
  };
}

async function runUntil(client: PoolClient, deadline: number, statement: Statement): Promise<QueryResult> {
  const left = deadline - Date.now();
  if (left <= 0) throw new ApiError('service_unavailable');
  const timer = setTimeout(() => socketOf(client).destroy(), left);
  try {
    return await client.query(statement);
  } finally {
    clearTimeout(timer);
  }
}

export const ignore = (): void => undefined;

const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
