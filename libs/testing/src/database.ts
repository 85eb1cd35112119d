import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ServiceMigrations } from '@parley/persistence';

/** A database of its own for a test file, on the server that `npm test` has started. */
export class TestDatabase {
  private constructor(
    readonly url: string,
    private readonly name: string,
  ) {}

  /** Empty, or with the migrated schemas of services: a copy of a template that is made once in a run of the tests. */
  static async create(...services: ServiceMigrations[]): Promise<TestDatabase> {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const template = services.length === 0 ? 'template1' : await templateOf(services);
    await onServer((client) =>
      client.query(`create database ${name} template ${template} strategy file_copy`),
    );
    return new TestDatabase(urlOf(name), name);
  }

  /** Rows of any query, as the owner of the database. */
  query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.session(async (client) => (await client.query(text, values)).rows as Row[]);
  }

  /** Work on one connection, for what a session keeps between statements. */
  session<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return withClient(this.url, work);
  }

  async drop(): Promise<void> {
    await onServer((client) => client.query(`drop database if exists ${this.name} with (force)`));
  }
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test');
  return url;
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.toString();
}

function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(serverUrl(), work);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Test files that run at once wait for the one that makes it; one that fails in the middle leaves another name. */
async function templateOf(services: readonly ServiceMigrations[]): Promise<string> {
  const sources = services.flatMap((one) => [
    one.service,
    ...one.migrations.map(({ folder }) => folder.href),
  ]);
  const name = `test_template_${createHash('sha256').update(sources.join()).digest('hex').slice(0, 12)}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    await client.query(`drop database if exists ${name}_new`);
    await client.query(`create database ${name}_new`);
    // Loaded here, because most tests need no template and would load TypeORM for nothing.
    const { migrate } = await import('@parley/persistence');
    await migrate(urlOf(`${name}_new`), services);
    await client.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}
