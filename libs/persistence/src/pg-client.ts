import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Socket } from 'node:net';

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

export const ignore = (): void => undefined;

export const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
