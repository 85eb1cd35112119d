import { Client } from 'pg';

/** Connects once, so that a start can tell what is wrong in one line. Throws why the server does not take us. */
export async function checkDatabaseConnection(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // Should it be lost between here and its end, whoever needs it next finds out.
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}
