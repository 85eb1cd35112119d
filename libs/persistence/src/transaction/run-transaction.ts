import type { PoolClient } from 'pg';
import { ApiError } from '@parley/contracts';
import { isAnswered } from '../client/errors.ts';
import { ignore, send, socketOf } from '../client/pg-client.ts';
import type { TimeLimit } from './time-limit.ts';
import { PipelinedStatements } from './transaction.ts';

/**
 * BEGIN, the writes whose results nobody needs, and COMMIT are pipelined: a transaction that reads nothing is a single
 * round trip. At its time limit the connection is closed. Before COMMIT was sent that rolls the transaction back; from then
 * on a connection that is lost leaves the outcome open, and a request gets `outcome_unknown`.
 */
export async function runTransaction<T>(
  client: PoolClient,
  { endBy, isRequest }: TimeLimit,
  work: (pipeline: PipelinedStatements) => Promise<T>,
): Promise<T> {
  const pipeline = new PipelinedStatements();
  const socket = socketOf(client);
  // After a stall of the process timers run before sockets are read: a response that has arrived wins.
  const timer = setTimeout(() => setImmediate(() => socket.destroy()), Math.max(0, endBy - Date.now()));
  pipeline.add(send(client, 'BEGIN'));
  try {
    const result = await work(pipeline);
    if (Date.now() >= endBy || socket.destroyed) throw new ApiError('service_unavailable');
    await commit(client, pipeline, isRequest);
    return result;
  } catch (error) {
    // On a lost connection the rollback fails too; the first error is reported.
    await client.query('ROLLBACK').catch(ignore);
    // A pipelined statement may be the cause: those behind it only report that the transaction is aborted.
    if (!(error instanceof ApiError && error.code === 'outcome_unknown')) await pipeline.completed();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function commit(client: PoolClient, pipeline: PipelinedStatements, isRequest: boolean): Promise<void> {
  const committing = send(client, 'COMMIT');
  committing.catch(ignore);
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
