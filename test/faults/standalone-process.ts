import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkspaceCredentials } from '@parley/contracts';
import { EmbeddedPostgres } from '@parley/embedded-postgres';
import { keepLog } from '../setup/logs.mjs';
import { freePorts, WITHOUT_SERVERS } from '../setup/services-process.mjs';

const root = join(import.meta.dirname, '../..');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The process id of the database server of a data folder, `undefined` when none is recorded. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const moved = join(dataDir, 'postgres.location');
  const home = existsSync(moved) ? (await readFile(moved, 'utf8')).trim() : dataDir;
  const file = join(home, 'postgres/postmaster.pid');
  return existsSync(file) ? Number((await readFile(file, 'utf8')).split('\n')[0]) : undefined;
}

/** A data folder and a port, on which a standalone can be started, killed and started again. */
export class StandaloneProcess {
  #child: ChildProcess | undefined;
  #stdout = '';
  #stderr = '';

  private constructor(
    readonly dataDir: string,
    readonly port: number,
    readonly authPort: number,
    readonly filesPort: number,
    readonly mailPort: number,
    private readonly command: [string, string[]],
  ) {}

  /** @param by how it is started: as a process of its own, or as a newcomer does. */
  static async create(by: 'node' | 'npm start' = 'node'): Promise<StandaloneProcess> {
    const main = join(root, 'apps/standalone/dist/main.js');
    const command: [string, string[]] = by === 'node' ? [process.execPath, [main]] : ['npm', ['start']];
    const [port = 0, authPort = 0, filesPort = 0, mailPort = 0] = await freePorts(4);
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-fault-'));
    return new StandaloneProcess(dataDir, port, authPort, filesPort, mailPort, command);
  }

  /** Starts it and waits for `ready`. Rejects with its output if it ends. */
  async start(env: Record<string, string> = {}): Promise<void> {
    const ended = this.launch(env);
    const output = this.#child?.stdout;
    const ready = new Promise<'ready'>((resolve) => {
      const look = () => {
        if (!/^ready/m.test(this.#stdout)) return;
        output?.off('data', look);
        resolve('ready');
      };
      output?.on('data', look);
    });
    const first = await Promise.race([ready, ended]);
    if (first !== 'ready') throw new Error(`ended with ${first.code}: ${first.stdout}${first.stderr}`);
  }

  /** Starts it and waits for its end. */
  launch(env: Record<string, string> = {}): Promise<Ended> {
    this.#stdout = '';
    this.#stderr = '';
    const [program, args] = this.command;
    const child = spawn(program, args, {
      cwd: root,
      env: {
        ...process.env,
        ...WITHOUT_SERVERS,
        NODE_OPTIONS: '',
        DATA_DIR: this.dataDir,
        GATEWAY_PORT: String(this.port),
        AUTH_PORT: String(this.authPort),
        FILES_PORT: String(this.filesPort),
        MAIL_HTTP_PORT: String(this.mailPort),
        OPERATIONS_PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    keepLog(child, 'standalone');
    child.stdout.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
    return new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, stdout: this.#stdout, stderr: this.#stderr }));
    });
  }

  /** What it has written since it was last started. */
  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  async credentials(file = 'credentials.json'): Promise<WorkspaceCredentials> {
    return JSON.parse(await readFile(join(this.dataDir, file), 'utf8')) as WorkspaceCredentials;
  }

  /** Asks it to stop as Ctrl-C does; answers its exit code. */
  interrupt(): Promise<number | null> {
    return this.#signal('SIGINT');
  }

  /** kill -9 of the process and of every process of its database. */
  async kill(): Promise<void> {
    const postmaster = await this.postmaster();
    const backends = postmaster === undefined ? [] : childrenOf(postmaster);
    const ended = this.#signal('SIGKILL');
    for (const pid of [postmaster, ...backends]) {
      if (pid !== undefined) killIfThere(pid);
    }
    await ended;
  }

  postmaster(): Promise<number | undefined> {
    return postmasterOf(this.dataDir);
  }

  /** Ends whatever runs and removes the data. */
  async remove(): Promise<void> {
    await this.kill();
    await EmbeddedPostgres.erase(this.dataDir);
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #signal(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)])
      .toString()
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    return [];
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
