import { Subscription, type Source } from '@parley/bus/internal';
import { invalidParameter, type ServiceName } from '@parley/contracts';
import { health, shutdown } from '@parley/runtime/process';
import { requireServerVersion } from '@parley/runtime/server-version';
import type { Envelope } from '../envelope.ts';
import {
  EventTransport,
  RETRY_DELAYS_MS,
  type EventSubscriber,
  type PoisonMessage,
  type PublishResult,
} from '../transport.ts';
import { observeBus } from './bus-metrics.ts';
import type { Bus } from './bus.ts';
import { BusCounters } from './counters.ts';
import { DeadLetterConsumer } from './dead-letter-consumer.ts';
import { declareService } from './declarations.ts';
import { decode } from './message.ts';
import { Publisher } from './publisher.ts';
import type { RabbitConfig } from './rabbit.config.ts';
import { topologyOf } from './topology.ts';

/** How long an event of an unknown type waits for a process that knows it: longer than a rollout. */
const UNKNOWN_WAIT_MS = 30 * 60_000;
const WATCH_INTERVAL_MS = 15_000;
const DRAIN_TIMEOUT_MS = 20_000;
/** How long a process may be without a consumer for no reason outside of it, until its liveness probe fails. */
const STUCK_AFTER_MS = 180_000;
const DEFAULTS = {
  delaysMs: RETRY_DELAYS_MS,
  unknownWaitMs: UNKNOWN_WAIT_MS,
  watchIntervalMs: WATCH_INTERVAL_MS,
  drainTimeMs: () => shutdown.drainTime('intake', DRAIN_TIMEOUT_MS),
  stuckAfterMs: STUCK_AFTER_MS,
};

export type RabbitOptions = Pick<Bus, 'services' | 'logger'> &
  Partial<Pick<Bus, 'delaysMs' | 'unknownWaitMs' | 'watchIntervalMs'>> & {
    workQueues?: number;
    stuckAfterMs?: number;
    /** The oldest version of the broker that is used; that of the release by default. */
    leastVersion?: string;
  };

/** The event transport over RabbitMQ, which recovers from any fault. Without a broker events wait in their outboxes. */
export class RabbitEvents extends EventTransport {
  override readonly batchSize = 500;
  readonly counters = new BusCounters();
  readonly #bus: Bus;
  readonly #publisher: Publisher;
  readonly #subscriptions = new Set<Subscription<Envelope>>();
  readonly #stuckAfterMs: number;
  readonly #removals: readonly (() => void)[];

  constructor(config: RabbitConfig, options: RabbitOptions) {
    super();
    const { leastVersion, workQueues, stuckAfterMs, ...settings } = { ...DEFAULTS, ...options };
    this.#bus = {
      ...settings,
      url: config.AMQP_URL,
      concurrency: config.BUS_CONCURRENCY,
      handlerTimeoutMs: config.BUS_HANDLER_TIMEOUT,
      confirmTimeoutMs: config.BUS_CONFIRM_TIMEOUT,
      checkBroker: ({ version }) => requireServerVersion('RabbitMQ', version, leastVersion),
      config,
      topology: topologyOf(config.BUS_PREFIX, settings.delaysMs, workQueues),
      counters: this.counters,
    };
    this.#publisher = new Publisher(this.#bus);
    this.#stuckAfterMs = stuckAfterMs;
    this.#removals = [
      observeBus(this),
      health.addCheck('live', 'bus', () =>
        this.isStuck() ? 'the broker takes connections, and no consumer starts' : null,
      ),
      // Unlike an outage, which ends by itself.
      health.addCheck('ready', 'bus version', () => this.#refusal ?? null),
      // Not a reason to get no requests: what is written meanwhile waits in the outbox.
      health.addCheck('note', 'bus', () => (this.isConsuming() ? null : 'events are not consumed')),
    ];
  }

  /** Throws without a connection, a confirm in time, or `isCurrent`. Some may have arrived: consumers skip processed events. */
  override async publish(
    events: readonly { envelope: Envelope; attempts: number }[],
    isCurrent: () => boolean = () => true,
  ): Promise<PublishResult[]> {
    await this.#publisher.publish(
      events.map(({ envelope }) => envelope),
      isCurrent,
    );
    return events.map(() => ({ outcome: 'accepted' }));
  }

  /** Refuses the queues of the services, whose subscribers have `event:replay`. Throws as {@link publish}. */
  override async publishTo(queue: string | undefined, envelopes: readonly Envelope[]): Promise<boolean> {
    if (queue === undefined) {
      await this.#publisher.publish(envelopes, () => true);
      return true;
    }
    const { exchange } = this.#bus.topology;
    const prefix = exchange.slice(0, exchange.lastIndexOf('.') + 1);
    if (queue.startsWith(prefix))
      throw invalidParameter('queue', `is a queue of the platform: its name begins with ${prefix}`);
    return this.#publisher.publishTo(queue, envelopes);
  }

  /** Unlimited without a connection, and if the broker does not answer: publishing will tell. */
  override capacity(): Promise<number> {
    return this.#publisher.capacity().catch(() => Infinity);
  }

  /** Consumes as soon as the broker is available; waits briefly for it, and does not fail without it. */
  override async subscribe(service: ServiceName, subscriber: EventSubscriber): Promise<() => Promise<void>> {
    const subscription = new Subscription(this.#bus, this.#sourceOf(service, subscriber));
    this.#subscriptions.add(subscription);
    await subscription.ready().catch(() => undefined);
    return async () => {
      this.#subscriptions.delete(subscription);
      await subscription.stop();
    };
  }

  #sourceOf(service: ServiceName, subscriber: EventSubscriber): Source<Envelope> {
    const { topology, config } = this.#bus;
    const { types, consume, isAvailable, storeDeadLetter } = subscriber;
    const queues = topology.queuesOf(service);
    return {
      name: service,
      queues,
      requeueExchange: '',
      unknown: 'dead-letter',
      declare: (model) => declareService(model, topology, service, types, config.BUS_QUEUE_REPLICAS),
      decode: (content) => decode(content, types),
      consume,
      isAvailable,
      consumeMore: async (model, session) => {
        if (storeDeadLetter === undefined) return undefined;
        const store = (message: PoisonMessage) => storeDeadLetter(service, message);
        const deadLetters = new DeadLetterConsumer(service, store, this.#bus, session);
        await deadLetters.open(model, queues.dead);
        return deadLetters;
      },
    };
  }

  /** Whether the broker delivers events to every subscription at present. */
  isConsuming(): boolean {
    return [...this.#subscriptions].every(({ state }) => state !== undefined);
  }

  /** The services whose events this process consumes, and whether the broker delivers them at present. */
  consumers(): { component: string; isUp: boolean }[] {
    return [...this.#subscriptions].map(({ source, state }) => ({
      component: source.name,
      isUp: state !== undefined,
    }));
  }

  get #refusal(): string | undefined {
    return [this.#publisher, ...this.#subscriptions].find(({ refusal }) => refusal !== undefined)?.refusal;
  }

  /** Whether the broker takes events at present; `undefined` before the first use. */
  isPublishing(): boolean | undefined {
    return this.#publisher.isUp;
  }

  /** Whether a subscription gets no events for no reason outside of this process, so that a restart may help. */
  isStuck(): boolean {
    return [...this.#subscriptions].some(({ stuckMs }) => stuckMs > this.#stuckAfterMs);
  }

  /** Waits for running handlers and confirms, then closes all connections. */
  async close(): Promise<void> {
    for (const remove of this.#removals) remove();
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    await this.#publisher.stop();
  }
}
