import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '@parley/testing';
import { Redis, type RedisOptions } from 'ioredis';
import type { TokenSource } from '../tokens/token-store.ts';
import { hashToken } from '../tokens/token.ts';
import { Authenticator, type AuthenticatorOptions } from '../authenticator.ts';
import { Identity, REVOKED, ROUTE_TAG } from '../conformance.harness.ts';
import { RedisState } from './redis-state.ts';
import { RedisTokenStore } from './redis-token-store.ts';
import { RedisConfig } from './redis.config.ts';

/** The shared Redis of this machine. */
export const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';

// ioredis waits 2 s by default for the end of a connection that is already closed.
export const ONCE = {
  lazyConnect: true,
  retryStrategy: null,
  connectTimeout: 30_000,
  disconnectTimeout: 50,
} as const;

/** Whether a Redis is reachable. Rejects if it is not and CI is set. */
export async function isRedisReachable(url = REDIS_URL): Promise<boolean> {
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

/** Whether private servers can be started. Throws if they cannot and CI is set. */
export function canStartRedis(): boolean {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, 'redis-server')));
  if (!found && process.env['CI'] !== undefined) throw new Error('no redis-server in PATH');
  return found;
}

/** ENCRYPTION_KEYS. */
export const KEYS: readonly [Buffer] = [Buffer.alloc(32, 7)];

export const newPrefix = (): string => `parley-test-${randomUUID()}:`;

/** Removes the keys of a test from a shared Redis. */
export async function removeKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1000 })) {
    if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
  }
  redis.disconnect();
}

/** Identity with two gateways that share one Redis. */
export class Platform {
  readonly identity = new Identity();
  readonly prefix = newPrefix();
  readonly config: RedisConfig;
  readonly states: [RedisState, RedisState];
  readonly gateways: [Authenticator, Authenticator];
  readonly store: RedisTokenStore;

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
      keys: KEYS,
      ...options,
    };
    this.states = [new RedisState(settings), new RedisState(settings)];
    this.gateways = [
      new Authenticator(this.states[0], settings),
      new Authenticator(this.states[1], settings),
    ];
    const revoked = (): string[] =>
      [...this.identity.records].filter(([, record]) => record.state === 'revoked').map(([hash]) => hash);
    this.store = new RedisTokenStore({
      redis: this.config,
      keys: KEYS,
      source: sourceOf(() => Promise.resolve(revoked())),
    });
  }

  /** As identity revokes: first the commit, then the token store. */
  async revoke(token: string): Promise<void> {
    this.identity.records.set(hashToken(token), REVOKED);
    await this.store.revoke([hashToken(token)]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.gateways, this.store].map((part) => part.close()));
  }
}

export function sourceOf(revokedSince: () => Promise<readonly string[]>): TokenSource {
  return {
    routeTagsOf: (hashes) => Promise.resolve(hashes.map(() => ROUTE_TAG)),
    routeTagOf: () => Promise.resolve(ROUTE_TAG),
    revokedSince,
  };
}

/** A private Redis server that tests can kill, stop and flush. */
export class PrivateRedis {
  #process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly settings: readonly string[],
    private readonly login: RedisOptions,
  ) {}

  /**
   * @param settings further arguments of redis-server.
   * @param login how the harness itself connects.
   */
  static async start(settings: readonly string[] = [], login: RedisOptions = {}): Promise<PrivateRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'));
    const server = new PrivateRedis(await freePort(), folder, settings, login);
    await server.run();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts or restarts it, empty. Resolves when it replies. */
  async run(): Promise<void> {
    const port = [this.login.tls === undefined ? '--port' : '--tls-port', String(this.port)];
    const settings = [...port, '--bind', '127.0.0.1', '--save', '', '--dir', this.folder, ...this.settings];
    this.#process = spawn('redis-server', settings, { stdio: 'ignore' });
    await eventually(async () => (await this.command('ping')) === 'PONG');
  }

  /** The reply to one command on a new connection. */
  async command(name: string, ...args: string[]): Promise<unknown> {
    const redis = new Redis({ ...ONCE, host: '127.0.0.1', port: this.port, ...this.login });
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

  /** It keeps its connections but does not reply. */
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

export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  listener.close();
  await once(listener, 'close');
  return port;
}
