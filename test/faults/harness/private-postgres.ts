import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import pg from 'pg';
import {
  isRoot,
  run,
  serverUser,
  spawnOptions,
  type OsUser,
} from '../../../libs/embedded-postgres/src/os-user.ts';
import { freePorts } from '../../setup/services-process.mjs';

/** Where Debian keeps the programs of each major version; others have them in one place. */
const DEBIAN = '/usr/lib/postgresql';
const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
const places = [...versions.map((version) => join(DEBIAN, version, 'bin')), '/usr/local/bin', '/usr/bin'];
const programs = places.find((place) => existsSync(join(place, 'pg_basebackup')));

/** Whether servers with a standby can be started. */
export const canStartPostgres = programs !== undefined;

/** A PostgreSQL server of our own, to be killed, stopped and promoted. */
export class PrivatePostgres {
  #process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly user: OsUser | undefined,
  ) {}

  static async start(): Promise<PrivatePostgres> {
    const server = await PrivatePostgres.#create();
    const options = ['-D', server.#data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
    await server.#run('initdb', [...options, '--no-sync']);
    await server.run();
    return server;
  }

  static async #create(): Promise<PrivatePostgres> {
    const [port = 0] = await freePorts(1);
    const folder = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
    const user = isRoot ? await serverUser() : undefined;
    if (user !== undefined) await chown(folder, user.uid, user.gid);
    return new PrivatePostgres(port, folder, user);
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  get #data(): string {
    return join(this.folder, 'data');
  }

  /** Starts it, or starts it again on its data. Resolves when it takes connections. */
  async run(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
    };
    const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    await eventually(async () => {
      if (this.#hasEnded) this.#launch(['-D', this.#data, '-p', String(this.port), ...set]);
      await this.query('select 1');
    });
  }

  #launch(args: readonly string[]): void {
    const options = { ...spawnOptions(this.user), stdio: 'ignore' } as const;
    const child = spawn(join(programs ?? '', 'postgres'), args, options);
    // It is in a session of its own, where the end of this process does not reach it.
    const stop = () => child.kill('SIGQUIT');
    process.once('exit', stop);
    child.once('exit', () => process.off('exit', stop));
    this.#process = child;
  }

  /** A standby that has confirmed what a commit on this server reports. */
  async startStandby(): Promise<PrivatePostgres> {
    const standby = await PrivatePostgres.#create();
    await standby.#run('pg_basebackup', [
      '-d',
      this.url,
      '-D',
      standby.#data,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    ]);
    await standby.run();
    await this.query(`alter system set synchronous_standby_names = '*'`);
    await this.query('select pg_reload_conf()');
    await eventually(async () => {
      const rows = await this.query(`select from pg_stat_replication where sync_state = 'sync'`);
      return rows.length === 1;
    });
    return standby;
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    // What it inherits would have it wait for a standby of its own.
    await this.query(`alter system set synchronous_standby_names = ''`);
    await this.query('select pg_promote()');
    await this.query('select pg_reload_conf()');
  }

  async query<Row extends pg.QueryResultRow>(
    text: string,
    database = 'postgres',
    values?: readonly unknown[],
  ): Promise<Row[]> {
    const url = new URL(this.url);
    url.pathname = `/${database}`;
    const client = new pg.Client({ connectionString: url.toString(), connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values?.slice())).rows;
    } finally {
      await client.end();
    }
  }

  /** kill -9; its children end when they notice. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Stops it without a checkpoint, as `pg_ctl stop -m immediate` does. */
  stopImmediately(): Promise<void> {
    return this.#end('SIGQUIT');
  }

  async close(): Promise<void> {
    await this.#end('SIGQUIT');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  get #hasEnded(): boolean {
    const child = this.#process;
    return child === undefined || child.exitCode !== null || child.signalCode !== null;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child === undefined || this.#hasEnded) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async #run(program: string, args: string[]): Promise<void> {
    const { code, output } = await run(join(programs ?? '', program), args, this.user);
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`);
  }
}
