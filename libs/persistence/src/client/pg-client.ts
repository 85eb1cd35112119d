import type { PoolClient, QueryResult } from 'pg';
import type { Socket } from 'node:net';

/** Sends a statement without waiting for those before it (pg's pipeline mode). */
export function send(client: PoolClient, statement: string): Promise<QueryResult> {
  gatherWrites(client);
  return client.query(statement);
}

/**
 * Sends the statements that follow in this turn of the event loop in one write, because a write costs more than encoding a
 * statement.
 */
export function gatherWrites(client: PoolClient): void {
  const stream = socketOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

export const ignore = (): void => undefined;

export const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
