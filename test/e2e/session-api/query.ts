import { connected, eventually } from '@parley/testing';
import type pg from 'pg';
import { databaseUrl } from '../platform.ts';

/** Runs a statement on the database of the platform. */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  await using client = await connected(databaseUrl);
  return (await client.query<Row>(text, values)).rows;
}

/**
 * Runs statements in a transaction that stays open while `act` runs, until what `act` has started waits for it; then commits.
 * Returns what `act` has come to.
 */
export async function whileHeld<T>(
  statements: readonly { text: string; values: unknown[] }[],
  act: () => Promise<T>,
): Promise<T> {
  await using holder = await connected(databaseUrl);
  await using observer = await connected(databaseUrl);
  await holder.query('begin');
  for (const { text, values } of statements) await holder.query(text, values);
  const [held] = (await holder.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  const acting = act();
  // The caller gets its failure below.
  acting.catch(() => undefined);
  const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
  await eventually(async () => (await observer.query(waiting, [held?.pid])).rowCount === 1);
  await holder.query('commit');
  return await acting;
}
