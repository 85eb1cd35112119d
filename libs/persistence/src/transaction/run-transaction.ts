import { ApiError } from '@parley/contracts';
import { isAnswered } from '../errors.ts';
import type { PooledClient } from '../client/pooled-client.ts';
import type { TimeLimit } from './time-limit.ts';
import { PipelinedStatements } from './transaction.ts';

/**
 * BEGIN, the writes whose results nobody needs, and COMMIT are pipelined. The connection is closed at the time limit: that
 * rolls back, or leaves the outcome open (`outcome_unknown`) once COMMIT was sent.
 */
export async function runTransaction<T>(
  client: PooledClient,
  { endBy, isRequest }: TimeLimit,
  work: (pipeline: PipelinedStatements) => Promise<T>,
): Promise<T> {
  const pipeline = new PipelinedStatements();
  const { socket } = client;
  // After a stall of the process timers run before sockets are read: a response that has arrived wins.
  const timer = setTimeout(() => setImmediate(() => socket.destroy()), Math.max(0, endBy - Date.now()));
  pipeline.add(client.send('BEGIN'));
  try {
    const result = await work(pipeline);
    if (Date.now() >= endBy || socket.destroyed) throw new ApiError('service_unavailable');
    await commit(client, pipeline, isRequest);
    return result;
  } catch (error) {
    // The rollback fails too if the connection is lost; the first error is reported.
    await client.query('ROLLBACK').catch(() => undefined);
    // A pipelined statement may be the cause: those behind it only report that the transaction is aborted.
    if (!(error instanceof ApiError && error.code === 'outcome_unknown')) await pipeline.completed();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function commit(client: PooledClient, pipeline: PipelinedStatements, isRequest: boolean) {
  const committing = client.send('COMMIT');
  committing.catch(() => undefined);
  let command: string;
  try {
    await pipeline.completed();
    ({ command } = await committing);
  } catch (error) {
    throw isRequest && !isAnswered(error) ? new ApiError('outcome_unknown', { cause: error }) : error;
  }
  // PostgreSQL responds to COMMIT with ROLLBACK if a statement failed, even if work caught the error.
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back because a statement had failed');
}
