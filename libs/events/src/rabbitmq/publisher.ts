import type { Logger } from '@parley/kernel';
import type { ServiceName } from '@parley/contracts';
import type { ChannelModel } from 'amqplib';
import type { Envelope } from '../envelope.ts';
import type { BusCounters } from './counters.ts';
import { ConfirmedSender } from './confirmed-sender.ts';
import { Link, openChannel, openConfirmChannel, type Life } from './link.ts';
import { encode } from './message.ts';
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

interface Session {
  sender: ConfirmedSender;
  /** Why the broker takes nothing at the moment: memory or disk alarm. */
  blocked: string | undefined;
}

/** Publishes on a connection of its own: a broker that throttles publishers does not throttle acknowledgements. */
export class Publisher {
  readonly #link: Link<Session>;
  readonly #sending = new Set<Promise<unknown>>();

  constructor(private readonly options: PublisherOptions) {
    this.#link = new Link({
      name: 'parley publisher',
      url: options.url,
      logger: options.logger,
      setUp: (model, life) => this.#setUp(model, life),
      drain: async () => {
        await Promise.allSettled(this.#sending);
      },
      onBroken: () => (options.counters.broken += 1),
    });
  }

  get connected(): boolean {
    return this.#link.session !== undefined;
  }

  /** Publishes in order. Throws unless the broker has confirmed every one; some may be out all the same. */
  async publish(envelopes: readonly Envelope[]): Promise<void> {
    this.#link.start();
    const session = await this.#link.ready();
    if (session.blocked !== undefined) throw new Error(`the message broker is blocked: ${session.blocked}`);
    const sending = Promise.all(envelopes.map((envelope) => this.#send(session, envelope)));
    this.#sending.add(sending);
    try {
      await sending;
    } finally {
      this.#sending.delete(sending);
    }
  }

  /** Waits for the confirms of what is being published, then closes. */
  stop(): Promise<void> {
    return this.#link.stop();
  }

  async #send({ sender }: Session, envelope: Envelope): Promise<void> {
    const { topology, counters, logger } = this.options;
    try {
      const { routed } = await sender.send(topology.exchange, envelope.type, encode(envelope));
      counters.published += 1;
      if (routed) return;
    } catch (error) {
      counters.unconfirmed += 1;
      throw error;
    }
    // Nobody is bound to it, and the queue of the unrouted is gone as well: nothing that sending again would change.
    counters.returned += 1;
    logger.warn({ event_id: envelope.id, type: envelope.type }, 'no queue takes the event');
  }

  async #setUp(model: ChannelModel, life: Life): Promise<Session> {
    const { topology, services, confirmTimeoutMs, logger } = this.options;
    const channel = await openConfirmChannel(model, life);
    const session: Session = {
      sender: new ConfirmedSender(channel, life, confirmTimeoutMs),
      blocked: undefined,
    };
    model.on('blocked', (reason) => {
      session.blocked = reason;
      logger.error({ reason }, 'the message broker takes no events');
    });
    model.on('unblocked', () => (session.blocked = undefined));
    await declareTopology(model, await openChannel(model, life), topology, services);
    return session;
  }
}
