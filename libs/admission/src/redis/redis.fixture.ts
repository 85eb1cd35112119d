import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import { hashToken } from '../token.ts';
import type { AuthenticatorOptions } from '../admission.ts';
import { Identity, REVOKED, later } from '../bench.conformance.ts';
import { RedisTokenStore, type TokenSource } from './redis-token-store.ts';
import { RedisAuthenticator } from './redis-admission.ts';
import { RedisConfig } from './redis.config.ts';

/** Where the machine's Redis would be. */
export const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
/** The tag of all tokens that the bench mints. */
const ROUTE_TAG = 'Ab12';

// Of a connection that is gone already, ioredis waits for the end all the same, 2 s by default.
const ONCE = { lazyConnect: true, retryStrategy: null, connectTimeout: 500, disconnectTimeout: 50 } as const;

/** Whether a Redis answers there. With CI set it has to: rejects otherwise. */
export async function redisAnswers(url = REDIS_URL): Promise<boolean> {
  const redis = new Redis(url, ONCE);
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return true;
  } catch (error) {
    if (process.env['CI'] !== undefined) throw new Error(`no Redis at ${url}`, { cause: error });
    return false;
  } finally {
    redis.disconnect();
  }
}

/** Whether servers of our own can be started. With CI set they have to: throws otherwise. */
export function canStartRedis(): boolean {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, 'redis-server')));
  if (!found && process.env['CI'] !== undefined) throw new Error('no redis-server in PATH');
  return found;
}

export const newPrefix = (): string => `parley-test-${randomUUID()}:`;

/** Removes what a test left on a Redis that others use too. */
export async function removeKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1000 })) {
    if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
  }
  redis.disconnect();
}

/** Identity with two gateways, over one Redis. */
export class Platform {
  readonly identity = new Identity();
  readonly prefix = newPrefix();
  readonly config: RedisConfig;
  readonly gateways: [RedisAuthenticator, RedisAuthenticator];
  readonly records: RedisTokenStore;

  constructor(
    url: string,
    options: Partial<AuthenticatorOptions> = {},
    env: Readonly<Record<string, string>> = {},
  ) {
    this.config = new RedisConfig({ REDIS_URL: url, REDIS_PREFIX: this.prefix, ...env });
    const settings = {
      lookUp: this.identity.lookUp,
      recordUse: this.identity.recordUse,
      failuresPerMinute: 5,
      redis: this.config,
      ...options,
    };
    this.gateways = [new RedisAuthenticator(settings), new RedisAuthenticator(settings)];
    const revoked = (): string[] =>
      [...this.identity.records].filter(([, record]) => record.state === 'revoked').map(([hash]) => hash);
    this.records = new RedisTokenStore({
      redis: this.config,
      source: sourceOf(() => Promise.resolve(revoked())),
    });
  }

  /** What identity does: its commit first, then admission. */
  async revoke(token: string): Promise<void> {
    this.identity.records.set(hashToken(token), REVOKED);
    await this.records.revoke([hashToken(token)]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.gateways, this.records].map((part) => part.close()));
  }
}

export function sourceOf(revokedSince: () => Promise<readonly string[]>): TokenSource {
  return {
    routeTagsOf: (hashes) => Promise.resolve(hashes.map(() => ROUTE_TAG)),
    routeTagOf: () => Promise.resolve(ROUTE_TAG),
    revokedSince,
  };
}

/** A Redis server of our own, to be killed, stopped and flushed. */
export class PrivateRedis {
  #process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(): Promise<PrivateRedis> {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as { port: number };
    listener.close();
    await once(listener, 'close');
    const server = new PrivateRedis(port, await mkdtemp(join(tmpdir(), 'parley-redis-')));
    await server.run();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, or starts it again, empty. Resolves when it answers. */
  async run(): Promise<void> {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--dir', this.folder];
    this.#process = spawn('redis-server', settings, { stdio: 'ignore' });
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const answers = await this.command('ping').catch(() => null);
      if (answers === 'PONG') return;
      await later(50);
    }
    throw new Error('redis-server did not start');
  }

  /** The answer to one command over a connection of its own. */
  async command(name: string, ...args: string[]): Promise<unknown> {
    const redis = new Redis(this.url, ONCE);
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await redis.call(name, ...args);
    } finally {
      redis.disconnect();
    }
  }

  async kill(): Promise<void> {
    if (this.#process === undefined) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
    this.#process = undefined;
  }

  /** It keeps its connections, but answers nothing. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A way to Redis on which a peer can vanish without a word, as it does when its machine is lost. */
export class Passage {
  readonly #sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async to(port: number): Promise<Passage> {
    const server = createServer();
    const passage = new Passage(server);
    server.on('connection', (socket) => passage.#join(socket, connect(port, '127.0.0.1')));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return passage;
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  /** Nothing passes any more on the connections there are; new ones work. */
  swallow(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #join(near: Socket, far: Socket): void {
    near.pipe(far);
    far.pipe(near);
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    }
  }
}
