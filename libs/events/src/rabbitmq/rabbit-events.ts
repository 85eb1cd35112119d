import type { ServiceName } from '@parley/contracts';
import type { Logger } from '@parley/kernel';
import { RETRY_DELAYS_MS } from '../consumer.ts';
import type { Envelope } from '../envelope.ts';
import { EventTransport, type Consume, type PublishResult, type StoreDeadLetter } from '../transport.ts';
import { BusCounters } from './counters.ts';
import { Publisher } from './publisher.ts';
import type { RabbitConfig } from './rabbit.config.ts';
import { RabbitSubscription } from './subscription.ts';
import { topologyOf, type Topology } from './topology.ts';

export interface RabbitOptions {
  /** Every service of the installation that subscribes, in any process. */
  services: readonly ServiceName[];
  logger: Logger;
  /** Retry delays that consumers request; each has its queue. */
  delaysMs?: readonly number[];
}

/**
 * The event transport over RabbitMQ, for services in separate processes. Its connections recover from any fault; without
 * a broker services start nevertheless, and events wait in their outboxes.
 */
export class RabbitEvents extends EventTransport {
  readonly counters = new BusCounters();
  readonly #topology: Topology;
  readonly #publisher: Publisher;
  readonly #subscriptions = new Set<RabbitSubscription>();
  readonly #delaysMs: readonly number[];

  constructor(
    private readonly config: RabbitConfig,
    private readonly options: RabbitOptions,
  ) {
    super();
    this.#delaysMs = options.delaysMs ?? RETRY_DELAYS_MS;
    this.#topology = topologyOf(config.BUS_PREFIX, this.#delaysMs);
    this.#publisher = new Publisher({
      url: config.AMQP_URL,
      topology: this.#topology,
      services: options.services,
      confirmTimeoutMs: config.BUS_CONFIRM_TIMEOUT,
      counters: this.counters,
      logger: options.logger,
    });
  }

  /**
   * Throws without a connection, or if a confirm is missing in time. Some events may have been delivered by then: the
   * repetition has the same ids, and consumers skip processed events.
   */
  override async publish(
    envelopes: readonly { envelope: Envelope; attempts: number }[],
  ): Promise<PublishResult[]> {
    await this.#publisher.publish(envelopes.map(({ envelope }) => envelope));
    return envelopes.map(() => ({ outcome: 'accepted' }));
  }

  /** Consumes as soon as the broker is available; waits briefly for it, and does not fail without it. */
  override async subscribe(
    service: ServiceName,
    types: readonly string[],
    consume: Consume,
    storeDeadLetter?: StoreDeadLetter,
  ): Promise<() => Promise<void>> {
    const { config, counters, options } = this;
    const subscription = new RabbitSubscription({
      url: config.AMQP_URL,
      topology: this.#topology,
      service,
      types,
      consume,
      storeDeadLetter,
      concurrency: config.BUS_CONCURRENCY,
      handlerTimeoutMs: config.BUS_HANDLER_TIMEOUT,
      confirmTimeoutMs: config.BUS_CONFIRM_TIMEOUT,
      delaysMs: this.#delaysMs,
      counters,
      logger: options.logger,
    });
    this.#subscriptions.add(subscription);
    subscription.start();
    await subscription.ready().catch(() => undefined);
    return async () => {
      this.#subscriptions.delete(subscription);
      await subscription.stop();
    };
  }

  /** Whether the broker delivers events to every subscription at present. */
  isConsuming(): boolean {
    return [...this.#subscriptions].every(({ isConsuming }) => isConsuming);
  }

  /** Waits for running handlers and confirms, then closes all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    await this.#publisher.stop();
  }
}
