import { connected, statementBlockedBy } from '@parley/testing';
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
  await holder.query('begin');
  for (const { text, values } of statements) await holder.query(text, values);
  const acting = act();
  // The caller gets its failure below.
  acting.catch(() => undefined);
  await statementBlockedBy(holder);
  await holder.query('commit');
  return await acting;
}
