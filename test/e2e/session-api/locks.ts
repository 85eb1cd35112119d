import { eventually } from '@parley/testing';
import pg from 'pg';
import { databaseUrl } from '../platform.ts';

/**
 * Runs statements in a transaction that stays open while `act` runs, until what `act` has started waits for it; then commits.
 * Returns what `act` has come to.
 */
export async function whileHeld<T>(
  statements: readonly { text: string; values: unknown[] }[],
  act: () => Promise<T>,
): Promise<T> {
  const [holder, observer] = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([holder.connect(), observer.connect()]);
  try {
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
  } finally {
    await Promise.all([holder.end(), observer.end()]);
  }
}
