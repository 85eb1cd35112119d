import { setTimeout as sleep } from 'node:timers/promises';
import { ConfirmedSender, openChannel, ReconnectingConnection, type Session } from '@parley/bus/internal';
import { InFlight, withTimeout } from '@parley/runtime/async';
import type { Channel, ChannelModel } from 'amqplib';
import { partitionKeyOf, type Envelope } from '../envelope.ts';
import type { Bus } from './bus.ts';
import { undeclaredServices } from './declarations.ts';
import { encode } from './message.ts';

const DECLARED_POLL_MS = 250;
const CHECK_TIMEOUT_MS = 15_000;

interface PublishState {
  sender: ConfirmedSender;
  backlog: SubscriberBacklog;
  blocked: string | undefined;
}

/** Publishes on a connection of its own: a broker that throttles publishers does not throttle acknowledgements. */
export class Publisher extends ReconnectingConnection<PublishState, Bus> {
  readonly #sending = new InFlight();

  constructor(bus: Bus) {
    super('parley publisher', bus);
  }

  /** Whether the broker takes messages at present; `undefined` before the first use. */
  get isUp(): boolean | undefined {
    return this.hasBegun ? this.state !== undefined && this.state.blocked === undefined : undefined;
  }

  /** Publishes the events of each record in order. Throws unless all are confirmed; some may have been delivered nevertheless. */
  async publish(envelopes: readonly Envelope[], isCurrent: () => boolean): Promise<void> {
    const { sender, backlog, blocked } = await this.ready();
    if (blocked !== undefined) throw new Error(`the message broker is blocked: ${blocked}`);
    await this.#inOrder(envelopes, (envelope) => this.#send(sender, envelope, isCurrent));
    backlog.published(envelopes.length);
  }

  /** Publishes to a queue as {@link publish}; returns `false` if it does not exist. */
  async publishTo(queue: string, envelopes: readonly Envelope[]): Promise<boolean> {
    const { sender } = await this.ready();
    const results = await this.#inOrder(envelopes, (envelope) => sender.send('', queue, encode(envelope)));
    return results.every(({ routed }) => routed);
  }

  /** See {@link SubscriberBacklog.capacity}. Throws without a connection. */
  async capacity(): Promise<number> {
    const { backlog } = await this.ready();
    return backlog.capacity();
  }

  protected override async setUp(model: ChannelModel, session: Session): Promise<PublishState> {
    const { confirmTimeoutMs, topology, services, logger } = this.settings;
    const channel = await session.openConfirmChannel(model);
    const state: PublishState = {
      sender: new ConfirmedSender(channel, session, confirmTimeoutMs),
      backlog: new SubscriberBacklog(
        await session.openChannel(model),
        services.map((service) => topology.queuesOf(service).work),
      ),
      blocked: undefined,
    };
    model.on('blocked', (reason) => {
      state.blocked = reason;
      logger.error({ event: 'bus.connection.blocked', reason }, 'The message broker blocks publishers');
    });
    model.on('unblocked', () => (state.blocked = undefined));
    await this.#untilDeclared(model, session);
    void watchUnrouted(model, session, this.settings);
    return state;
  }

  /** Events wait in the outboxes until every service has its queues: RabbitMQ drops what no queue is bound to. */
  async #untilDeclared(model: ChannelModel, session: Session): Promise<void> {
    const { topology, services, logger } = this.settings;
    for (let isLogged = false; !session.isOver; isLogged = true) {
      const missing = await undeclaredServices(model, topology, services);
      if (missing.length === 0) return;
      if (!isLogged)
        logger.warn(
          { event: 'bus.topology.missing', services: missing },
          'Events wait until the queues of these services are declared, by "npm run db:migrate" or by their start',
        );
      await sleep(DECLARED_POLL_MS, undefined, { signal: session.signal }).catch(() => undefined);
    }
  }

  protected override drain(): Promise<void> {
    return this.#sending.settled();
  }

  /** Sends an event after the confirm of the one before: a queue that elects a leader refuses one message and takes the next. */
  async #inOrder<T>(envelopes: readonly Envelope[], send: (envelope: Envelope) => Promise<T>): Promise<T[]> {
    const latest = new Map<string, Promise<T>>();
    const sending = envelopes.map((envelope) => {
      const key = partitionKeyOf(envelope);
      const sent = latest.get(key)?.then(() => send(envelope)) ?? send(envelope);
      latest.set(key, sent);
      return sent;
    });
    await this.#sending.track(Promise.allSettled(sending));
    return Promise.all(sending);
  }

  async #send(sender: ConfirmedSender, envelope: Envelope, isCurrent: () => boolean): Promise<void> {
    const { topology, counters, logger } = this.settings;
    try {
      const { routed } = await sender.send(topology.exchange, envelope.type, encode(envelope), isCurrent);
      counters.published += 1;
      if (routed) return;
    } catch (error) {
      counters.unconfirmed += 1;
      throw error;
    }
    // No queue is bound to the type, and the queue of unrouted messages is gone as well: a retry would change nothing.
    counters.returned += 1;
    logger.warn(
      { event: 'bus.event.unroutable', event_id: envelope.id, type: envelope.type },
      'No queue accepts the event',
    );
  }
}

/** Keeps the length of the queue of unrouted messages in the counters: nothing else tells that a binding is missing. */
async function watchUnrouted(
  model: ChannelModel,
  session: Session,
  { topology, counters, watchIntervalMs }: Pick<Bus, 'topology' | 'counters' | 'watchIntervalMs'>,
): Promise<void> {
  const interval = { signal: session.signal, ref: false };
  while (!session.isOver) {
    const length = withTimeout(lengthOf(model, topology.unrouted.queue), CHECK_TIMEOUT_MS, 'Queue check');
    counters.unrouted = await length.catch(() => undefined);
    await sleep(watchIntervalMs, undefined, interval).catch(() => undefined);
  }
  counters.unrouted = undefined;
}

/** Uses a channel of its own, because the broker closes that of a check that finds no queue. */
async function lengthOf(model: ChannelModel, queue: string): Promise<number> {
  const channel = await openChannel(model);
  const { messageCount } = await channel.checkQueue(queue);
  await channel.close();
  return messageCount;
}

/** Events that may wait in the queues of one service: at 500 per second, 0.3 s for the next. Enough to keep it busy. */
const MAX_WAITING = 150;
const RECHECK_EVENTS = 50;
/** While subscribers are behind, the queues are checked no more often than this. */
const RECHECK_MS = 50;
const BACKLOG_TIMEOUT_MS = 1_000;

/** How far the subscribers are behind: what is not in their queues yet can still be given another order. */
class SubscriberBacklog {
  #waiting = 0;
  #publishedSince = 0;
  #checkedAt = -Infinity;

  constructor(
    private readonly channel: Channel,
    private readonly queuesOfServices: readonly (readonly string[])[],
  ) {}

  published(events: number): void {
    this.#publishedSince += events;
  }

  /** How many events can be published until the slowest service has {@link MAX_WAITING}. Throws if the broker is silent. */
  async capacity(): Promise<number> {
    if (this.#isStale()) await this.#check();
    return Math.max(0, MAX_WAITING - this.#waiting - this.#publishedSince);
  }

  /** Few events between two looks cannot fill a queue that was short. */
  #isStale(): boolean {
    const isShort = this.#waiting < MAX_WAITING / 2;
    if (isShort) return this.#publishedSince >= RECHECK_EVENTS;
    return performance.now() - this.#checkedAt >= RECHECK_MS;
  }

  async #check(): Promise<void> {
    const lengths = await withTimeout(
      Promise.all(this.queuesOfServices.map((queues) => this.#lengthOf(queues))),
      BACKLOG_TIMEOUT_MS,
      'Queue check',
    );
    this.#waiting = Math.max(0, ...lengths);
    this.#publishedSince = 0;
    this.#checkedAt = performance.now();
  }

  /** Counts the queues that are consumed: a service that does not run must not slow down the others. */
  async #lengthOf(queues: readonly string[]): Promise<number> {
    const states = await Promise.all(queues.map((queue) => this.channel.checkQueue(queue)));
    return states.reduce((sum, state) => sum + (state.consumerCount === 0 ? 0 : state.messageCount), 0);
  }
}
