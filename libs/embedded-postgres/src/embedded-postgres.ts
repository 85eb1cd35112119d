import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartupError } from './startup-error.ts';
import { binariesFor, installedBinaries } from './binaries.ts';
import { clusterHome, removeCluster } from './cluster-home.ts';
import { openCluster, superuser } from './cluster.ts';
import { openDataDir } from './data-dir.ts';
import { endOrphans, shutDown } from './orphan.ts';
import { type Server, ServerLog, isUp, startServer } from './server.ts';

const database = 'parley';

export interface EmbeddedPostgresOptions {
  /** The folder for all data; created with mode 0700 if it is missing. */
  dataDir: string;
  /** Receives progress messages, one line each. */
  log?: (line: string) => void;
  /** PostgreSQL settings (`fsync: 'off'`) that override the defaults here and those of postgresql.conf. */
  settings?: Record<string, string>;
}

/** How a server ended unexpectedly. */
export interface PostgresExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last message in the server's log. */
  message: string;
}

/**
 * An embedded PostgreSQL server that uses the programs installed by npm and keeps all data in one folder. PostgreSQL
 * does not run as root, so for root it runs as another user; cluster-home.ts determines the location of the data in
 * that case.
 */
export class EmbeddedPostgres {
  /** `postgres://user:password@127.0.0.1:port/parley`; the port changes at each start. */
  readonly url: string;
  /** Resolves if the server ends unexpectedly; never rejects. */
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
   * Starts the server: creates the cluster and the database at the first start (1 s), stops processes left behind by a
   * killed run, and waits until connections succeed (0.1 s). The caller must hold the `DataDirLock` of the folder.
   * @throws StartupError with the reason in one sentence
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
    const server = await startServer({ ...binaries, cluster, user, log: serverLog, settings });
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

  /** Removes the database of a data folder, including files outside it. It must not be running. */
  static async erase(dataDir: string): Promise<void> {
    const path = await openDataDir(dataDir);
    await removeCluster(path);
    for (const file of ['postgres.log', 'postgres.log.1', 'postgres.password'])
      await rm(join(path, file), { force: true });
  }

  /** Shuts the server down and waits until it has exited; open connections are closed. May be called twice. */
  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown();
    return this.#stopped;
  }

  /** Kills the server without waiting. Committed data is kept; the next start recovers. */
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

/** Connects, and creates the database if there is none: at the first start, or if that was killed before this step. */
async function ensureDatabase(port: number, password: string): Promise<void> {
  const connectionString = urlOf(port, password, 'postgres');
  const client = new pg.Client({ connectionString, ssl: false, connectionTimeoutMillis: 30_000 });
  // The server may die while the client is idle; the next query reports that.
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
