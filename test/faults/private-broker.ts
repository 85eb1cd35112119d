import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '@parley/testing';
import { connect } from 'amqplib';
import { freePorts } from '../setup/services-process.mjs';

const START_MS = 60_000;

/** Debian's own script in the PATH changes to another user, who cannot write to a folder of ours. */
const program = ['/usr/lib/rabbitmq/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  .map((folder) => join(folder, 'rabbitmq-server'))
  .find((path) => existsSync(path));

/** Whether brokers of our own can be started. */
export const canStartBroker = program !== undefined;

/** A RabbitMQ node of our own, to be stopped and started, with a folder and ports of its own. */
export class PrivateBroker {
  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly env: Record<string, string>,
  ) {}

  static async start(): Promise<PrivateBroker> {
    const [port = 0, distPort = 0] = await freePorts(2);
    const folder = await mkdtemp(join(tmpdir(), 'parley-rabbitmq-'));
    await writeFile(join(folder, 'plugins'), '[].');
    const broker = new PrivateBroker(`amqp://guest:guest@127.0.0.1:${port}`, folder, {
      // Erlang keeps its cookie there: nodes of others are strangers.
      HOME: folder,
      RABBITMQ_NODENAME: `parley_${randomBytes(4).toString('hex')}@localhost`,
      RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
      RABBITMQ_NODE_PORT: String(port),
      RABBITMQ_DIST_PORT: String(distPort),
      RABBITMQ_MNESIA_BASE: join(folder, 'data'),
      RABBITMQ_LOG_BASE: join(folder, 'log'),
      RABBITMQ_PID_FILE: join(folder, 'pid'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
      RABBITMQ_CONFIG_FILE: join(folder, 'none.conf'),
      RABBITMQ_CONF_ENV_FILE: join(folder, 'none'),
    });
    await broker.run();
    return broker;
  }

  /** Starts it, or starts it again with its data. Resolves when it takes connections. */
  async run(): Promise<void> {
    spawn(program ?? '', { env: { ...process.env, ...this.env }, stdio: 'ignore' });
    await eventually(async () => (await connect(this.url)).close(), START_MS);
  }

  /** Stops it in order, as a restart of its machine would. */
  async stop(): Promise<void> {
    const pid = Number(await readFile(join(this.folder, 'pid'), 'utf8'));
    process.kill(pid, 'SIGTERM');
    await eventually(() => !isAlive(pid), START_MS);
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
