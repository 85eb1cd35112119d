import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type ChannelModel } from 'amqplib';
import { withTimeout } from '../concurrency.ts';
import type { Logger } from '../logger.ts';
import { Session, toError } from './session.ts';

/** A broker that has gone silent is noticed within two of these. */
const HEARTBEAT_S = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** A first start declares dozens of quorum queues. */
const SETUP_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 1_000;
const BACKOFF_MS = { min: 100, max: 5_000 };
const READY_TIMEOUT_MS = 1_000;
const PAUSE_POLL_MS = 500;

export interface ConnectionSettings {
  /** URL of the broker, with the password. */
  readonly url: string;
  readonly counters: { connectionsLost: number };
  readonly logger: Logger;
  /** Throws if the broker, by the properties that it sends, must not be used: it is too old. */
  readonly checkBroker?: (properties: { version: string }) => void;
}

/** Ends a session that is to begin again once {@link ReconnectingConnection.isUsable} is true. */
export class PausedError extends Error {
  override readonly name = 'PausedError';
}

/**
 * A connection that is re-established after each loss, one per purpose. amqplib's own recovery does not come back after a
 * channel error, a deleted queue or a cut during set-up: each ends the {@link Session}.
 */
export abstract class ReconnectingConnection<S, B extends ConnectionSettings> {
  #state: S | undefined;
  #session: Session | undefined;
  #attempt: Promise<unknown> | undefined;
  #running: Promise<void> | undefined;
  readonly #stopped = new AbortController();
  /** Since when there is no session although the broker takes connections, in milliseconds of `performance.now()`. */
  #withoutSessionSince: number | undefined;
  #refusal: string | undefined;

  constructor(
    private readonly name: string,
    protected readonly settings: B,
  ) {}

  /** Opens channels, declares queues, consumes. Repeated for each new session. */
  protected abstract setUp(model: ChannelModel, session: Session): Promise<S>;

  /** Finishes work in progress within bounded time, before the connection is closed. */
  protected abstract drain(state: S): Promise<void>;

  /** Whether a session is of use at present; it is not connected before. */
  protected isUsable(): Promise<boolean> {
    return Promise.resolve(true);
  }

  get state(): S | undefined {
    return this.#session?.isOver === true ? undefined : this.#state;
  }

  /** The result of the set-up. Connects at first, and waits briefly for an attempt in progress. Throws without a connection. */
  async ready(): Promise<S> {
    this.#running ??= this.#run();
    if (this.state === undefined && this.#attempt !== undefined)
      await withTimeout(this.#attempt, READY_TIMEOUT_MS, 'Connection attempt').catch(() => undefined);
    const { state } = this;
    if (state === undefined) throw new Error(`no connection to the message broker (${this.name})`);
    return state;
  }

  protected get hasBegun(): boolean {
    return this.#running !== undefined;
  }

  /** Milliseconds without a session for no reason outside of this process: grows while attempts hang behind open connections. */
  get stuckMs(): number {
    if (this.state !== undefined || this.#withoutSessionSince === undefined) return 0;
    return performance.now() - this.#withoutSessionSince;
  }

  /** Why the broker is not used although it takes connections. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  protected isStopping(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Drains and closes. Never throws. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    const { state } = this;
    if (state !== undefined) await this.drain(state).catch(() => undefined);
    this.#session?.fail('stopped');
    await this.#running;
  }

  async #run(): Promise<void> {
    const { logger, counters } = this.settings;
    this.#noteOutage();
    for (let failures = 0; !this.isStopping(); failures += 1) {
      const startedAt = Date.now();
      const cause = await this.#runSession();
      if (this.isStopping()) break;
      // A session that lasted resets the back-off: in a storm of resets each would count its messages as delivered once more.
      if (Date.now() - startedAt > BACKOFF_MS.max) failures = 0;
      const limit = Math.min(BACKOFF_MS.max, BACKOFF_MS.min * 2 ** (failures + 1));
      const delay = BACKOFF_MS.min + Math.random() * (limit - BACKOFF_MS.min);
      const fields = { err: cause, connection: this.name, retry_in_ms: Math.round(delay) };
      const isPaused = cause instanceof PausedError;
      if (isPaused) logger.warn({ event: 'bus.consumer.paused', ...fields }, 'Stopped consuming for a while');
      else {
        counters.connectionsLost += 1;
        logger.warn({ event: 'bus.connection.lost', ...fields }, 'Lost the connection to the message broker');
      }
      await this.#wait(delay);
      while (isPaused && !this.isStopping() && !(await this.isUsable())) {
        this.#noteOutage();
        await this.#wait(PAUSE_POLL_MS);
      }
    }
  }

  /** What keeps it from a session now is outside of this process. */
  #noteOutage(): void {
    this.#withoutSessionSince = performance.now();
  }

  #wait(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
  }

  async #runSession(): Promise<Error> {
    const session = new Session();
    this.#session = session;
    const broken = session.ended.then((error) => Promise.reject(error));
    broken.catch(() => undefined);
    const connecting = this.#connect(session);
    try {
      const settingUp = connecting.then((model) => {
        this.#checkBroker(model.connection.serverProperties);
        return withTimeout(this.setUp(model, session), SETUP_TIMEOUT_MS, 'Connection set-up');
      });
      this.#attempt = Promise.race([settingUp, broken]).then((state) => (this.#state = state));
      await this.#attempt;
      this.#attempt = undefined;
      this.settings.logger.info(
        { event: 'bus.connection.established', connection: this.name },
        'Connected to the message broker',
      );
      const cause = await session.ended;
      this.#noteOutage();
      return cause;
    } catch (error) {
      return toError(error);
    } finally {
      session.fail('closed');
      this.#state = undefined;
      this.#attempt = undefined;
      const closing = connecting.then(close, () => undefined);
      // A hanging attempt ends by its own timeout, so only a stop waits for it.
      if (!this.isStopping()) void closing;
      else await withTimeout(closing, 2 * CLOSE_TIMEOUT_MS, 'Connection close').catch(() => undefined);
    }
  }

  /** A check at the start would not see a broker that comes later, or is replaced. */
  #checkBroker(properties: { version: string }): void {
    try {
      this.settings.checkBroker?.(properties);
      this.#refusal = undefined;
    } catch (error) {
      const { message } = toError(error);
      if (this.#refusal !== message)
        this.settings.logger.error(
          { event: 'bus.version.refused', err: error, connection: this.name },
          'The message broker is too old and is not used',
        );
      this.#refusal = message;
      this.#noteOutage();
      throw error;
    }
  }

  async #connect(session: Session): Promise<ChannelModel> {
    const url = new URL(this.settings.url);
    if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(HEARTBEAT_S));
    const connecting = connect(url.toString(), {
      timeout: CONNECT_TIMEOUT_MS,
      noDelay: true,
      clientProperties: { connection_name: this.name },
    });
    connecting.catch(() => this.#noteOutage());
    const model = await connecting;
    // First, because an error during set-up without a listener would end the process.
    model.on('error', session.fail);
    model.on('close', session.fail);
    return model;
  }
}

/** Closes the connection properly, or its socket if the broker does not answer. */
async function close(model: ChannelModel): Promise<void> {
  await withTimeout(model.close(), CLOSE_TIMEOUT_MS, 'Connection close').catch(() => undefined);
  // amqplib only half-closes: the socket of a dead peer would stay open for minutes. Missing in its types.
  (model.connection as { stream?: { destroy(): void } }).stream?.destroy();
}
