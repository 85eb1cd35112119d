import type { Logger } from '@parley/kernel';
import { Redis } from 'ioredis';
import { within } from './patience.ts';
import type { RedisConfig } from './redis.config.ts';
import { SCRIPTS, type ScriptCalls } from './scripts.ts';

export type ScriptedRedis = Redis & ScriptCalls;
export type Command<T> = (redis: ScriptedRedis) => Promise<T>;

/** Failures in a row after which Redis is left alone. */
const FAILURES_MAX = 3;
/** How long Redis is left alone before a probe. */
const REST_MS = 1000;
/** Probes in a row on one connection before it is given up: a peer that vanished answers nothing for 15 minutes. */
const PROBES_MAX = 2;
const RECONNECT_MAX_MS = 1000;

/**
 * The connection to Redis, made so that nobody ever waits long for it: ioredis as it comes queues commands while it is
 * offline, tries each 20 times, and sends a command again that may have been carried out (reference: auth.md section
 * 3.6). After a few failures no request asks at all; a probe in the background finds out when Redis is back.
 */
export class RedisLink {
  readonly #redis: ScriptedRedis;
  readonly #timeoutMs: number;
  readonly #probeKey: string;
  /** Settles with the first attempt to connect, so that requests right after the start are not decided without. */
  readonly #attempted: Promise<void>;
  #failures = 0;
  #probes = 0;
  #probing = false;
  #resting = false;
  #closed = false;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    config: RedisConfig,
    private readonly log?: Pick<Logger, 'info' | 'warn'>,
  ) {
    this.#timeoutMs = config.REDIS_COMMAND_TIMEOUT;
    this.#probeKey = `${config.REDIS_PREFIX}probe`;
    this.#redis = new Redis(config.REDIS_URL, {
      scripts: SCRIPTS,
      // Timeouts are our own (patience.ts). `socketTimeout` is left out: its timer outlives the connection it was set
      // for and destroys the next one (ioredis 5.11).
      connectTimeout: 500,
      disconnectTimeout: 100,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (attempt) => Math.min(RECONNECT_MAX_MS, 25 * 2 ** Math.min(attempt, 10)),
      // After a failover the connection may lead to what is now a replica.
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
      keepAlive: 10_000,
    }) as ScriptedRedis;
    this.#attempted = new Promise((resolve) => {
      for (const event of ['ready', 'close', 'end']) this.#redis.once(event, () => resolve());
    });
    // Without a listener ioredis prints each; what matters is told once, by #rest.
    this.#redis.on('error', () => undefined);
    // Before the next request finds out: what is known from before a gap is not served after it.
    this.#redis.on('close', () => this.#rest(new Error('the connection was lost')));
    this.#redis.on('ready', () => {
      if (this.#resting) void this.#probe();
    });
  }

  /**
   * When Redis came back, in microseconds of its clock; 0 until it was out. Revocations of the time before may not
   * have reached it yet, so whatever it learnt before is not to be believed.
   */
  get since(): number {
    return this.#since;
  }

  /** The answer of Redis, or `null` when it is out, too slow, or left alone just now. Never rejects. */
  async ask<T>(command: Command<T>, ms = this.#timeoutMs): Promise<T | null> {
    if (this.#resting) return null;
    try {
      return await this.send(command, ms);
    } catch {
      return null;
    }
  }

  /**
   * The answer of Redis, whom this asks even while it is left alone. Rejects when there is none in time; the command
   * may have been carried out all the same.
   */
  async send<T>(command: Command<T>, ms = this.#timeoutMs): Promise<T> {
    try {
      const answer = await this.#exchange(command, ms);
      this.#failures = 0;
      return answer;
    } catch (error) {
      this.#failed(error);
      throw error;
    }
  }

  /** Whether Redis takes writes right now: one that is full or a replica answers PING all the same. */
  async isWritable(): Promise<boolean> {
    try {
      await this.#exchange((redis) => redis.set(this.#probeKey, 1, 'PX', 1000), this.#timeoutMs);
      return true;
    } catch {
      return false;
    }
  }

  /** Calls back after every connection that was made, the first one included. */
  onConnected(callback: () => void): void {
    this.#redis.on('ready', callback);
    if (this.#redis.status === 'ready') callback();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#redis.disconnect();
  }

  #exchange<T>(command: Command<T>, ms: number): Promise<T> {
    const sent =
      this.#redis.status === 'ready'
        ? command(this.#redis)
        : this.#attempted.then(() => command(this.#redis));
    return within(sent, ms, () => {
      throw new Error(`Redis did not answer within ${ms} ms`);
    });
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES_MAX) this.#rest(error);
  }

  #rest(error: unknown): void {
    if (this.#closed || this.#resting) return;
    this.#resting = true;
    this.#probes = 0;
    this.log?.warn({ err: error }, 'Redis is out: asked again every second');
    this.#probeLater();
  }

  #probeLater(): void {
    this.#timer = setTimeout(() => void this.#probe(), REST_MS).unref();
  }

  async #probe(): Promise<void> {
    if (this.#probing) return;
    this.#probing = true;
    clearTimeout(this.#timer);
    const since = (await this.isWritable()) ? await this.#now() : null;
    this.#probing = false;
    if (this.#closed) return;
    if (since !== null) {
      this.#since = since;
      this.#resting = false;
      this.#failures = 0;
      this.log?.info('Redis is back');
      return;
    }
    this.#probes += 1;
    const connected = this.#redis.status === 'ready' || this.#redis.status === 'connect';
    if (connected && this.#probes % PROBES_MAX === 0) this.#redis.disconnect(true);
    this.#probeLater();
  }

  /** Microseconds of the clock of Redis; `null` when it does not answer. */
  async #now(): Promise<number | null> {
    try {
      const [seconds, micros] = await this.#exchange((redis) => redis.time(), this.#timeoutMs);
      return Number(seconds) * 1e6 + Number(micros);
    } catch {
      return null;
    }
  }
}
