import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedQueue, Semaphore, withTimeout } from '@parley/runtime/async';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Envelope } from '../envelope.ts';
import {
  UnprocessableEventError,
  type ConsumeResult,
  type EventSubscriber,
  type PoisonMessage,
} from '../transport.ts';
import { ConfirmedSender } from './confirmed-sender.ts';
import { DeadLetterConsumer } from './dead-letter-consumer.ts';
import { attemptOf, decode, republished, unknownSince, type Republication } from './message.ts';
import { PausedError, ReconnectingConnection, type ConsumerSettings } from './reconnecting-connection.ts';
import { toError, type Session } from './session.ts';
import { ShardConsumer } from './shard-consumer.ts';
import { retryQueueOf, type ConsumedQueues } from './topology.ts';

const CHECK_TIMEOUT_MS = 15_000;
/** Retries at a time: each has a transaction of its own, and requests need connections too. First attempts share one. */
const RETRIES_MAX = 4;
/** Longest delay between two looks whether a process that knows the type of an event has started. */
const MAX_UNKNOWN_DELAY_MS = 30_000;

interface ConsumeState {
  session: Session;
  shards: readonly ShardConsumer[];
  deadLetters: DeadLetterConsumer | undefined;
  sender: ConfirmedSender;
}

interface Received {
  readonly sender: ConfirmedSender;
  readonly shard: ShardConsumer;
  readonly message: ConsumeMessage;
}

export interface EventSource {
  readonly name: string;
  readonly queues: ConsumedQueues;
  /** Exchange by which a message reaches the retry and dead-letter queues by their names; '' is the default exchange. */
  readonly requeueExchange: string;
  /** What becomes of an event that no version of the subscriber knows. */
  readonly unknown: 'dead-letter' | 'ignore';
  readonly declare: (model: ChannelModel) => Promise<void>;
}

export type SourceSubscriber = Omit<EventSubscriber, 'storeDeadLetter'> & {
  readonly storeDeadLetter?: (message: PoisonMessage) => Promise<void>;
};

type Outcome =
  | Exclude<ConsumeResult, { outcome: 'unavailable' }>
  | { outcome: 'unknown'; type: string }
  | { outcome: 'dead'; cause: string };

export class RabbitSubscription extends ReconnectingConnection<ConsumeState, ConsumerSettings> {
  readonly #queues: EventSource['queues'];
  /** Outlives the session: the broker redelivers what is still running here, and the second run must wait. */
  readonly #handlers: KeyedQueue;
  readonly #retries = new Semaphore(RETRIES_MAX);

  constructor(
    bus: ConsumerSettings,
    readonly source: EventSource,
    private readonly subscriber: SourceSubscriber,
  ) {
    super(`parley ${source.name}`, bus);
    this.#queues = source.queues;
    this.#handlers = new KeyedQueue(bus.config.BUS_CONCURRENCY);
  }

  protected override async setUp(model: ChannelModel, session: Session): Promise<ConsumeState> {
    const { config } = this.bus;
    const { storeDeadLetter } = this.subscriber;
    await this.source.declare(model);
    const confirms = await session.openConfirmChannel(model);
    const sender = new ConfirmedSender(confirms, session, config.BUS_CONFIRM_TIMEOUT);
    const receive = (shard: ShardConsumer, message: ConsumeMessage) =>
      this.#receive({ sender, shard, message });
    const shards = this.#queues.work.map((queue) => new ShardConsumer(queue, model, session, receive));
    for (const shard of shards) await shard.open();
    const deadLetters =
      storeDeadLetter && new DeadLetterConsumer(this.source.name, storeDeadLetter, this.bus, session);
    await deadLetters?.open(model, this.#queues.dead);
    const state = { session, shards, deadLetters, sender };
    void this.#watch(await session.openChannel(model), state);
    return state;
  }

  protected override async drain({ session, shards, deadLetters }: ConsumeState): Promise<void> {
    const closed = Promise.all([...shards.map((shard) => shard.close()), deadLetters?.close()]);
    const ended = Promise.race([closed, session.ended]);
    await withTimeout(ended, this.bus.drainTimeMs(), 'Draining').catch((error: unknown) =>
      this.bus.logger.warn(
        { event: 'bus.drain.incomplete', err: error },
        'Stopped with running event handlers',
      ),
    );
  }

  protected override isUsable(): Promise<boolean> {
    return this.subscriber.isAvailable?.() ?? Promise.resolve(true);
  }

  /** Must not throw: amqplib calls it while it reads from the socket. */
  #receive(received: Received): void {
    const { shard, message } = received;
    const decoded = decode(message.content, this.subscriber.types);
    if (decoded.kind === 'event') {
      const handle = () => shard.track(this.#handle(received, decoded.envelope));
      void this.#handlers.run(decoded.key, attemptOf(message) > 1 ? () => this.#retries.run(handle) : handle);
    } else {
      const outcome: Outcome =
        decoded.kind === 'unknown'
          ? { outcome: 'unknown', type: decoded.type }
          : { outcome: 'dead', cause: decoded.cause };
      void shard.track(this.#settle(received, outcome));
    }
  }

  async #handle(received: Received, envelope: Envelope): Promise<void> {
    const { shard, message } = received;
    // Not acknowledged, so the broker delivers it again to the next consumer.
    if (!shard.holds(message) || this.isStopping()) return;
    const outcome = await this.#consume(envelope, attemptOf(message));
    // Not acknowledged either. A retry queue would only bring it back, with all others, again and again.
    if (outcome.outcome === 'unavailable') {
      shard.end(new PausedError('the database is unavailable'));
      return;
    }
    if (outcome.outcome === 'done') this.bus.counters.handled += 1;
    await this.#settle(received, outcome);
  }

  async #consume(envelope: Envelope, attempt: number): Promise<Outcome | { outcome: 'unavailable' }> {
    const { config, delaysMs, logger } = this.bus;
    try {
      const handled = this.subscriber.consume(envelope, attempt);
      return await withTimeout(handled, config.BUS_HANDLER_TIMEOUT, 'Event handler');
    } catch (error) {
      logger.error(
        { event: 'bus.event.failed', err: error, event_id: envelope.id, type: envelope.type, attempt },
        'Event handler failed',
      );
      const afterMs = error instanceof UnprocessableEventError ? undefined : delaysMs[attempt - 1];
      if (afterMs !== undefined) return { outcome: 'retry', afterMs };
      return { outcome: 'dead', cause: toError(error).stack ?? toError(error).message };
    }
  }

  /** Never a nack with requeue, which is redelivered at once: acknowledged after the next queue has confirmed the message. */
  async #settle(received: Received, outcome: Outcome): Promise<void> {
    const { shard, message } = received;
    try {
      if (outcome.outcome === 'unknown') await this.#retryUnknown(received, outcome.type);
      else if (outcome.outcome === 'dead') await this.#deadLetter(received, outcome.cause);
      else if (outcome.outcome === 'retry') {
        const attempt = attemptOf(message) + (outcome.isOutage === true ? 0 : 1);
        await this.#retry(received, outcome.afterMs, { attempt });
        this.bus.counters.retried += 1;
      }
      shard.acknowledge(message);
    } catch (error) {
      shard.end(error);
    }
  }

  /** An event without a subscriber in this version: during a rollout a process of the new one receives it from the retry queue. */
  async #retryUnknown(received: Received, type: string): Promise<void> {
    const { counters, unknownWaitMs, delaysMs } = this.bus;
    const since = unknownSince(received.message);
    const waitedMs = Date.now() - since;
    if (waitedMs > unknownWaitMs) {
      const cause = `this version of ${this.source.name} does not subscribe to ${type}`;
      if (this.source.unknown === 'dead-letter') await this.#deadLetter(received, cause);
      else this.#ignore(type);
      return;
    }
    counters.unknown += 1;
    const afterMs = delaysMs.find((delay) => delay >= waitedMs || delay >= MAX_UNKNOWN_DELAY_MS);
    const attempt = attemptOf(received.message);
    await this.#retry(received, afterMs ?? MAX_UNKNOWN_DELAY_MS, { attempt, unknownSince: since });
  }

  #ignore(type: string): void {
    this.bus.counters.ignored += 1;
    const fields = { event: 'bus.event.ignored', service: this.source.name, type };
    this.bus.logger.warn(fields, 'Acknowledged an event of a type without a handler');
  }

  async #deadLetter(received: Received, cause: string): Promise<void> {
    const { message } = received;
    await this.#republish(received, this.#queues.dead, { attempt: attemptOf(message), cause });
    this.bus.counters.deadLettered += 1;
    const id: unknown = message.properties.messageId;
    this.bus.logger.error(
      { event: 'bus.message.dead_lettered', service: this.source.name, cause, message_id: id },
      'Sent a poison message to the dead-letter queue',
    );
  }

  #retry(received: Received, afterMs: number, change: Republication): Promise<void> {
    return this.#republish(received, retryQueueOf(this.#queues, afterMs) ?? this.#queues.dead, change);
  }

  async #republish({ sender, message }: Received, queue: string, change: Republication): Promise<void> {
    const { routed } = await sender.send(this.source.requeueExchange, queue, republished(message, change));
    // Ends the session; the set-up of the next one declares the queue again.
    if (!routed) throw new Error(`queue ${queue} is missing`);
  }

  async #watch(channel: Channel, state: ConsumeState): Promise<void> {
    const { session } = state;
    const interval = { signal: session.signal, ref: false };
    const pause = () => sleep(this.bus.watchIntervalMs, true, interval).catch(() => false);
    while ((await pause()) && !this.isStopping())
      await withTimeout(this.#check(channel, state), CHECK_TIMEOUT_MS, 'Queue check').catch(session.fail);
  }

  /** Detects a dropped consumer, and gives one queue away if this process has more than its share: the first would keep all. */
  async #check(channel: Channel, { shards }: ConsumeState): Promise<void> {
    const counts = await Promise.all(shards.map(({ queue }) => channel.checkQueue(queue)));
    if (counts.some(({ consumerCount }) => consumerCount === 0)) throw new Error('a queue has no consumer');
    // Each process consumes it; of the work queues the broker counts only the active consumer.
    const { consumerCount: processes } = await channel.checkQueue(this.#queues.dead);
    const active = shards.filter((shard) => shard.wasActive());
    const [first] = active;
    if (first === undefined || active.length <= Math.ceil(shards.length / Math.max(1, processes))) return;
    await first.close();
    if (!this.isStopping()) await first.open();
  }
}
