import { Client } from 'pg';

/** Connects once, so that a start fails early with the reason. */
export async function checkDatabaseConnection(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // Losing the connection after it was made is no failure of this check.
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}
