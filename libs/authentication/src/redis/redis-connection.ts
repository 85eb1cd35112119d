import { setTimeout as pause } from 'node:timers/promises';
import { withTimeout } from '@parley/runtime/async';
import { type Logger } from '@parley/runtime/logging';
import { health } from '@parley/runtime/process';
import { requireServerVersion } from '@parley/runtime/server-version';
import { Cluster } from 'ioredis';
import { closeRedis, createRedis, type RedisClient } from './create-redis.ts';
import { FailoverWatch } from './failover-watch.ts';
import type { RedisConfig } from './redis.config.ts';
import { SCRIPTS, type ScriptCalls } from './scripts.ts';
import { versionOf } from './version.ts';

export type ScriptedRedis = RedisClient & ScriptCalls;
export type Command<T> = (redis: ScriptedRedis) => Promise<T>;

/** Consecutive failures that open the circuit. */
const FAILURES_MAX = 3;
const PROBE_INTERVAL_MS = 1000;
const AVAILABLE_POLL_MS = 20;
/** Failed probes on one connection before it is closed: TCP detects a vanished peer only after 15 minutes. */
const PROBES_MAX = 2;

/**
 * A connection with a circuit breaker, so that no request waits long for Redis. While the circuit is open a probe checks in
 * the background whether Redis is available again.
 */
export class RedisConnection {
  readonly #redis: ScriptedRedis;
  readonly #watch: FailoverWatch | undefined;
  /** The primary of the last failover. */
  #announced = '';
  readonly #timeoutMs: number;
  readonly #probeKey: string;
  /** Resolves with the first attempt to connect, so that requests right after the start wait for it. */
  readonly #attempted: Promise<void>;
  #failures = 0;
  #failedProbes = 0;
  #probing = false;
  #open = false;
  #closed = false;
  #availableSince = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Why Redis should not be used: it is too old. */
  #refusal: string | null = null;
  /** Unlike an outage, which ends by itself, a reason to get no requests. */
  readonly #removeCheck = health.addCheck('ready', 'redis version', () => this.#refusal);

  /** @param least the oldest version of Redis that is used; that of the release by default. */
  constructor(
    config: RedisConfig,
    private readonly log?: Pick<Logger, 'info' | 'warn'>,
    private readonly least?: string,
  ) {
    this.#timeoutMs = config.REDIS_COMMAND_TIMEOUT;
    this.#probeKey = `${config.REDIS_PREFIX}probe`;
    this.#redis = createRedis(config, { scripts: SCRIPTS }) as ScriptedRedis;
    if (config.REDIS_URL.form === 'sentinel')
      this.#watch = new FailoverWatch(config, (primary) => this.#leaveFormerPrimary(primary));
    this.#attempted = new Promise((resolve) => {
      for (const event of ['ready', 'close', 'end']) this.#redis.once(event, () => resolve());
    });
    // ioredis prints every error unless there is a listener; #openCircuit logs the first.
    this.#redis.on('error', () => undefined);
    // The circuit opens at once and not with the next failure: entries from before a gap must not be used after it. A
    // node of a cluster that is lost, too: its replica may lack its last writes.
    for (const event of ['close', '-node'])
      this.#redis.on(event, () => this.#openCircuit(new Error('the connection was lost')));
    this.#redis.on('ready', () => {
      void this.#checkVersion();
      if (this.#open) void this.#probe();
    });
  }

  /**
   * When Redis became available again, in microseconds of its clock; 0 before the first outage. Revocations of the outage
   * may still be missing, so older entries cannot be trusted.
   */
  get availableSince(): number {
    return this.#availableSince;
  }

  /** The reply, or `null` if Redis is unavailable, too slow, or the circuit is open. Never rejects. */
  async tryExecute<T>(command: Command<T>, ms = this.#timeoutMs): Promise<T | null> {
    if (this.#open) return null;
    try {
      return await this.execute(command, ms);
    } catch {
      return null;
    }
  }

  /** The reply, even if the circuit is open. After a rejection the command may have been executed all the same. */
  async execute<T>(command: Command<T>, ms = this.#timeoutMs): Promise<T> {
    try {
      const reply = await this.#send(command, ms);
      this.#failures = 0;
      return reply;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures >= FAILURES_MAX) this.#openCircuit(error);
      throw error;
    }
  }

  /** The latest time of Redis in µs, or `null` if it refuses writes: at its memory limit, or as a replica, it still answers PING. */
  async writeProbe(): Promise<number | null> {
    try {
      await this.#send((redis) => redis.set(this.#probeKey, 1, 'PX', 1000), this.#timeoutMs);
      return Math.max(...(await this.#send(timesOf, this.#timeoutMs)));
    } catch {
      return null;
    }
  }

  /** Waits until commands are sent to Redis, but at most `ms` milliseconds. */
  async untilAvailable(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while ((this.#open || this.#redis.status !== 'ready') && !this.#closed && performance.now() < until)
      await pause(AVAILABLE_POLL_MS);
  }

  /** Calls back after every connection, the first one included. */
  onConnected(callback: () => void): void {
    this.#redis.on('ready', callback);
    if (this.#redis.status === 'ready') callback();
  }

  close(): void {
    this.#closed = true;
    this.#removeCheck();
    clearTimeout(this.#timer);
    this.#watch?.close();
    closeRedis(this.#redis);
  }

  #send<T>(command: Command<T>, ms: number): Promise<T> {
    const isReady = this.#redis.status === 'ready';
    const sent = isReady ? command(this.#redis) : this.#attempted.then(() => this.#sendIfReady(command));
    return withTimeout(sent, ms, 'Redis command');
  }

  /** A command of a request must not wait in a queue for the end of an outage. */
  #sendIfReady<T>(command: Command<T>): Promise<T> {
    if (this.#redis.status !== 'ready') throw new Error('Redis is not connected');
    return command(this.#redis);
  }

  /** The check at the start does not see a server that comes later, or takes over from another. */
  async #checkVersion(): Promise<void> {
    try {
      requireServerVersion('Redis', await versionOf(this.#redis), this.least);
      this.#refusal = null;
    } catch (error) {
      const { message } = error as Error;
      if (this.#refusal !== message)
        this.log?.warn(
          { event: 'redis.version.refused', err: error },
          'Redis is too old: the process is not ready',
        );
      this.#refusal = message;
    }
  }

  /** A connection that is being made may still lead to the former primary. Each sentinel announces a failover at its own time. */
  #leaveFormerPrimary(primary: string): void {
    if (primary === this.#announced) return;
    this.#announced = primary;
    if (this.#redis.status === 'ready') this.#redis.disconnect(true);
    else this.#redis.once('ready', () => this.#redis.disconnect(true));
  }

  #openCircuit(error: unknown): void {
    if (this.#closed || this.#open) return;
    this.#open = true;
    this.#failedProbes = 0;
    this.log?.warn({ event: 'redis.unavailable', err: error }, 'Redis is unavailable, probing every second');
    this.#scheduleProbe();
  }

  #scheduleProbe(): void {
    this.#timer = setTimeout(() => void this.#probe(), PROBE_INTERVAL_MS).unref();
  }

  async #probe(): Promise<void> {
    if (this.#probing) return;
    this.#probing = true;
    clearTimeout(this.#timer);
    const now = await this.writeProbe();
    this.#probing = false;
    if (this.#closed) return;
    if (now !== null) {
      this.#availableSince = now;
      this.#open = false;
      this.#failures = 0;
      this.log?.info({ event: 'redis.available' }, 'Redis is available again');
      return;
    }
    this.#failedProbes += 1;
    const connected = this.#redis.status === 'ready' || this.#redis.status === 'connect';
    if (connected && this.#failedProbes % PROBES_MAX === 0) this.#redis.disconnect(true);
    this.#scheduleProbe();
  }
}

/** The clocks of all primaries, in µs: each stamps the entries of its slots. */
function timesOf(redis: ScriptedRedis): Promise<number[]> {
  const primaries = redis instanceof Cluster ? redis.nodes('master') : [redis];
  return Promise.all(
    primaries.map(async (primary) => {
      const [seconds, micros] = await primary.time();
      return Number(seconds) * 1e6 + Number(micros);
    }),
  );
}
