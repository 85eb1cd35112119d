import type { ChannelModel } from 'amqplib';
import { Subscription, type ConsumeResult } from './amqp/subscription.ts';
import { Counters } from './counters.ts';
import { UnprocessableEventError } from './errors.ts';
import { decodeEvent, type UnknownEvent } from './event.ts';
import type { Handler, HandlerContext } from './handler.ts';
import type { Inbox } from './inbox.ts';
import { standardError, type Logger } from './logger.ts';
import { declareSubscriber, subscriberTopology } from './subscriber-topology.ts';

const WATCH_INTERVAL_MS = 15_000;
const PRUNE_INTERVAL_MS = 10 * 60_000;
const CONFIRM_TIMEOUT_MS = 5_000;
/** The inbox ends a handler first, and rolls it back. */
const GRACE_MS = 5_000;

export interface BusConsumerOptions<Tx> {
  /** URL of RabbitMQ, `amqp:` or `amqps:`, with the user that `bus:user:create` has made. */
  readonly url: string;
  /** Name of the subscriber: names its queue, and begins the names of its retry and dead-letter queues. */
  readonly name: string;
  readonly handlers: readonly Handler<Tx>[];
  readonly inbox: Inbox<Tx>;
  /** BUS_PREFIX of the installation. */
  readonly prefix?: string;
  /** Event types that an earlier version handled: its bindings are removed. */
  readonly unbind?: readonly string[];
  /** Events handled concurrently, 1 to 20; those of one record always one after the other. */
  readonly concurrency?: number;
  /** Time that a handler has, in milliseconds; at most 60,000. */
  readonly handlerTimeoutMs?: number;
  /** Delays between the attempts, in milliseconds; after the last one the event becomes a dead letter. */
  readonly retryDelaysMs?: readonly number[];
  /** How long an event without a handler waits for a version of the service that has one, in milliseconds. */
  readonly unknownWaitMs?: number;
  /** Replicas of a queue that is declared from now on, as far as the broker has that many nodes. */
  readonly replicas?: number;
  /** How long {@link BusConsumer.stop} waits for handlers, in milliseconds. */
  readonly drainTimeMs?: number;
  /** Nothing is logged without one. */
  readonly logger?: Logger;
}

/** Delays between the attempts of a failing handler. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000, 300_000, 1_800_000];

const DEFAULTS = {
  prefix: 'parley',
  unbind: [],
  concurrency: 20,
  handlerTimeoutMs: 60_000,
  retryDelaysMs: RETRY_DELAYS_MS,
  unknownWaitMs: 30 * 60_000,
  replicas: 3,
  drainTimeMs: 20_000,
  logger: standardError,
};

/** A subscriber of the bus in a service of others, one queue for any number of processes. A failing handler is retried. */
export class BusConsumer<Tx> {
  readonly counters: Counters = new Counters();
  readonly #options: Required<BusConsumerOptions<Tx>>;
  readonly #handlers: ReadonlyMap<string, Handler<Tx>>;
  readonly #subscription: Subscription<UnknownEvent>;
  #pruning: NodeJS.Timeout | undefined;
  #ping: Promise<boolean> | undefined;

  constructor(options: BusConsumerOptions<Tx>) {
    this.#options = { ...DEFAULTS, ...options };
    const { name, url, prefix, inbox, handlerTimeoutMs, retryDelaysMs } = this.#options;
    if (!/^[A-Za-z0-9_-]{1,60}$/.test(name))
      throw new Error(`name must be 1 to 60 letters, digits, - or _, not ${name}`);
    if (name === prefix)
      throw new Error(`name must not be ${prefix}, with which the queues of the platform begin`);
    if (!(handlerTimeoutMs >= 1 && handlerTimeoutMs <= 60_000))
      throw new Error('handlerTimeoutMs must be 1 to 60,000');
    this.#handlers = handlersByType(this.#options.handlers);
    const topology = subscriberTopology(name, retryDelaysMs, prefix);
    const { concurrency, unbind, replicas, unknownWaitMs, drainTimeMs, logger } = this.#options;
    const settings = {
      url,
      concurrency,
      handlerTimeoutMs: handlerTimeoutMs + GRACE_MS,
      confirmTimeoutMs: CONFIRM_TIMEOUT_MS,
      delaysMs: retryDelaysMs,
      unknownWaitMs,
      watchIntervalMs: WATCH_INTERVAL_MS,
      drainTimeMs: () => drainTimeMs,
      counters: this.counters,
      logger,
    };
    const types = new Set(this.#handlers.keys());
    this.#subscription = new Subscription(settings, {
      name,
      queues: topology.queues,
      requeueExchange: topology.requeueExchange,
      unknown: 'ignore',
      declare: (model: ChannelModel) => declareSubscriber(model, topology, { bind: types, unbind, replicas }),
      decode: (content) => decodeEvent(content, types),
      consume: (event, attempt) => this.#consume(event, attempt),
      isAvailable: () => inbox.isAvailable(),
    });
  }

  /** Prepares the inbox, which may throw, and begins to consume. Waits briefly for the broker, and does not fail without it. */
  async start(): Promise<void> {
    const { inbox, logger } = this.#options;
    await inbox.prepare();
    this.#pruning = setInterval(() => {
      inbox
        .prune()
        .catch((err: unknown) => logger.warn({ event: 'inbox.prune.failed', err }, 'Cannot prune the inbox'));
    }, PRUNE_INTERVAL_MS);
    this.#pruning.unref();
    await this.#subscription.ready().catch(() => undefined);
  }

  /** Whether the broker delivers events at present, for a readiness probe. */
  isConsuming(): boolean {
    return this.#subscription.state !== undefined;
  }

  /** Takes no more events, waits for the handlers that run, and closes the connection. Never throws. */
  async stop(): Promise<void> {
    clearInterval(this.#pruning);
    await this.#subscription.stop();
  }

  /** Throws what the handler throws: the subscription retries it, or makes a dead letter of the event. */
  async #consume(event: UnknownEvent, attempt: number): Promise<ConsumeResult> {
    const { name, inbox, handlerTimeoutMs } = this.#options;
    const signal = AbortSignal.timeout(handlerTimeoutMs);
    const run = this.#handlers.get(event.type)?.run as (
      event: UnknownEvent,
      context: HandlerContext<Tx>,
    ) => Promise<void>;
    try {
      await inbox.process(name, event.id, (tx) => run(event, { tx, attempt, signal }), signal);
    } catch (error) {
      if (!(error instanceof UnprocessableEventError) && !(await this.#isAvailable()))
        return { outcome: 'unavailable' };
      throw error;
    }
    return { outcome: 'done' };
  }

  /** One check at a time, since all events fail together. */
  #isAvailable(): Promise<boolean> {
    return (this.#ping ??= this.#options.inbox.isAvailable().finally(() => (this.#ping = undefined)));
  }
}

function handlersByType<Tx>(handlers: readonly Handler<Tx>[]): ReadonlyMap<string, Handler<Tx>> {
  const byType = new Map<string, Handler<Tx>>();
  for (const handler of handlers) {
    for (const type of handler.types) {
      // Two would share a record in the inbox, so that the failure of one repeated the other.
      if (byType.has(type)) throw new Error(`${type} has two handlers; give one of them a name of its own`);
      byType.set(type, handler);
    }
  }
  if (byType.size === 0) throw new Error('there is no handler');
  return byType;
}
