import pg from 'pg';
import { databaseUrl } from '../platform.ts';
import { connected } from '@parley/testing';

/** Runs a statement on the database of the platform. */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  await using client = await connected(databaseUrl);
  return (await client.query<Row>(text, values)).rows;
}
