import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of its own for a test file, on the server that `npm test` has started. */
export class TestDatabase {
  private constructor(
    readonly url: string,
    private readonly name: string,
  ) {}

  static async create(): Promise<TestDatabase> {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await onServer(`create database ${name}`);
    const url = new URL(serverUrl());
    url.pathname = `/${name}`;
    return new TestDatabase(url.toString(), name);
  }

  /** Rows of any query, as the owner of the database. */
  query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.session(async (client) => (await client.query(text, values)).rows as Row[]);
  }

  /** Work on one connection, for what a session keeps between statements. */
  async session<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async drop(): Promise<void> {
    await onServer(`drop database if exists ${this.name} with (force)`);
  }
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test');
  return url;
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
