import { uuidOf, type Id } from '@parley/contracts';
import type { Receiver } from '@parley/testing';
import { connect, type ChannelModel } from 'amqplib';
import { SERVERS } from '../../setup/services-process.mjs';
import type { MixedLoad } from './mixed-load.ts';

interface BusEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly sequence: string;
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

  /** Subjects of the events of a type. */
  subjectsOf(type: string): string[] {
    return [...this.#seen.values()].filter((event) => event.type === type).map(({ subject }) => subject);
  }

  async close(): Promise<void> {
    await this.model.close();
  }
}

/** How often each event is to be delivered, by its name and the id of its record. */
export function expectedDeliveries(load: MixedLoad): Map<string, number> {
  const expected = new Map<string, number>();
  for (const [id, updates] of load.tickets) {
    expected.set(`ticket.created ${id}`, 1);
    if (updates > 0) expected.set(`ticket.updated ${id}`, updates);
  }
  for (const id of load.messages) expected.set(`message.created ${id}`, 1);
  for (const [id, { changes }] of load.contacts)
    if (changes > 0) expected.set(`contact.updated ${id}`, changes);
  return expected;
}

/** How often each event was delivered, repeated attempts aside. */
export function deliveriesAt(receiver: Receiver): { counts: Map<string, number>; repeated: number } {
  const counts = new Map<string, number>();
  const { events } = receiver;
  for (const { body } of events) {
    const key = `${body.event} ${String(body.data['id'])}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { counts, repeated: receiver.deliveries.length - events.length };
}

/** What differs, as `ticket.updated ticket_…: 2 of 3`. */
export function differences(
  found: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, number>,
): string[] {
  return [...expected]
    .filter(([key, count]) => (found.get(key) ?? 0) !== count)
    .map(([key, count]) => `${key}: ${found.get(key) ?? 0} of ${count}`);
}
