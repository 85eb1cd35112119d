import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { StartupError } from './startup-error.ts';
import { binariesFor, installedBinaries } from './binaries.ts';
import { EmbeddedPostgres } from './embedded-postgres.ts';
import { isRoot, run, serverUser, spawnOptions } from './os-user.ts';
import { isRunning, until } from './processes.ts';

let stopped: string;
let top: string;
let dataDir: string;
let running: EmbeddedPostgres[];

/** A data folder whose server was stopped: to copy it takes a tenth of the time of creating another one. */
beforeAll(async () => {
  stopped = await mkdtemp(join(tmpdir(), 'parley-stopped-'));
  await chmod(stopped, 0o755);
  await (await EmbeddedPostgres.start({ dataDir: join(stopped, 'data') })).stop();
});

afterAll(() => rm(stopped, { recursive: true, force: true }));

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'parley-postgres-')); // of mode 0700
  await chmod(top, 0o755);
  dataDir = join(top, 'data');
  running = [];
});

afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  if ((await readdir(top)).includes('data')) await EmbeddedPostgres.erase(dataDir).catch(() => undefined);
  await rm(top, { recursive: true, force: true });
});

async function start(options: { settings?: Record<string, string>; log?: (line: string) => void } = {}) {
  const postgres = await EmbeddedPostgres.start({ dataDir, ...options });
  running.push(postgres);
  return postgres;
}

/** Starts on the data of a server that was stopped, where it does not matter who has created them. */
async function startAgain(options?: Parameters<typeof start>[0]) {
  execFileSync('cp', ['-a', join(stopped, 'data'), dataDir]);
  return start(options);
}

async function query<Row extends pg.QueryResultRow>(postgres: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

/** The location of the cluster: the data folder or, as root, possibly another one. */
async function clusterFolder(): Promise<string> {
  const home = await readFile(join(dataDir, 'postgres.location'), 'utf8').catch(() => dataDir);
  return join(home, 'postgres');
}

async function serverPid(): Promise<number> {
  return Number((await readFile(join(await clusterFolder(), 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Runs the server on the cluster as a process whose parent has died. */
async function startOrphan(port: string): Promise<number> {
  const user = isRoot ? await serverUser() : undefined;
  // The programs are in a folder that the user can access: the project may be below a folder that only root can enter.
  const { postgres } = await binariesFor(user, await installedBinaries());
  const args = ['-D', await clusterFolder(), '-p', port, '-c', 'listen_addresses=127.0.0.1'];
  const script = ['-c', '"$@" >/dev/null 2>&1 &', 'sh', postgres, ...args, '-c', 'unix_socket_directories='];
  const shell = spawn('/bin/sh', script, { ...spawnOptions(user), stdio: 'ignore' });
  await once(shell, 'exit');
  await until(async () => (await serverPid().catch(() => 0)) > 0, 10_000);
  return serverPid();
}

describe('EmbeddedPostgres', () => {
  it('keeps its data over a restart', async () => {
    const first = await start();
    expect(first.url).toMatch(/^postgres:\/\/parley:[\w-]{32}@127\.0\.0\.1:\d+\/parley$/);
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();

    const second = await start();
    expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('uses fsync, folds the case of non-ASCII letters, and accepts settings', async () => {
    const postgres = await startAgain({ settings: { work_mem: '7MB' } });
    const shown = `SELECT current_setting('fsync') AS fsync, current_setting('work_mem') AS work_mem,
      lower('ÉCOLE') AS folded, to_tsvector('simple', 'ÉCOLE')::text AS vector`;
    expect(await query(postgres, shown)).toEqual([
      { fsync: 'on', work_mem: '7MB', folded: 'école', vector: "'école':1" },
    ]);
  });

  it('protects its secrets from other users', async () => {
    await start();
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
    expect((await modeOf(dataDir)) & 0o067).toBe(0); // at most the server's group may pass through
    expect(await modeOf(join(dataDir, 'postgres.password'))).toBe(0o600);
    expect(await modeOf(join(dataDir, 'postgres.log'))).toBe(0o600);
    expect(await modeOf(await clusterFolder())).toBe(0o700);
  });

  it('reports that the server has died, and recovers committed data', async () => {
    const first = await startAgain();
    await query(first, 'CREATE TABLE kept AS SELECT 1 AS one');
    process.kill(await serverPid(), 'SIGKILL');
    expect(await first.exited).toMatchObject({ code: null, signal: 'SIGKILL' });

    const second = await start();
    expect(await query(second, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  it('does not report a stopped server as dead, and can be stopped twice', async () => {
    const postgres = await startAgain();
    const pid = await serverPid();
    await Promise.all([postgres.stop(), postgres.stop()]);
    expect(isRunning(pid)).toBe(false);
    expect(await Promise.race([postgres.exited, Promise.resolve('silent')])).toBe('silent');
  });

  it('terminates a busy child process of a killed server', async () => {
    const first = await startAgain();
    const busy = new pg.Client({ connectionString: first.url });
    busy.on('error', () => undefined);
    await busy.connect();
    const loop = 'DO $$ BEGIN LOOP PERFORM 1; END LOOP; END $$';
    const cut = busy.query(loop).catch((error: unknown) => error);
    process.kill(await serverPid(), 'SIGKILL');
    await first.exited;

    await start();
    expect(await cut).toBeInstanceOf(Error);
  });

  it('stops a server whose parent died, and starts a new one', async () => {
    const first = await startAgain();
    await query(first, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();
    const orphan = await startOrphan(new URL(first.url).port);
    expect(isRunning(orphan)).toBe(true);

    const lines: string[] = [];
    const second = await start({ log: (line) => lines.push(line) });
    expect(lines).toEqual([expect.stringContaining(`process ${orphan}`)]);
    expect(isRunning(orphan)).toBe(false);
    expect(await query(second, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  it.each(['the id of a live process', 'nothing'])(
    'starts even if postmaster.pid contains %s',
    async (what) => {
      await (await startAgain()).stop();
      const cluster = await clusterFolder();
      const content = what === 'nothing' ? '' : `${process.pid}\n${cluster}\n1\n5432\n\n127.0.0.1\n\nready\n`;
      await writeFile(join(cluster, 'postmaster.pid'), content, { mode: 0o600 });
      expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    },
  );

  it('removes the remains of a killed initdb and starts over', async () => {
    await mkdir(join(dataDir, 'postgres.init-killed', 'cluster', 'base'), { recursive: true });
    await start();
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.init-'))).toEqual([]);
  });

  it('rejects a data folder that is a file or cannot be created', async () => {
    await writeFile(dataDir, '');
    await expect(start()).rejects.toThrow(new StartupError(`The data folder ${dataDir} is not a folder.`));
    dataDir = join(dataDir, 'below');
    await expect(start()).rejects.toThrow(StartupError);
    dataDir = '/proc/parley';
    await expect(start()).rejects.toThrow(/^The data folder \/proc\/parley can't be created/);
  });

  it('rejects a cluster of another version', async () => {
    await (await startAgain()).stop();
    await writeFile(join(await clusterFolder(), 'PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow(/^The database in .* was made by PostgreSQL 9, but version \d+ is/);
  });

  it('reports why the server does not start', async () => {
    await expect(startAgain({ settings: { shared_buffers: 'much' } })).rejects.toThrow(
      /^PostgreSQL does not start: invalid value for parameter "shared_buffers": "much"/,
    );
  });
});

(isRoot ? describe : describe.skip)('EmbeddedPostgres as root', () => {
  it('keeps the cluster in a data folder that the server can reach', async () => {
    await start();
    const { uid } = await serverUser();
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(uid);
  });

  it('keeps the cluster elsewhere if the data folder is not accessible to the server, also after a move', async () => {
    await chmod(top, 0o700);
    const first = await start();
    await query(first, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();
    const cluster = await clusterFolder();
    expect(cluster).toMatch(/^\/var\//);

    await rename(dataDir, join(top, 'moved'));
    dataDir = join(top, 'moved');
    const second = await start();
    expect(await query(second, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    await second.stop();
    await EmbeddedPostgres.erase(dataDir);
    await expect(stat(cluster)).rejects.toThrow('ENOENT');
  });

  it('rejects a copied data folder, and does not replace a missing cluster', async () => {
    await chmod(top, 0o700);
    await (await start()).stop();
    const original = dataDir;
    const location = await readFile(join(dataDir, 'postgres.location'), 'utf8');
    dataDir = join(top, 'copy');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'postgres.location'), location);
    await expect(start()).rejects.toThrow(`belongs to ${original}`);

    await writeFile(join(dataDir, 'postgres.location'), join(top, 'lost'));
    await expect(start()).rejects.toThrow(/^The database in .*lost is missing/);
    dataDir = original;
  });

  it('starts on a backup restored by root', async () => {
    const first = await startAgain();
    await query(first, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();
    const original = dataDir;
    dataDir = join(top, 'restored');
    await cp(original, dataDir, { recursive: true }); // now everything belongs to root
    await chmod(join(dataDir, 'postgres'), 0o755);
    expect(await query(await start(), 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  it('runs copies of programs that the server user cannot access', async () => {
    const installed = await installedBinaries();
    const folder = join(top, 'closed', 'native');
    await mkdir(join(top, 'closed'), { mode: 0o700 });
    await cp(installed.folder, folder, { recursive: true, verbatimSymlinks: true });
    const version = `0.${process.pid}`;
    const postgres = join(folder, 'bin', 'postgres');
    const user = await serverUser();
    const closed = { ...installed, version, folder, postgres };
    const copies = await Promise.all([binariesFor(user, closed), binariesFor(user, closed)]);
    try {
      expect(copies[0]).toEqual(copies[1]);
      expect((await run(copies[0].initdb, ['--version'], user)).output).toMatch(/^initdb \(PostgreSQL\) \d+/);
    } finally {
      await rm(copies[0].folder, { recursive: true });
    }
  });
});
