import { DEFAULT_BUS_PREFIX, type EventDefinition, type EventOf } from '@parley/contracts';
import type { Logger } from '@parley/runtime/logging';
import { fromEnvelope, type Envelope } from '../envelope.ts';
import { BusCounters } from '../rabbitmq/counters.ts';
import { RabbitSubscription } from '../rabbitmq/subscription.ts';
import { RETRY_DELAYS_MS, UnprocessableEventError, type ConsumeResult } from '../transport.ts';
import type { Handler, HandlerContext } from './handler.ts';
import type { Inbox } from './inbox.ts';
import { declareSubscriber, subscriberTopology } from './topology.ts';

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
  readonly retryDelaysMs?: readonly number[];
  /** How long an event without a handler waits for a version of the service that has one, in milliseconds. */
  readonly unknownWaitMs?: number;
  /** Replicas of a queue that is declared from now on, as far as the broker has that many nodes. */
  readonly replicas?: number;
  /** How long {@link BusConsumer.stop} waits for handlers, in milliseconds. */
  readonly drainTimeMs?: number;
  readonly logger?: Pick<Logger, 'info' | 'warn' | 'error'>;
}

const DEFAULTS = {
  prefix: DEFAULT_BUS_PREFIX,
  unbind: [],
  concurrency: 20,
  handlerTimeoutMs: 60_000,
  retryDelaysMs: RETRY_DELAYS_MS,
  unknownWaitMs: 30 * 60_000,
  replicas: 3,
  drainTimeMs: 20_000,
  logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
};

/** A subscriber of the bus in a service of others, one queue for any number of processes. A failing handler is retried. */
export class BusConsumer<Tx> {
  readonly counters = new BusCounters();
  readonly #options: Required<BusConsumerOptions<Tx>>;
  readonly #handlers: ReadonlyMap<string, Handler<Tx>>;
  readonly #subscription: RabbitSubscription;
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
      config: {
        AMQP_URL: url,
        BUS_CONCURRENCY: concurrency,
        BUS_HANDLER_TIMEOUT: handlerTimeoutMs + GRACE_MS,
        BUS_CONFIRM_TIMEOUT: CONFIRM_TIMEOUT_MS,
      },
      delaysMs: retryDelaysMs,
      unknownWaitMs,
      watchIntervalMs: WATCH_INTERVAL_MS,
      drainTimeMs: () => drainTimeMs,
      counters: this.counters,
      logger,
    };
    const source = {
      name,
      queues: topology.queues,
      requeueExchange: topology.requeueExchange,
      unknown: 'ignore' as const,
      declare: (model: Parameters<typeof declareSubscriber>[0]) =>
        declareSubscriber(model, topology, { bind: this.#handlers.keys(), unbind, replicas }),
    };
    this.#subscription = new RabbitSubscription(settings, source, {
      types: new Set(this.#handlers.keys()),
      consume: (envelope, attempt) => this.#consume(envelope, attempt),
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
  async #consume(envelope: Envelope, attempt: number): Promise<ConsumeResult> {
    const { name, inbox, handlerTimeoutMs } = this.#options;
    const handler = this.#handlers.get(envelope.type);
    if (handler === undefined) throw new UnprocessableEventError(`no handler of ${envelope.type}`);
    const event = readEvent(envelope);
    const signal = AbortSignal.timeout(handlerTimeoutMs);
    const run = handler.run as (event: AnyEvent, context: HandlerContext<Tx>) => Promise<void>;
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

type AnyEvent = EventOf<EventDefinition>;

function readEvent(envelope: Envelope): AnyEvent {
  try {
    const event = fromEnvelope(envelope);
    if (event !== undefined) return event;
  } catch (error) {
    throw new UnprocessableEventError(`event ${envelope.id} cannot be read`, { cause: error });
  }
  throw new UnprocessableEventError(`the contracts have no event ${envelope.type}`);
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
