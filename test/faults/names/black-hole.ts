import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { end } from '../../setup/services-process.mjs';

/** Listens on `host port…` with the shortest queue, and says so. */
const LISTEN = `
const { createServer } = require('node:net');
const [host, ...ports] = process.argv.slice(1);
const listening = ports.map((port) => new Promise((done) => createServer().listen({ host, port, backlog: 1 }, done)));
Promise.all(listening).then(() => process.stdout.write('listening'));
`;
/** How many connections the kernel accepts by itself for a queue of one. */
const QUEUED = 2;
/** The state of a socket in /proc/net/tcp that has sent a SYN and waits. */
const SYN_SENT = '02';

/** An address whose packets get lost, like that of a node that is gone: it answers to no SYN. */
export class BlackHole {
  private constructor(
    readonly host: string,
    private readonly listener: ChildProcess,
    private readonly fillers: readonly Socket[],
  ) {}

  /** The listener is stopped and its queues are full: Linux drops what comes next. */
  static async start(host: string, ports: readonly number[]): Promise<BlackHole> {
    const listener = spawn(process.execPath, ['-e', LISTEN, host, ...ports.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    await once(listener.stdout, 'data');
    listener.kill('SIGSTOP');
    const fillers = ports.flatMap((port) => Array.from({ length: QUEUED }, () => connect(port, host)));
    await Promise.all(fillers.map((filler) => once(filler, 'connect')));
    return new BlackHole(host, listener, fillers);
  }

  /** Whether somebody waits for an answer to a SYN to this port. */
  async isTried(port: number): Promise<boolean> {
    const bytes = Buffer.from(this.host.split('.').map(Number).toReversed());
    const target = `${bytes.toString('hex')}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
    const sockets = (await readFile('/proc/net/tcp', 'utf8'))
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
    return sockets.some(([, , remote, state]) => remote === target && state === SYN_SENT);
  }

  async close(): Promise<void> {
    for (const filler of this.fillers) filler.destroy();
    await end(this.listener, 'SIGKILL');
  }
}
