import type { ServiceName } from '@parley/contracts';
import type { Logger } from '@parley/kernel';
import { RETRY_DELAYS_MS } from '../consumer.ts';
import type { Envelope } from '../envelope.ts';
import { EventTransport, type Consume, type Park, type Published } from '../transport.ts';
import { BusCounters } from './counters.ts';
import { Publisher } from './publisher.ts';
import type { RabbitConfig } from './rabbit.config.ts';
import { RabbitSubscription } from './subscription.ts';
import { topologyOf, type Topology } from './topology.ts';

export interface RabbitOptions {
  /** Every service of the installation that subscribes, in whatever process. */
  services: readonly ServiceName[];
  logger: Logger;
  /** The waits that its consumers ask for. */
  delaysMs?: readonly number[];
}

/**
 * Events by RabbitMQ, for services that run as processes of their own. Its connections come back by themselves after
 * any fault; without a broker services start all the same, and events wait in the outboxes.
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
   * Throws at once without a connection, and when not every confirm has come in time. What was delivered before is
   * not known then: published again it has the same id, and consumers do nothing twice.
   */
  override async publish(
    envelopes: readonly { envelope: Envelope; attempts: number }[],
  ): Promise<Published[]> {
    await this.#publisher.publish(envelopes.map(({ envelope }) => envelope));
    return envelopes.map(() => ({ outcome: 'accepted' }));
  }

  /** Consumes as soon as there is a broker; waits a moment for that, and never fails for lack of one. */
  override async subscribe(
    service: ServiceName,
    types: readonly string[],
    consume: Consume,
    park?: Park,
  ): Promise<() => Promise<void>> {
    const { config, counters, options } = this;
    const subscription = new RabbitSubscription({
      url: config.AMQP_URL,
      topology: this.#topology,
      service,
      types,
      consume,
      park,
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

  /** Whether every subscription gets its events: for readiness, and for liveness when it stays false for minutes. */
  isConsuming(): boolean {
    return [...this.#subscriptions].every(({ consuming }) => consuming);
  }

  /** Whether events can be published at the moment; false until the first was. */
  isPublishing(): boolean {
    return this.#publisher.connected;
  }

  /** Finishes what runs, waits for confirms, closes all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    await this.#publisher.stop();
  }
}
