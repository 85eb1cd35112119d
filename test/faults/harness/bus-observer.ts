import { uuidOf, type Id } from '@parley/contracts';
import { connect, type ChannelModel } from 'amqplib';
import { SERVERS } from '../../setup/services-process.mjs';
import type { Seen } from './history.ts';

interface BusEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly sequence: string;
  readonly data: { readonly id: string; readonly subject: string };
}

/** A queue of its own on the bus, as a subscriber outside the platform has. */
export class BusObserver {
  readonly #seen = new Map<string, BusEvent>();
  /** Everything that came, each time that it did. */
  readonly messages: Buffer[] = [];

  private constructor(private readonly model: ChannelModel) {}

  static async open(exchange: string, url = SERVERS.AMQP_URL): Promise<BusObserver> {
    const model = await connect(url);
    const observer = new BusObserver(model);
    const channel = await model.createChannel();
    const { queue } = await channel.assertQueue('', { exclusive: true });
    await channel.bindQueue(queue, exchange, '#');
    await channel.consume(
      queue,
      (message) => {
        if (message === null) return;
        observer.messages.push(message.content);
        const event = JSON.parse(message.content.toString()) as BusEvent;
        if (!observer.#seen.has(event.id)) observer.#seen.set(event.id, event);
      },
      { noAck: true },
    );
    return observer;
  }

  /** Events that came after a later one of the same subject, without those that were published again. */
  get outOfOrder(): BusEvent[] {
    const last = new Map<string, string>();
    return [...this.#seen.values()].filter(({ subject, sequence }) => {
      const before = last.get(subject) ?? '';
      if (sequence > before) last.set(subject, sequence);
      return sequence < before;
    });
  }

  /** The events that have come, as uuids. */
  get ids(): Set<string> {
    return new Set([...this.#seen.keys()].map((id) => uuidOf('event', id as Id<'event'>)));
  }

  /** How many messages repeated an earlier one. */
  get repeated(): number {
    return this.messages.length - this.#seen.size;
  }

  /** The events of some types, in the order in which they first came. */
  of(...types: string[]): BusEvent[] {
    return [...this.#seen.values()].filter(({ type }) => types.includes(type));
  }

  /** The events of a load, as a history has them. */
  ofLoad({ tag, credential: { tenant } }: { tag: string; credential: { tenant: string } }): Seen[] {
    return this.of('ticket.created', 'ticket.updated')
      .filter(({ data }) => data.subject.startsWith(tag))
      .map(({ id: event, data: { id: ticket, subject } }) => ({ event, tenant, subject, ticket, at: 0 }));
  }

  async close(): Promise<void> {
    await this.model.close();
  }
}
