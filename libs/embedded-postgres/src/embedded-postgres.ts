import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartupError } from './startup-error.ts';
import { binariesFor, installedBinaries } from './binaries.ts';
import { clusterHome, removeCluster } from './cluster-home.ts';
import { openCluster, superuser } from './cluster.ts';
import { openDataDir } from './data-dir.ts';
import { endOrphans, shutDown } from './orphan.ts';
import { ServerLog } from './server-log.ts';
import { type Server, isUp, startServer } from './server.ts';

const database = 'parley';

export interface EmbeddedPostgresOptions {
  /** The folder of all data; created with mode 0700 if it is missing. */
  dataDir: string;
  /** Told what takes longer or is worth knowing, a line each. */
  log?: (line: string) => void;
  /** PostgreSQL settings (`fsync: 'off'`) that go before ours and those of postgresql.conf. */
  settings?: Record<string, string>;
}

/** How a server ended that nobody had stopped. */
export interface PostgresExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last words of the server's log. */
  message: string;
}

/**
 * A PostgreSQL server of our own, on the programs that npm has installed, with all its data in one folder. As
 * root, under which PostgreSQL does not run, it runs as another user; cluster-home.ts says where the data lies then.
 */
export class EmbeddedPostgres {
  /** `postgres://user:password@127.0.0.1:port/parley`; the port is another one at each start. */
  readonly url: string;
  /** Resolves if the server ends without having been stopped; never rejects. */
  readonly exited: Promise<PostgresExit>;
  #stopped: Promise<void> | undefined;

  private constructor(
    private readonly server: Server,
    password: string,
    log: ServerLog,
  ) {
    this.url = urlOf(server.port, password, database);
    this.exited = new Promise((resolve) => {
      const report = async () => {
        if (this.#stopped) return;
        const { exitCode: code, signalCode } = server.process;
        resolve({ code, signal: signalCode, message: await log.lastWords() });
      };
      if (isUp(server.process)) server.process.once('exit', () => void report());
      else void report();
    });
  }

  /**
   * Starts the server: makes the cluster and the database at the first start (a second), ends what a killed run
   * has left behind, and waits until connections succeed (a tenth of a second). The caller holds the
   * `DataDirLock` of the folder.
   * @throws StartupError if that is not possible, with the reason in one sentence
   */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const { log = () => undefined, settings = {} } = options;
    const dataDir = await openDataDir(options.dataDir);
    const installed = await installedBinaries();
    const home = await clusterHome(dataDir);
    const binaries = await binariesFor(home.user, installed);
    if (!home.initialized) log(`creating the database in ${home.cluster}`);
    const password = await openCluster(dataDir, home, binaries);
    await endOrphans(home.cluster, log);

    const serverLog = new ServerLog(join(dataDir, 'postgres.log'));
    await serverLog.rotate();
    const { cluster, user } = home;
    const server = await startServer({
      postgres: binaries.postgres,
      cluster,
      user,
      log: serverLog,
      settings,
    });
    try {
      await ensureDatabase(server.port, password);
      return new EmbeddedPostgres(server, password, serverLog);
    } catch (error) {
      await shutDown(server.pid, () => isUp(server.process));
      throw new StartupError(`PostgreSQL refuses our connection: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /** Removes the database of a data folder, also what of it lies elsewhere. It must not be running. */
  static async erase(dataDir: string): Promise<void> {
    const path = await openDataDir(dataDir);
    await removeCluster(path);
    for (const file of ['postgres.log', 'postgres.log.1', 'postgres.password'])
      await rm(join(path, file), { force: true });
  }

  /** Shuts the server down and waits for its end; connections that are open are cut. May be called twice. */
  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown();
    return this.#stopped;
  }

  /** Ends the server at once, for who cannot wait: what is committed stays, the next start recovers. */
  abort(): void {
    this.#stopped ??= Promise.resolve();
    this.server.process.kill('SIGQUIT');
  }

  async #shutDown(): Promise<void> {
    const { process, pid } = this.server;
    if (!(await shutDown(pid, () => isUp(process))))
      throw new Error(`PostgreSQL (process ${pid}) does not end`);
  }
}

/** Connects, and creates the database if there is none: first start, or one that was killed just before this. */
async function ensureDatabase(port: number, password: string): Promise<void> {
  const connectionString = urlOf(port, password, 'postgres');
  const client = new pg.Client({ connectionString, ssl: false, connectionTimeoutMillis: 30_000 });
  // The server may die under an idle client; the query that needs it will say so.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function urlOf(port: number, password: string, name: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`;
}
