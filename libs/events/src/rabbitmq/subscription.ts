import { KeyedQueue, withTimeout, type Logger } from '@parley/kernel';
import type { ServiceName } from '@parley/contracts';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Envelope } from '../envelope.ts';
import type { Consume, ConsumeResult, StoreDeadLetter } from '../transport.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { ConfirmedSender } from './confirmed-sender.ts';
import type { BusCounters } from './counters.ts';
import { DeadLetterConsumer } from './dead-letter-consumer.ts';
import { attemptOf, decode, republished } from './message.ts';
import { ReconnectingConnection } from './reconnecting-connection.ts';
import { toError, type Session } from './session.ts';
import { declareService, retryQueueOf, type ServiceQueues, type Topology } from './topology.ts';

/** Small: if a process dies, each of these counts as delivered once more. */
const PREFETCH = 20;
/** Less than the 30 s between SIGTERM and SIGKILL on Kubernetes. */
const DRAIN_TIMEOUT_MS = 20_000;
const WATCHDOG_INTERVAL_MS = 15_000;

export interface SubscriptionOptions {
  url: string;
  topology: Topology;
  service: ServiceName;
  types: readonly string[];
  consume: Consume;
  /** Without it dead letters stay in their queue. */
  storeDeadLetter: StoreDeadLetter | undefined;
  concurrency: number;
  /** Far below the 30 minutes after which the broker cancels a consumer. */
  handlerTimeoutMs: number;
  confirmTimeoutMs: number;
  delaysMs: readonly number[];
  counters: BusCounters;
  logger: Logger;
}

interface ConsumeState {
  session: Session;
  channel: Channel;
  acknowledgements: Acknowledgements;
  /** Publishes to the retry queues and the dead-letter queue. */
  sender: ConfirmedSender;
  /** Prefetched messages are left to the next consumer. */
  isDraining: boolean;
  cancel: () => Promise<unknown>;
  close: () => Promise<unknown>;
}

type Outcome = ConsumeResult | { outcome: 'dead'; cause: string };

/** Consumes the events of one service from its queue. */
export class RabbitSubscription {
  readonly #connection: ReconnectingConnection<ConsumeState>;
  readonly #queues: ServiceQueues;
  readonly #types: ReadonlySet<string>;
  readonly #deadLetters: DeadLetterConsumer | undefined;
  /** Outlives the session: the broker redelivers what is still running here, and the second run must wait. */
  readonly #handlers: KeyedQueue;
  readonly #running = new Set<Promise<unknown>>();

  constructor(private readonly options: SubscriptionOptions) {
    const { service, topology, storeDeadLetter, counters, logger } = options;
    this.#queues = topology.queuesOf(service);
    this.#types = new Set(options.types);
    this.#handlers = new KeyedQueue(options.concurrency);
    if (storeDeadLetter !== undefined)
      this.#deadLetters = new DeadLetterConsumer(service, storeDeadLetter, counters, logger);
    this.#connection = new ReconnectingConnection({
      name: `parley ${service}`,
      url: options.url,
      logger,
      setUp: (model, session) => this.#setUp(model, session),
      drain: (state) => this.#drain(state),
      onLost: () => (counters.connectionsLost += 1),
    });
  }

  /** Whether the broker delivers events here at present. */
  get isConsuming(): boolean {
    return this.#connection.state !== undefined;
  }

  start(): void {
    this.#connection.start();
  }

  /** Waits briefly for a connection attempt in progress. Throws if there is no connection. */
  async ready(): Promise<void> {
    await this.#connection.ready();
  }

  /** Stops consuming, waits for running handlers, closes. */
  stop(): Promise<void> {
    return this.#connection.stop();
  }

  async #setUp(model: ChannelModel, session: Session): Promise<ConsumeState> {
    const { topology, service, types, confirmTimeoutMs } = this.options;
    const channel = await session.openChannel(model);
    await declareService(channel, topology, service, types);
    await channel.prefetch(PREFETCH);
    const nothing = () => Promise.resolve();
    const state: ConsumeState = {
      session,
      channel,
      acknowledgements: new Acknowledgements(channel, session.fail),
      sender: new ConfirmedSender(await session.openConfirmChannel(model), session, confirmTimeoutMs),
      isDraining: false,
      cancel: nothing,
      close: nothing,
    };
    const { consumerTag } = await channel.consume(this.#queues.work, (message) => {
      // The queue was deleted, its node went down, or RabbitMQ 4.3 reached its consumer timeout.
      if (message === null) session.fail('the broker cancelled the consumer');
      else this.#receive(state, message);
    });
    const deadLetters = await this.#deadLetters?.consume(model, session, this.#queues.dead);
    state.cancel = () => Promise.all([channel.cancel(consumerTag), deadLetters?.cancel()]);
    state.close = () => {
      state.acknowledgements.flush();
      return Promise.all([channel.close(), deadLetters?.close()]);
    };
    this.#startWatchdog(state);
    return state;
  }

  /** Must not throw: amqplib calls it while it reads from the socket. */
  #receive(state: ConsumeState, message: ConsumeMessage): void {
    state.acknowledgements.received(message);
    const decoded = decode(message.content, this.#types);
    if (decoded.kind === 'event') {
      const { envelope, key } = decoded;
      void this.#handlers.run(key, () => this.#track(this.#handle(state, message, envelope)));
    } else if (decoded.kind === 'unknown') {
      this.options.counters.unknown += 1;
      void this.#settle(state, message, { outcome: 'done' });
    } else {
      void this.#track(this.#settle(state, message, { outcome: 'dead', cause: decoded.cause }));
    }
  }

  async #handle(state: ConsumeState, message: ConsumeMessage, envelope: Envelope): Promise<void> {
    // Not acknowledged, so the broker delivers it again to the next consumer.
    if (state.session.isOver || state.isDraining) return;
    const outcome = await this.#consume(envelope, attemptOf(message));
    if (outcome.outcome === 'done') this.options.counters.handled += 1;
    await this.#settle(state, message, outcome);
  }

  async #consume(envelope: Envelope, attempt: number): Promise<Outcome> {
    const { consume, handlerTimeoutMs, delaysMs, logger } = this.options;
    try {
      return await withTimeout(consume(envelope, attempt), handlerTimeoutMs, 'Event handler');
    } catch (error) {
      logger.error(
        { event: 'bus.event.failed', err: error, event_id: envelope.id, type: envelope.type, attempt },
        'Event handler failed',
      );
      const afterMs = delaysMs[attempt - 1];
      if (afterMs !== undefined) return { outcome: 'retry', afterMs };
      return { outcome: 'dead', cause: toError(error).stack ?? toError(error).message };
    }
  }

  /**
   * Never a nack with requeue: the broker redelivers it at once, and since 4.3 does not count it as a delivery. A message
   * is acknowledged only after the next queue has confirmed it; if that fails, it is redelivered to the next session.
   */
  async #settle(state: ConsumeState, message: ConsumeMessage, outcome: Outcome): Promise<void> {
    const { counters, logger, service } = this.options;
    try {
      if (outcome.outcome === 'retry') {
        const queue = retryQueueOf(this.#queues, outcome.afterMs) ?? this.#queues.work;
        await this.#republish(state, queue, message, {
          attempt: attemptOf(message) + (outcome.isOutage === true ? 0 : 1),
        });
        counters.retried += 1;
      } else if (outcome.outcome === 'dead') {
        const { cause } = outcome;
        await this.#republish(state, this.#queues.dead, message, { attempt: attemptOf(message), cause });
        counters.deadLettered += 1;
        logger.error(
          {
            event: 'bus.message.dead_lettered',
            service,
            cause,
            message_id: message.properties.messageId as unknown,
          },
          'Sent a poison message to the dead-letter queue',
        );
      }
      state.acknowledgements.acknowledge(message);
    } catch (error) {
      state.session.fail(error);
    }
  }

  async #republish(
    { sender }: ConsumeState,
    queue: string,
    message: ConsumeMessage,
    change: { attempt: number; cause?: string },
  ): Promise<void> {
    const { routed } = await sender.send('', queue, republished(message, change));
    // Ends the session; the set-up of the next one declares the queue again.
    if (!routed) throw new Error(`queue ${queue} is missing`);
  }

  /** Detects a consumer that the broker has dropped without notice. */
  #startWatchdog({ session, channel }: ConsumeState): void {
    const timer = setInterval(() => {
      withTimeout(channel.checkQueue(this.#queues.work), WATCHDOG_INTERVAL_MS, 'Queue check').then(
        ({ consumerCount }) => {
          if (consumerCount === 0) session.fail('the queue has no consumer');
        },
        session.fail,
      );
    }, WATCHDOG_INTERVAL_MS);
    timer.unref();
    void session.ended.then(() => clearInterval(timer));
  }

  async #drain(state: ConsumeState): Promise<void> {
    state.isDraining = true;
    const finish = async (): Promise<void> => {
      await state.cancel().catch(() => undefined);
      await Promise.allSettled([...this.#running, ...(this.#deadLetters?.running ?? [])]);
      // Channels before the connection: its close would overtake the last acknowledgements, which are buffered per
      // channel, and their messages would be redelivered (seen in 2 of 25 closes under load).
      await state.close();
    };
    await withTimeout(Promise.race([finish(), state.session.ended]), DRAIN_TIMEOUT_MS, 'Draining').catch(
      (error: unknown) =>
        this.options.logger.warn(
          { event: 'bus.drain.incomplete', err: error },
          'Stopped with running event handlers',
        ),
    );
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    return work.finally(() => this.#running.delete(work));
  }
}
