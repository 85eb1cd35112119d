import { InFlight, KeyedQueue, withTimeout } from '@parley/kernel';
import type { ServiceName } from '@parley/contracts';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Envelope } from '../envelope.ts';
import type { Consume, ConsumeResult, StoreDeadLetter } from '../transport.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { ConfirmedSender } from './confirmed-sender.ts';
import { DeadLetterConsumer } from './dead-letter-consumer.ts';
import { attemptOf, decode, republished } from './message.ts';
import { ReconnectingConnection, type Bus } from './reconnecting-connection.ts';
import { toError, type Session } from './session.ts';
import { declareService, retryQueueOf, type ServiceQueues } from './topology.ts';

/** Small: if a process dies, each of these counts as delivered once more. */
const PREFETCH = 20;
/** Less than the 30 s between SIGTERM and SIGKILL on Kubernetes. */
const DRAIN_TIMEOUT_MS = 20_000;
const WATCHDOG_INTERVAL_MS = 15_000;

interface ConsumeState {
  session: Session;
  channel: Channel;
  acknowledgements: Acknowledgements;
  /** Publishes to the retry queues and the dead-letter queue. */
  sender: ConfirmedSender;
}

type Outcome = ConsumeResult | { outcome: 'dead'; cause: string };

/** Consumes the events of one service from its queue. */
export class RabbitSubscription extends ReconnectingConnection<ConsumeState> {
  readonly #queues: ServiceQueues;
  readonly #deadLetters: DeadLetterConsumer | undefined;
  /** Outlives the session: the broker redelivers what is still running here, and the second run must wait. */
  readonly #handlers: KeyedQueue;
  readonly #running = new InFlight();

  /** @param storeDeadLetter without it dead letters stay in their queue. */
  constructor(
    bus: Bus,
    private readonly service: ServiceName,
    private readonly types: ReadonlySet<string>,
    private readonly consume: Consume,
    storeDeadLetter: StoreDeadLetter | undefined,
  ) {
    super(`parley ${service}`, bus);
    this.#queues = bus.topology.queuesOf(service);
    this.#handlers = new KeyedQueue(bus.config.BUS_CONCURRENCY);
    if (storeDeadLetter !== undefined)
      this.#deadLetters = new DeadLetterConsumer(service, storeDeadLetter, bus, this.#running);
  }

  protected override async setUp(model: ChannelModel, session: Session): Promise<ConsumeState> {
    const { topology, config } = this.bus;
    const channel = await session.openChannel(model);
    await declareService(channel, topology, this.service, this.types);
    await channel.prefetch(PREFETCH);
    const confirms = await session.openConfirmChannel(model);
    const state: ConsumeState = {
      session,
      channel,
      acknowledgements: new Acknowledgements(channel, session.fail),
      sender: new ConfirmedSender(confirms, session, config.BUS_CONFIRM_TIMEOUT),
    };
    await session.consume(channel, this.#queues.work, (message) => this.#receive(state, message));
    await this.#deadLetters?.consume(model, session, this.#queues.dead);
    this.#startWatchdog(state);
    return state;
  }

  protected override async drain({ session, acknowledgements }: ConsumeState): Promise<void> {
    const finish = async (): Promise<void> => {
      await session.cancelConsumers().catch(() => undefined);
      await this.#running.settled();
      // Channels before the connection: its close would overtake the last acknowledgements, which are buffered per
      // channel, and their messages would be redelivered (seen in 2 of 25 closes under load).
      acknowledgements.flush();
      await session.closeConsumers();
    };
    await withTimeout(Promise.race([finish(), session.ended]), DRAIN_TIMEOUT_MS, 'Draining').catch(
      (error: unknown) =>
        this.bus.logger.warn(
          { event: 'bus.drain.incomplete', err: error },
          'Stopped with running event handlers',
        ),
    );
  }

  /** Must not throw: amqplib calls it while it reads from the socket. */
  #receive(state: ConsumeState, message: ConsumeMessage): void {
    state.acknowledgements.received(message);
    const decoded = decode(message.content, this.types);
    if (decoded.kind === 'event') {
      const { envelope, key } = decoded;
      void this.#handlers.run(key, () => this.#running.track(this.#handle(state, message, envelope)));
    } else if (decoded.kind === 'unknown') {
      this.bus.counters.unknown += 1;
      void this.#settle(state, message, { outcome: 'done' });
    } else {
      void this.#running.track(this.#settle(state, message, { outcome: 'dead', cause: decoded.cause }));
    }
  }

  async #handle(state: ConsumeState, message: ConsumeMessage, envelope: Envelope): Promise<void> {
    // Not acknowledged, so the broker delivers it again to the next consumer.
    if (state.session.isOver || this.isStopping()) return;
    const outcome = await this.#consume(envelope, attemptOf(message));
    if (outcome.outcome === 'done') this.bus.counters.handled += 1;
    await this.#settle(state, message, outcome);
  }

  async #consume(envelope: Envelope, attempt: number): Promise<Outcome> {
    const { config, delaysMs, logger } = this.bus;
    try {
      const handled = this.consume(envelope, attempt);
      return await withTimeout(handled, config.BUS_HANDLER_TIMEOUT, 'Event handler');
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
    const { service } = this;
    const { counters, logger } = this.bus;
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
}
