import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@parley/testing';
import { connect } from 'amqplib';
import { freePorts } from '../setup/services-process.mjs';

const START_MS = 150_000;

/** Debian's own script in the PATH changes to another user, who cannot write to a folder of ours. */
const program = ['/usr/lib/rabbitmq/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  .map((folder) => join(folder, 'rabbitmq-server'))
  .find((path) => existsSync(path));

/** Whether brokers of our own can be started. */
export const canStartBroker = program !== undefined;

/** A RabbitMQ node of our own, to be stopped and started, with a folder and ports of its own. */
export class PrivateBroker {
  #process: ChildProcess | undefined;

  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly env: Record<string, string>,
  ) {}

  /** @param cookie what nodes of one cluster have in common. */
  static async start(cookie = randomBytes(10).toString('hex')): Promise<PrivateBroker> {
    const [port = 0, distPort = 0] = await freePorts(2);
    const folder = await mkdtemp(join(tmpdir(), 'parley-rabbitmq-'));
    await writeFile(join(folder, 'plugins'), '[].');
    // By default a client that a busy machine stops for 10 s in its handshake is disconnected.
    await writeFile(join(folder, 'broker.conf'), 'handshake_timeout = 300000\n');
    await writeFile(join(folder, '.erlang.cookie'), cookie, { mode: 0o400 });
    const broker = new PrivateBroker(`amqp://guest:guest@127.0.0.1:${port}`, folder, {
      // Erlang reads its cookie there: nodes of others are strangers.
      HOME: folder,
      RABBITMQ_NODENAME: `parley_${randomBytes(4).toString('hex')}@localhost`,
      RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
      RABBITMQ_NODE_PORT: String(port),
      RABBITMQ_DIST_PORT: String(distPort),
      RABBITMQ_MNESIA_BASE: join(folder, 'data'),
      RABBITMQ_LOG_BASE: join(folder, 'log'),
      RABBITMQ_PID_FILE: join(folder, 'pid'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
      RABBITMQ_CONFIG_FILE: join(folder, 'broker.conf'),
      RABBITMQ_CONF_ENV_FILE: join(folder, 'none'),
    });
    await broker.run();
    return broker;
  }

  /** Three nodes that are one cluster. */
  static async startCluster(): Promise<[PrivateBroker, PrivateBroker, PrivateBroker]> {
    const cookie = randomBytes(10).toString('hex');
    const start = () => PrivateBroker.start(cookie);
    const nodes = await Promise.all([start(), start(), start()]);
    const [first, ...others] = nodes;
    for (const node of others) {
      await node.control('stop_app');
      await node.control('join_cluster', first.name);
      await node.control('start_app');
    }
    return nodes;
  }

  /** Its name in a cluster. */
  get name(): string {
    return this.env['RABBITMQ_NODENAME'] ?? '';
  }

  /** Starts it, or starts it again with its data. Resolves when it takes connections. */
  async run(): Promise<void> {
    this.#process = spawn(program ?? '', { env: { ...process.env, ...this.env }, stdio: 'ignore' });
    await eventually(async () => (await connect(this.url)).close(), START_MS);
  }

  /** Runs `rabbitmqctl` on it and returns what that prints. */
  async control(...args: string[]): Promise<string> {
    const ctl = join(dirname(program ?? ''), 'rabbitmqctl');
    const env = { ...process.env, ...this.env };
    const { stdout } = await promisify(execFile)(ctl, ['-q', ...args], { env, timeout: START_MS });
    return stdout;
  }

  /** Stops it in order, as a restart of its machine would. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** kill -9. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** It keeps its connections and does nothing, until it is thawed or killed. */
  async freeze(): Promise<void> {
    process.kill(await this.#pid(), 'SIGSTOP');
  }

  async thaw(): Promise<void> {
    process.kill(await this.#pid(), 'SIGCONT');
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    // The number of a process that has ended may be that of another one by now.
    if (this.#hasEnded) return;
    try {
      process.kill(await this.#pid(), signal);
    } catch (error) {
      // It has just ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    await eventually(() => this.#hasEnded, START_MS);
  }

  get #hasEnded(): boolean {
    return (
      this.#process === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null
    );
  }

  async #pid(): Promise<number> {
    return Number(await readFile(join(this.folder, 'pid'), 'utf8'));
  }

  /** Starts the management API, and returns its URL with the name and the password of an administrator. */
  async enableManagement(): Promise<string> {
    const [port = 0] = await freePorts(1);
    const run = (name: string, ...args: string[]) =>
      promisify(execFile)(join(program ?? '', '..', name), ['-q', ...args], {
        env: { ...process.env, ...this.env },
        timeout: START_MS,
      });
    const listener = `[{port, ${port}}, {ip, "127.0.0.1"}]`;
    await run(
      'rabbitmqctl',
      'eval',
      `application:set_env(rabbitmq_management, tcp_config, ${listener}, [{persistent, true}]).`,
    );
    await run('rabbitmq-plugins', 'enable', 'rabbitmq_management');
    return `http://guest:guest@127.0.0.1:${port}`;
  }

  /** Ends it, frozen or not, and removes its data. */
  async close(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
