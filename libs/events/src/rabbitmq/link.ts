import { withTimeout, type Logger } from '@parley/kernel';
import { connect, type Channel, type ChannelModel, type ConfirmChannel } from 'amqplib';
import { errorOf, pause } from './waiting.ts';

/** A black-holed broker is noticed within two of these. */
const HEARTBEAT_S = 10;
const CONNECT_MS = 5_000;
/** A first start declares dozens of quorum queues. */
const SETUP_MS = 30_000;
const CLOSE_MS = 1_000;
const BACKOFF_MS = { least: 100, most: 10_000 };
/** What waits for an attempt that is being made, such as the first one, waits this long. */
const PATIENCE_MS = 1_000;

/** The life of one connection and all its channels. Whatever goes wrong with any of them ends it, once. */
export class Life {
  readonly #ending = new AbortController();
  readonly ended: Promise<Error>;
  /** Bound: it serves as a listener everywhere. */
  readonly fail = (cause?: unknown): void => this.#ending.abort(errorOf(cause ?? 'closed'));

  constructor() {
    this.ended = new Promise((resolve) => {
      this.signal.addEventListener('abort', () => resolve(errorOf(this.signal.reason)), { once: true });
    });
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  get over(): boolean {
    return this.signal.aborted;
  }
}

export interface LinkOptions<S> {
  /** Shown in the broker's list of connections. */
  name: string;
  url: string;
  logger: Logger;
  /** Makes channels, declares what must exist, consumes. Runs anew after each loss. */
  setUp: (model: ChannelModel, life: Life) => Promise<S>;
  /** Ends what is going on, in bounded time; the connection stands until it returns. */
  drain: (session: S) => Promise<void>;
  onBroken: () => void;
}

/**
 * Keeps a connection to the broker. amqplib's own recovery does not come back after a channel error, a deleted queue
 * or a cut during set-up (reference bus-and-k8s 1.8): here each of them ends the whole {@link Life}, and a new one is
 * built after a jittered back-off. One connection per purpose, so nobody else is hit.
 */
export class Link<S> {
  #session: S | undefined;
  #life: Life | undefined;
  /** Settles when the attempt that is being made has succeeded or failed. */
  #attempt: Promise<unknown> | undefined;
  #running: Promise<void> | undefined;
  readonly #stopped = new AbortController();

  constructor(private readonly options: LinkOptions<S>) {}

  start(): void {
    this.#running ??= this.#run();
  }

  /** What was set up, while it stands. */
  get session(): S | undefined {
    return this.#life?.over === true ? undefined : this.#session;
  }

  /** The session; waits a moment for one that is just being made. Throws when there is none. */
  async ready(): Promise<S> {
    if (this.session === undefined && this.#attempt !== undefined)
      await withTimeout(this.#attempt, PATIENCE_MS, 'Connection attempt').catch(() => undefined);
    const { session } = this;
    if (session === undefined) throw new Error(`no connection to the message broker (${this.options.name})`);
    return session;
  }

  /** Drains and closes. Never throws. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    const { session } = this;
    if (session !== undefined) await this.options.drain(session).catch(() => undefined);
    this.#life?.fail('stopped');
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#stopping(); failures += 1) {
      const began = Date.now();
      const cause = await this.#live();
      if (this.#stopping()) break;
      // Only what stood for a while starts over: in a storm of resets each new session would take messages and count
      // them as delivered once more.
      if (Date.now() - began > BACKOFF_MS.most) failures = 0;
      const limit = Math.min(BACKOFF_MS.most, BACKOFF_MS.least * 2 ** (failures + 1));
      const delay = BACKOFF_MS.least + Math.random() * (limit - BACKOFF_MS.least);
      this.options.onBroken();
      this.options.logger.warn(
        { err: cause, link: this.options.name, again_in_ms: Math.round(delay) },
        'message broker lost',
      );
      await pause(delay, this.#stopped.signal);
    }
  }

  /** One connection from beginning to end; answers why it ended. */
  async #live(): Promise<Error> {
    const life = new Life();
    this.#life = life;
    const broken = life.ended.then((error) => Promise.reject(error));
    broken.catch(() => undefined);
    const connecting = this.#connect(life);
    try {
      const building = connecting.then((model) =>
        withTimeout(this.options.setUp(model, life), SETUP_MS, 'Connection set-up'),
      );
      this.#attempt = Promise.race([building, broken]).then((session) => (this.#session = session));
      await this.#attempt;
      this.#attempt = undefined;
      this.options.logger.info({ link: this.options.name }, 'message broker connected');
      return await life.ended;
    } catch (error) {
      return errorOf(error);
    } finally {
      life.fail('closed');
      this.#session = undefined;
      this.#attempt = undefined;
      const closing = connecting.then(discard, () => undefined);
      // An attempt that hangs ends by its own timeout; nobody waits for it.
      if (!this.#stopping()) void closing;
      else await withTimeout(closing, 2 * CLOSE_MS, 'Connection close').catch(() => undefined);
    }
  }

  #stopping(): boolean {
    return this.#stopped.signal.aborted;
  }

  async #connect(life: Life): Promise<ChannelModel> {
    const url = new URL(this.options.url);
    if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(HEARTBEAT_S));
    const model = await connect(url.toString(), {
      timeout: CONNECT_MS,
      noDelay: true,
      clientProperties: { connection_name: this.options.name },
    });
    // First of all: without a listener an error during set-up would end the process.
    model.on('error', life.fail);
    model.on('close', life.fail);
    return model;
  }
}

/** Closes politely; cuts the socket when nobody answers, as behind a black hole. */
async function discard(model: ChannelModel): Promise<void> {
  await withTimeout(model.close(), CLOSE_MS, 'Connection close').catch(() => undefined);
  // amqplib only half-closes: without this the socket of a dead peer would stay for minutes. Not in its types.
  (model.connection as { stream?: { destroy(): void } }).stream?.destroy();
}

/** A channel whose end is the end of the life. */
export async function openChannel(model: ChannelModel, life: Life): Promise<Channel> {
  return bound(await model.createChannel(), life);
}

/** A channel with confirms whose end is the end of the life. */
export async function openConfirmChannel(model: ChannelModel, life: Life): Promise<ConfirmChannel> {
  return bound(await model.createConfirmChannel(), life);
}

function bound<C extends Channel>(channel: C, life: Life): C {
  channel.on('error', life.fail);
  channel.on('close', () => life.fail('channel closed'));
  return channel;
}
