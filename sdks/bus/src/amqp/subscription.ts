import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { KeyedQueue, Semaphore, withTimeout } from '../concurrency.ts';
import type { Counters } from '../counters.ts';
import { UnprocessableEventError } from '../errors.ts';
import { ConfirmedSender } from './confirmed-sender.ts';
import { attemptOf, republished, unknownSince, type Republication } from './message.ts';
import { QueueConsumer } from './queue-consumer.ts';
import { PausedError, ReconnectingConnection, type ConnectionSettings } from './reconnecting-connection.ts';
import { toError, type Session } from './session.ts';
import { retryQueueOf, type SubscriberQueues } from './topology.ts';

const CHECK_TIMEOUT_MS = 15_000;
/** Retries at a time: each has a transaction of its own, and first attempts must get connections too. */
const RETRIES_MAX = 4;
/** Longest delay between two looks whether a process that knows the type of an event has started. */
const MAX_UNKNOWN_DELAY_MS = 30_000;

export interface SubscriptionSettings extends ConnectionSettings {
  readonly counters: Counters;
  /** Events handled at a time. */
  readonly concurrency: number;
  readonly handlerTimeoutMs: number;
  readonly confirmTimeoutMs: number;
  readonly delaysMs: readonly number[];
  readonly unknownWaitMs: number;
  /** How often a consumer checks that it is alive and that it has no more than its share of the queues. */
  readonly watchIntervalMs: number;
  /** How long a consumer that stops waits for the handlers that run. */
  readonly drainTimeMs: () => number;
}

interface ConsumeState {
  session: Session;
  consumers: readonly QueueConsumer[];
  more: Closable | undefined;
  sender: ConfirmedSender;
}

interface Received {
  readonly sender: ConfirmedSender;
  readonly consumer: QueueConsumer;
  readonly message: ConsumeMessage;
}

export interface Closable {
  close(): Promise<void>;
}

/** What a message is for a subscriber. */
export type Decoded<E> =
  | {
      readonly kind: 'event';
      readonly event: E;
      /** Events with one key are handled in order. */ readonly key: string;
    }
  /** A type that this version of the subscriber does not know, although its queue is bound to it. */
  | { readonly kind: 'unknown'; readonly type: string }
  | { readonly kind: 'invalid'; readonly cause: string };

export type ConsumeResult =
  | { outcome: 'done' }
  /** An outage of what the subscriber needs uses up no attempt. */
  | { outcome: 'retry'; afterMs: number; isOutage?: boolean }
  /** The database is unavailable: nothing is consumed until it responds. */
  | { outcome: 'unavailable' };

/** A subscriber: its queues, and what it does with their messages. */
export interface Source<E extends { readonly id: string; readonly type: string }> {
  readonly name: string;
  readonly queues: SubscriberQueues;
  /** Exchange by which a message reaches the retry and dead-letter queues by their names; '' is the default exchange. */
  readonly requeueExchange: string;
  /** What becomes of an event that no version of the subscriber knows. */
  readonly unknown: 'dead-letter' | 'ignore';
  declare(model: ChannelModel): Promise<void>;
  decode(content: Buffer): Decoded<E>;
  /** Throws for an event that is to be repeated after the next delay. */
  consume(event: E, attempt: number): Promise<ConsumeResult>;
  isAvailable?: (() => Promise<boolean>) | undefined;
  /** Consumes other queues beside those of events, until it is closed or the session ends. */
  consumeMore?(model: ChannelModel, session: Session): Promise<Closable | undefined>;
}

type Outcome =
  | Exclude<ConsumeResult, { outcome: 'unavailable' }>
  | { outcome: 'unknown'; type: string }
  | { outcome: 'dead'; cause: string };

/** Consumes the queues of a subscriber for as long as it is not stopped, and recovers from any fault. */
export class Subscription<
  E extends { readonly id: string; readonly type: string },
> extends ReconnectingConnection<ConsumeState, SubscriptionSettings> {
  /** Outlives the session: the broker redelivers what is still running here, and the second run must wait. */
  readonly #handlers: KeyedQueue;
  readonly #retries = new Semaphore(RETRIES_MAX);

  constructor(
    settings: SubscriptionSettings,
    readonly source: Source<E>,
  ) {
    super(`parley ${source.name}`, settings);
    this.#handlers = new KeyedQueue(settings.concurrency);
  }

  protected override async setUp(model: ChannelModel, session: Session): Promise<ConsumeState> {
    await this.source.declare(model);
    const confirms = await session.openConfirmChannel(model);
    const sender = new ConfirmedSender(confirms, session, this.settings.confirmTimeoutMs);
    const receive = (consumer: QueueConsumer, message: ConsumeMessage): void =>
      this.#receive({ sender, consumer, message });
    const { work } = this.source.queues;
    const consumers = work.map((queue) => new QueueConsumer(queue, model, session, receive));
    for (const consumer of consumers) await consumer.open();
    const more = await this.source.consumeMore?.(model, session);
    const state = { session, consumers, more, sender };
    void this.#watch(await session.openChannel(model), state);
    return state;
  }

  protected override async drain({ session, consumers, more }: ConsumeState): Promise<void> {
    const closed = Promise.all([...consumers.map((consumer) => consumer.close()), more?.close()]);
    const ended = Promise.race([closed, session.ended]);
    await withTimeout(ended, this.settings.drainTimeMs(), 'Draining').catch((error: unknown) =>
      this.settings.logger.warn(
        { event: 'bus.drain.incomplete', err: error },
        'Stopped with running event handlers',
      ),
    );
  }

  protected override isUsable(): Promise<boolean> {
    return this.source.isAvailable?.() ?? Promise.resolve(true);
  }

  /** Must not throw: amqplib calls it while it reads from the socket. */
  #receive(received: Received): void {
    const { consumer, message } = received;
    const decoded = this.source.decode(message.content);
    if (decoded.kind === 'event') {
      const handle = (): Promise<void> => consumer.track(this.#handle(received, decoded.event));
      void this.#handlers.run(decoded.key, attemptOf(message) > 1 ? () => this.#retries.run(handle) : handle);
    } else {
      const outcome: Outcome =
        decoded.kind === 'unknown'
          ? { outcome: 'unknown', type: decoded.type }
          : { outcome: 'dead', cause: decoded.cause };
      void consumer.track(this.#settle(received, outcome));
    }
  }

  async #handle(received: Received, event: E): Promise<void> {
    const { consumer, message } = received;
    // Not acknowledged, so the broker delivers it again to the next consumer.
    if (!consumer.holds(message) || this.isStopping()) return;
    const outcome = await this.#consume(event, attemptOf(message));
    // Not acknowledged either. A retry queue would only bring it back, with all others, again and again.
    if (outcome.outcome === 'unavailable') {
      consumer.end(new PausedError('the database is unavailable'));
      return;
    }
    if (outcome.outcome === 'done') this.settings.counters.handled += 1;
    await this.#settle(received, outcome);
  }

  async #consume(event: E, attempt: number): Promise<Outcome | { outcome: 'unavailable' }> {
    const { handlerTimeoutMs, delaysMs, logger } = this.settings;
    try {
      return await withTimeout(this.source.consume(event, attempt), handlerTimeoutMs, 'Event handler');
    } catch (error) {
      logger.error(
        { event: 'bus.event.failed', err: error, event_id: event.id, type: event.type, attempt },
        'Event handler failed',
      );
      const afterMs = error instanceof UnprocessableEventError ? undefined : delaysMs[attempt - 1];
      if (afterMs !== undefined) return { outcome: 'retry', afterMs };
      return { outcome: 'dead', cause: toError(error).stack ?? toError(error).message };
    }
  }

  /** Never a nack with requeue, which is redelivered at once: acknowledged after the next queue has confirmed the message. */
  async #settle(received: Received, outcome: Outcome): Promise<void> {
    const { consumer, message } = received;
    try {
      if (outcome.outcome === 'unknown') await this.#retryUnknown(received, outcome.type);
      else if (outcome.outcome === 'dead') await this.#deadLetter(received, outcome.cause);
      else if (outcome.outcome === 'retry') {
        const attempt = attemptOf(message) + (outcome.isOutage === true ? 0 : 1);
        await this.#retry(received, outcome.afterMs, { attempt });
        this.settings.counters.retried += 1;
      }
      consumer.acknowledge(message);
    } catch (error) {
      consumer.end(error);
    }
  }

  /** An event without a subscriber in this version: during a rollout a process of the new one receives it from the retry queue. */
  async #retryUnknown(received: Received, type: string): Promise<void> {
    const { counters, unknownWaitMs, delaysMs } = this.settings;
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
    this.settings.counters.ignored += 1;
    const fields = { event: 'bus.event.ignored', service: this.source.name, type };
    this.settings.logger.warn(fields, 'Acknowledged an event of a type without a handler');
  }

  async #deadLetter(received: Received, cause: string): Promise<void> {
    const { message } = received;
    await this.#republish(received, this.source.queues.dead, { attempt: attemptOf(message), cause });
    this.settings.counters.deadLettered += 1;
    const id: unknown = message.properties.messageId;
    this.settings.logger.error(
      { event: 'bus.message.dead_lettered', service: this.source.name, cause, message_id: id },
      'Sent a poison message to the dead-letter queue',
    );
  }

  #retry(received: Received, afterMs: number, change: Republication): Promise<void> {
    return this.#republish(
      received,
      retryQueueOf(this.source.queues, afterMs) ?? this.source.queues.dead,
      change,
    );
  }

  async #republish({ sender, message }: Received, queue: string, change: Republication): Promise<void> {
    const { routed } = await sender.send(this.source.requeueExchange, queue, republished(message, change));
    // Ends the session; the set-up of the next one declares the queue again.
    if (!routed) throw new Error(`queue ${queue} is missing`);
  }

  async #watch(channel: Channel, state: ConsumeState): Promise<void> {
    const { session } = state;
    const interval = { signal: session.signal, ref: false };
    const pause = () => sleep(this.settings.watchIntervalMs, true, interval).catch(() => false);
    while ((await pause()) && !this.isStopping())
      await withTimeout(this.#check(channel, state), CHECK_TIMEOUT_MS, 'Queue check').catch(session.fail);
  }

  /** Detects a dropped consumer, and gives one queue away if this process has more than its share: the first would keep all. */
  async #check(channel: Channel, { consumers }: ConsumeState): Promise<void> {
    const counts = await Promise.all(consumers.map(({ queue }) => channel.checkQueue(queue)));
    if (counts.some(({ consumerCount }) => consumerCount === 0)) throw new Error('a queue has no consumer');
    // Each process consumes it; of the work queues the broker counts only the active consumer.
    const { consumerCount: processes } = await channel.checkQueue(this.source.queues.dead);
    const active = consumers.filter((consumer) => consumer.wasActive());
    const [first] = active;
    if (first === undefined || active.length <= Math.ceil(consumers.length / Math.max(1, processes))) return;
    await first.close();
    if (!this.isStopping()) await first.open();
  }
}
