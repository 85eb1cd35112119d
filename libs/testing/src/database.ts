import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ServiceMigrations } from '@parley/persistence';
import { eventually } from './eventually.ts';

/** A database of its own for a test file, on the server that `npm test` has started. */
export class TestDatabase {
  readonly #pool: pg.Pool;

  private constructor(
    readonly url: string,
    private readonly name: string,
  ) {
    this.#pool = poolOf(url);
  }

  /** Empty, or with the migrated schemas of services: a copy of a template that is made once in a run of the tests. */
  static async create(...services: ServiceMigrations[]): Promise<TestDatabase> {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const template = services.length === 0 ? 'template1' : await templateOf(services);
    await onServer((client) =>
      client.query(`create database ${name} template ${template} strategy file_copy`),
    );
    return new TestDatabase(urlOf(name), name);
  }

  /** Rows of any query, as the owner of the database; on any connection, so that it must not change its session. */
  query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.#pool.query(text, values).then(({ rows }) => rows as Row[]);
  }

  /** Work on a connection of its own, for what a session keeps between statements. */
  async session<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    await using client = await connected(this.url);
    return await work(client);
  }

  async drop(): Promise<void> {
    // First, because it ends what a failed test has left waiting in one of the connections.
    await onServer((client) => client.query(`drop database if exists ${this.name} with (force)`));
    await this.#pool.end();
  }
}

/** A connection of its own, which ends with the block that declares it by `await using`. */
export async function connected(url: string | undefined): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/**
 * Resolves when a statement like this (a pattern of `like`) waits for a lock that the transaction of a connection holds. Within a
 * transaction `pg_stat_activity` stays as it was first read, so that it is read anew each time: the statement may come by a
 * connection that did not exist yet.
 */
export async function statementBlockedBy(holder: pg.ClientBase, statement = '%'): Promise<void> {
  await eventually(async () => {
    await holder.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await holder.query(
      'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid)) and query like $1',
      [statement],
    );
    return rowCount !== 0;
  });
}

/** Connections that are kept, because a new one takes as much CPU time as ten statements. */
function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, allowExitOnIdle: true });
  // Some tests terminate all connections; the pool replaces them.
  pool.on('error', () => undefined);
  return pool;
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

/** Pools by URL: a fault test has a server of its own, and the files that a worker runs after it share this module. */
const servers = new Map<string, pg.Pool>();

async function onServer<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const url = serverUrl();
  const server = servers.get(url) ?? poolOf(url);
  servers.set(url, server);
  const client = await server.connect();
  return work(client).finally(() => client.release());
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
    try {
      await createTemplate(client, name, services);
    } finally {
      await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
    }
  });
  return name;
}

async function createTemplate(
  client: pg.PoolClient,
  name: string,
  services: readonly ServiceMigrations[],
): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [name]);
  if (found.rowCount !== 0) return;
  await client.query(`drop database if exists ${name}_new`);
  await client.query(`create database ${name}_new`);
  // Loaded here, because most tests need no template and would load TypeORM for nothing.
  const { migrate } = await import('@parley/persistence');
  await migrate(urlOf(`${name}_new`), services);
  await client.query(`alter database ${name}_new rename to ${name}`);
}
