import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import { Redis } from 'ioredis';
import { freePort, ONCE, PrivateRedis } from './redis.harness.ts';

const DOWN_AFTER_MS = 300;
const SLOTS = 16_384;

/** A primary with a replica, and a sentinel that promotes the replica when the primary is down. */
export class PrivateSentinel {
  private constructor(
    readonly primary: PrivateRedis,
    readonly replica: PrivateRedis,
    private readonly port: number,
    private readonly sentinel: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(): Promise<PrivateSentinel> {
    const primary = await PrivateRedis.start(['--repl-diskless-sync-delay', '0']);
    const replica = await PrivateRedis.start(['--replicaof', `127.0.0.1 ${primary.port}`]);
    await eventually(async () =>
      /slave0:.*state=online/.test(String(await primary.command('info', 'replication'))),
    );
    const folder = await mkdtemp(join(tmpdir(), 'parley-sentinel-'));
    const port = await freePort();
    const settings = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor main 127.0.0.1 ${primary.port} 1`,
      `sentinel down-after-milliseconds main ${DOWN_AFTER_MS}`,
      'sentinel failover-timeout main 5000',
    ];
    await writeFile(join(folder, 'sentinel.conf'), settings.join('\n'));
    const program = spawn('redis-server', [join(folder, 'sentinel.conf'), '--sentinel'], { stdio: 'ignore' });
    const made = new PrivateSentinel(primary, replica, port, program, folder);
    await eventually(async () => ((await made.#ask('replicas', 'main')) as unknown[]).length === 1);
    return made;
  }

  get url(): string {
    return `redis+sentinel://127.0.0.1:${this.port}/main`;
  }

  /** The replica receives nothing more, as one that lags. */
  async detachReplica(): Promise<void> {
    await this.replica.command('config', 'set', 'masterauth', 'refused by a primary without password');
    await this.replica.command('client', 'kill', 'type', 'master');
  }

  /** Kills the primary; resolves when the replica has been promoted. */
  async failOver(): Promise<void> {
    await this.primary.kill();
    await eventually(async () =>
      /role:master/.test(String(await this.replica.command('info', 'replication'))),
    );
  }

  async close(): Promise<void> {
    const exited = once(this.sentinel, 'exit');
    this.sentinel.kill('SIGKILL');
    await exited;
    await Promise.all([this.primary.close(), this.replica.close()]);
    await rm(this.folder, { recursive: true, force: true });
  }

  async #ask(...command: [string, ...string[]]): Promise<unknown> {
    const redis = new Redis({ ...ONCE, host: '127.0.0.1', port: this.port, enableReadyCheck: false });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await redis.call('sentinel', ...command);
    } finally {
      redis.disconnect();
    }
  }
}

/** Answers as a sentinel, when a test says so: a real one cannot be made to announce a failover at a given moment. */
export class TimedSentinel {
  /** How often it was asked where the primary is. */
  asked = 0;
  readonly #subscribers = new Set<Socket>();
  readonly #sockets = new Set<Socket>();
  #heldBack: (() => void)[] | undefined;

  private constructor(
    private readonly server: Server,
    private readonly primary: PrivateRedis,
  ) {
    server.on('connection', (socket) => {
      this.#sockets.add(socket.setEncoding('utf8'));
      socket.on('data', (text: string) => this.#answer(socket, text));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#subscribers.delete(socket);
        this.#sockets.delete(socket);
      });
    });
  }

  static async start(primary: PrivateRedis): Promise<TimedSentinel> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TimedSentinel(server, primary);
  }

  get url(): string {
    return `redis+sentinel://127.0.0.1:${(this.server.address() as AddressInfo).port}/main`;
  }

  /** How many clients would learn of a failover. */
  get subscribers(): number {
    return this.#subscribers.size;
  }

  /** How many clients wait for the address of the primary. */
  get waiting(): number {
    return this.#heldBack?.length ?? 0;
  }

  /** Does not say where the primary is until `answer`. */
  holdBack(): void {
    this.#heldBack = [];
  }

  answer(): void {
    const heldBack = this.#heldBack ?? [];
    this.#heldBack = undefined;
    for (const send of heldBack) send();
  }

  announceFailover(): void {
    for (const socket of this.#subscribers)
      socket.write(reply(['message', '+switch-master', 'main 127.0.0.1 1 127.0.0.1 2']));
  }

  /** Ends all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  #answer(socket: Socket, text: string): void {
    for (const command of text.split(/^\*\d+\r\n/m).slice(1)) {
      const words = command.split('\r\n').filter((_, index) => index % 2 === 1);
      const isQuestion = words[1]?.toLowerCase() === 'get-master-addr-by-name';
      if (isQuestion) this.asked += 1;
      const send = () => socket.write(isQuestion ? this.#address : '+OK\r\n');
      if (words[0]?.toLowerCase() === 'subscribe') {
        this.#subscribers.add(socket);
        socket.write(reply(['subscribe', '+switch-master', 1]));
      } else if (isQuestion && this.#heldBack !== undefined) this.#heldBack.push(send);
      else send();
    }
  }

  get #address(): string {
    return reply(['127.0.0.1', String(this.primary.port)]);
  }
}

/** An array in the protocol of Redis. */
function reply(values: readonly (string | number)[]): string {
  const items = values.map((value) =>
    typeof value === 'number' ? `:${value}\r\n` : `$${value.length}\r\n${value}\r\n`,
  );
  return `*${values.length}\r\n${items.join('')}`;
}

/** Three primaries, each with a third of the slots, and a replica of the one that has `tag`. */
export class PrivateCluster {
  private constructor(
    private readonly primaries: readonly PrivateRedis[],
    /** The primary of the tag, and its replica. */
    readonly primary: PrivateRedis,
    readonly replica: PrivateRedis,
  ) {}

  /** @param nodeTimeoutMs after this a node that says nothing is taken for lost: by default no stall of a test is. */
  static async start(tag: string, nodeTimeoutMs = 60_000): Promise<PrivateCluster> {
    const nodes = await Promise.all(
      [0, 1, 2, 3].map(async () =>
        PrivateRedis.start([
          ...[
            '--cluster-enabled',
            'yes',
            '--cluster-node-timeout',
            String(nodeTimeoutMs),
            '--cluster-port',
            String(await freePort()),
          ],
          ...['--cluster-replica-validity-factor', '0', '--repl-diskless-sync-delay', '0'],
        ]),
      ),
    );
    const [first, second, third, replica] = nodes as [PrivateRedis, PrivateRedis, PrivateRedis, PrivateRedis];
    const primaries = [first, second, third];
    const slot = Number(await first.command('cluster', 'keyslot', `{${tag}}`));
    const bounds = [0, 1, 2, 3].map((part) => Math.floor((SLOTS * part) / 3)) as [
      number,
      number,
      number,
      number,
    ];
    for (const [index, node] of primaries.entries())
      await node.command(
        'cluster',
        'addslotsrange',
        String(bounds[index]),
        String((bounds[index + 1] ?? 0) - 1),
      );
    for (const [index, node] of nodes.entries()) {
      await node.command('cluster', 'set-config-epoch', String(index + 1));
      const bus = (await node.command('config', 'get', 'cluster-port')) as [string, string];
      await first.command('cluster', 'meet', '127.0.0.1', String(node.port), bus[1]);
    }
    const primary = primaries[bounds.findLastIndex((bound) => bound <= slot)] as PrivateRedis;
    await replicate(nodes, primary, replica);
    return new PrivateCluster(primaries, primary, replica);
  }

  /** Two of the nodes; the others are found from them. */
  get url(): string {
    return `redis+cluster://${this.primaries
      .slice(0, 2)
      .map(({ port }) => `127.0.0.1:${port}`)
      .join(',')}`;
  }

  /** Kills the primary of the tag; resolves when its replica has been promoted. */
  async failOver(): Promise<void> {
    await this.primary.kill();
    await eventually(async () =>
      /role:master/.test(String(await this.replica.command('info', 'replication'))),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.primaries, this.replica].map((node) => node.close()));
  }
}

/** Makes a node the replica of another; resolves when all know. */
async function replicate(
  nodes: readonly PrivateRedis[],
  primary: PrivateRedis,
  replica: PrivateRedis,
): Promise<void> {
  const id = String(await primary.command('cluster', 'myid'));
  await eventually(async () => {
    await replica.command('cluster', 'replicate', id);
  });
  await eventually(async () => {
    const states = await Promise.all(nodes.map((node) => node.command('cluster', 'info')));
    const knownBy = await Promise.all(nodes.map((node) => node.command('cluster', 'nodes')));
    return (
      states.every((state) => String(state).includes('cluster_state:ok')) &&
      knownBy.every(
        (known) => String(known).includes('slave') && String(known).trim().split('\n').length === 4,
      ) &&
      /slave0:.*state=online/.test(String(await primary.command('info', 'replication')))
    );
  });
}
