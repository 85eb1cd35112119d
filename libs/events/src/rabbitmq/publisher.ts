import type { Logger } from '@parley/kernel';
import type { ServiceName } from '@parley/contracts';
import type { ChannelModel } from 'amqplib';
import type { Envelope } from '../envelope.ts';
import { ConfirmedSender } from './confirmed-sender.ts';
import type { BusCounters } from './counters.ts';
import { encode } from './message.ts';
import { ReconnectingConnection } from './reconnecting-connection.ts';
import type { Session } from './session.ts';
import { declareTopology, type Topology } from './topology.ts';

export interface PublisherOptions {
  url: string;
  topology: Topology;
  /** Nothing is published before each of these has its queue. */
  services: readonly ServiceName[];
  confirmTimeoutMs: number;
  counters: BusCounters;
  logger: Logger;
}

interface PublishState {
  sender: ConfirmedSender;
  /** Why the broker accepts nothing at present: a memory or disk alarm. */
  blocked: string | undefined;
}

/** Publishes on a connection of its own: a broker that throttles publishers does not throttle acknowledgements. */
export class Publisher {
  readonly #connection: ReconnectingConnection<PublishState>;
  readonly #sending = new Set<Promise<unknown>>();

  constructor(private readonly options: PublisherOptions) {
    this.#connection = new ReconnectingConnection({
      name: 'parley publisher',
      url: options.url,
      logger: options.logger,
      setUp: (model, session) => this.#setUp(model, session),
      drain: async () => {
        await Promise.allSettled(this.#sending);
      },
      onLost: () => (options.counters.connectionsLost += 1),
    });
  }

  /** Publishes in order. Throws unless the broker has confirmed all; some may have been delivered nevertheless. */
  async publish(envelopes: readonly Envelope[]): Promise<void> {
    this.#connection.start();
    const { sender, blocked } = await this.#connection.ready();
    if (blocked !== undefined) throw new Error(`the message broker is blocked: ${blocked}`);
    const sending = Promise.all(envelopes.map((envelope) => this.#send(sender, envelope)));
    this.#sending.add(sending);
    try {
      await sending;
    } finally {
      this.#sending.delete(sending);
    }
  }

  /** Waits for outstanding confirms, then closes. */
  stop(): Promise<void> {
    return this.#connection.stop();
  }

  async #send(sender: ConfirmedSender, envelope: Envelope): Promise<void> {
    const { topology, counters, logger } = this.options;
    try {
      const { routed } = await sender.send(topology.exchange, envelope.type, encode(envelope));
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

  async #setUp(model: ChannelModel, session: Session): Promise<PublishState> {
    const { topology, services, confirmTimeoutMs, logger } = this.options;
    const channel = await session.openConfirmChannel(model);
    const state: PublishState = {
      sender: new ConfirmedSender(channel, session, confirmTimeoutMs),
      blocked: undefined,
    };
    model.on('blocked', (reason) => {
      state.blocked = reason;
      logger.error({ event: 'bus.connection.blocked', reason }, 'The message broker blocks publishers');
    });
    model.on('unblocked', () => (state.blocked = undefined));
    await declareTopology(model, await session.openChannel(model), topology, services);
    return state;
  }
}
