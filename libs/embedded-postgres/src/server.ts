import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from './startup-error.ts';
import { type OsUser, spawnOptions } from './os-user.ts';
import { signal, until } from './processes.ts';

interface ServerOptions {
  postgres: string;
  cluster: string;
  user: OsUser | undefined;
  log: ServerLog;
  settings: Record<string, string>;
}

export interface Server {
  process: ChildProcess;
  pid: number;
  port: number;
}

/** The log file of the server. The server writes it itself, so that it continues after this process has ended. */
export class ServerLog {
  #read = 0;

  /** @param path the log file; readable only by the calling user */
  constructor(readonly path: string) {}

  /** Starts a new file and keeps the previous one as `<path>.1`, so that at most two runs are kept. */
  async rotate(): Promise<void> {
    await rename(this.path, `${this.path}.1`).catch(() => undefined);
  }

  /** Opens the file for one run of the server; `sinceOpened` reads from here on. */
  async open() {
    const file = await open(this.path, 'a', 0o600);
    this.#read = (await file.stat()).size;
    return file;
  }

  /** What the server has written since `open`. */
  async sinceOpened(): Promise<string> {
    const all = await readFile(this.path).catch(() => Buffer.alloc(0));
    return all.subarray(this.#read).toString('utf8');
  }

  /** Why the server ended: its last fatal line without the prefix, else its last line. */
  async lastWords(): Promise<string> {
    const lines = (await this.sinceOpened()).trim().split('\n');
    const fatal = lines.filter((line) => /(FATAL|PANIC):/.test(line)).at(-1);
    return (fatal ?? lines.at(-1))?.replace(/^.*(FATAL|PANIC): +/, '') || 'it left no message';
  }
}

/** Settings for a small server. Everything else, including fsync, is PostgreSQL's default. */
const defaults: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // the path of a socket is limited to about 100 characters
  shared_buffers: '128MB',
  max_connections: '200',
  autovacuum: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statement errors are returned to the client; in the log they would take space and expose data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

const portAttempts = 5;
/** How long child processes of a killed server may keep its shared memory. */
const oldChildrenMs = 30_000;
/** Recovery after a crash replays up to max_wal_size (1 GB), on slow disks for minutes. */
const readyMs = 600_000;

/**
 * Starts the server on a free port of 127.0.0.1 and waits until it accepts connections.
 * @throws StartupError with the last message of its log
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const deadline = performance.now() + oldChildrenMs;
  let portsTaken = 0;
  for (;;) {
    const port = await freePort();
    const server = await launch(options, port);
    if (await isReady(server, options.cluster)) return server;
    if (isUp(server.process)) {
      signal(server.pid, 'SIGQUIT');
      throw new StartupError(
        `PostgreSQL did not get ready in ${readyMs / 60_000} minutes: see ${options.log.path}.`,
      );
    }
    const output = await options.log.sinceOpened();
    if (output.includes('Address already in use') && ++portsTaken < portAttempts) continue;
    if (output.includes('is still in use') && performance.now() < deadline) {
      await delay(250);
      continue;
    }
    throw new StartupError(
      `PostgreSQL does not start: ${await options.log.lastWords()} (see ${options.log.path})`,
    );
  }
}

/** Whether the process has not ended. */
export function isUp(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function launch(options: ServerOptions, port: number): Promise<Server> {
  const settings = Object.entries({ ...defaults, ...options.settings });
  const set = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', options.cluster, '-p', String(port), ...set];
  const file = await options.log.open();
  try {
    const child = spawn(options.postgres, args, {
      ...spawnOptions(options.user),
      stdio: ['ignore', file.fd, file.fd],
    });
    const failed = new Promise<Error>((resolve) => child.once('error', resolve));
    if (child.pid === undefined) throw await failed;
    stopAtExit(child, child.pid);
    return { process: child, pid: child.pid, port };
  } catch (error) {
    throw new StartupError(`PostgreSQL can't be started: ${(error as Error).message}`, { cause: error });
  } finally {
    await file.close();
  }
}

/** If this process ends abnormally (an uncaught error), the server is signalled to stop; the next start waits for it. */
function stopAtExit(child: ChildProcess, pid: number): void {
  const stop = () => signal(pid, 'SIGINT');
  process.once('exit', stop);
  child.once('exit', () => process.off('exit', stop));
}

/** Waits for the report in postmaster.pid: trial connections would each leave a fatal line in the log. */
async function isReady({ process, pid }: Server, cluster: string): Promise<boolean> {
  let ready = false;
  await until(async () => {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    ready = Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
    return ready || !isUp(process);
  }, readyMs);
  return ready;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}
