import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Socket } from 'node:net';
import { ApiError } from '@parley/contracts';
import { asApiError } from './errors.ts';

/** Runs one prepared statement. */
export type Execute = <Row>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;

/**
 * Sends a statement without waiting for those before it (pg's pipeline mode). All statements of one turn of the event
 * loop are sent in one write, because a write costs more than encoding a statement.
 */
export function send(client: PoolClient, statement: QueryConfig): Promise<QueryResult> {
  const stream = socketOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
  return client.query(statement);
}

/** Runs statements on one connection, or each on any connection of the pool. */
export function executeOn(client: Pool | PoolClient): Execute {
  const run = (statement: QueryConfig): Promise<QueryResult> =>
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
 * Runs statements on the pool until a deadline (epoch milliseconds). A statement that is still running then loses its
 * connection, and PostgreSQL cancels it (`client_connection_check_interval`): otherwise the statements of callers who have
 * given up would occupy the pool. Throws `service_unavailable` at and after the deadline.
 */
export function executeWithDeadline(pool: Pool, deadline: number): Execute {
  return async <Row>(name: string, text: string, values: readonly unknown[]) => {
    let client: PoolClient | undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      client = await pool.connect();
      // A broken connection fails its statement; without a listener the error would also end the process.
      client.on('error', ignore);
      const left = deadline - Date.now();
      if (left <= 0) throw new ApiError('service_unavailable');
      const socket = socketOf(client);
      timer = setTimeout(() => socket.destroy(), left);
      return (await client.query({ name, text, values: [...values] })).rows as Row[];
    } catch (error) {
      throw asApiError(error);
    } finally {
      clearTimeout(timer);
      client?.off('error', ignore);
      client?.release();
    }
  };
}

export const ignore = (): void => undefined;

const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
