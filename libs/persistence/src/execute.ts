import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Socket } from 'node:net';
import type { ConnectionShares } from './connection-shares.ts';
import { asApiError } from './errors.ts';
import { connectBy } from './time-limit.ts';

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

/** The connections that a read of a request may use, and until when (epoch milliseconds). */
export interface ReadLimits {
  readonly pool: Pool;
  readonly shares: ConnectionShares;
  readonly share: string;
  readonly until: number;
}

/**
 * Runs statements of a request, each on a connection of the share of its tenant, until a deadline. A statement that is
 * still running then loses its connection, and PostgreSQL cancels it (`client_connection_check_interval`): otherwise the
 * statements of callers who have given up would occupy the pool. Throws `service_unavailable` at and after the deadline.
 */
export function executeWithDeadline({ pool, shares, share, until }: ReadLimits): Execute {
  return async <Row>(name: string, text: string, values: readonly unknown[]) => {
    await shares.acquire(share, until);
    let client: PoolClient | undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      client = await connectBy(pool, until);
      // A broken connection fails its statement; without a listener the error would also end the process.
      client.on('error', ignore);
      const socket = socketOf(client);
      timer = setTimeout(() => socket.destroy(), Math.max(0, until - Date.now()));
      return (await client.query({ name, text, values: [...values] })).rows as Row[];
    } catch (error) {
      throw asApiError(error);
    } finally {
      clearTimeout(timer);
      client?.off('error', ignore);
      client?.release();
      shares.release(share);
    }
  };
}

export const ignore = (): void => undefined;

export const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
