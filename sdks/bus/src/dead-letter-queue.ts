import type { ChannelModel, GetMessage } from 'amqplib';
import { openChannel, withBroker } from './amqp/broker-connection.ts';
import { attemptOf, bodyText, causeOf, republished } from './amqp/message.ts';
import { withTimeout } from './concurrency.ts';
import { jsonObjectOf } from './event.ts';
import { subscriberTopology, type SubscriberTopology } from './subscriber-topology.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const CONFIRM_TIMEOUT_MS = 5_000;

export interface DeadLetter {
  readonly id: string | undefined;
  readonly type: string | undefined;
  readonly cause: string;
  readonly attempts: number;
  /** As received; `base64:…` if it is not text. */
  readonly body: string;
}

/** The dead letters of a subscriber, which wait in the queue `<name>.dead`. */
export class DeadLetterQueue {
  readonly #topology: SubscriberTopology;

  constructor(
    private readonly url: string,
    private readonly name: string,
  ) {
    this.#topology = subscriberTopology(name, [], '');
  }

  /** The oldest dead letters, which stay where they are. */
  list(limit = 100): Promise<DeadLetter[]> {
    return this.#each(limit);
  }

  /** Gives dead letters to the subscriber once more, all of them or those with the ids. Returns those. */
  replay(ids?: readonly string[], limit = 1_000): Promise<DeadLetter[]> {
    return this.#each(limit, ids, async (model, message) => {
      const channel = await model.createConfirmChannel();
      // The confirm reports it.
      channel.on('error', () => undefined);
      const { body, options } = republished(message, { attempt: 1 });
      const returned: unknown[] = [];
      channel.on('return', (unroutable) => returned.push(unroutable));
      channel.publish(this.#topology.requeueExchange, this.name, body, options);
      await withTimeout(channel.waitForConfirms(), CONFIRM_TIMEOUT_MS, 'Publisher confirm');
      await channel.close();
      if (returned.length > 0) throw new Error(`queue ${this.name} does not exist`);
    });
  }

  /** Deletes dead letters, all of them or those with the ids. Returns those. */
  discard(ids?: readonly string[], limit = 1_000): Promise<DeadLetter[]> {
    return this.#each(limit, ids, () => Promise.resolve());
  }

  /** Takes letters out of the queue after `use`; without it, and on an error, they return when the channel is closed. */
  #each(
    limit: number,
    ids?: readonly string[],
    use?: (model: ChannelModel, message: GetMessage) => Promise<void>,
  ): Promise<DeadLetter[]> {
    return withBroker(this.url, CONNECT_TIMEOUT_MS, async (model) => {
      const channel = await openChannel(model);
      const found: DeadLetter[] = [];
      // As many as are in the queue now: what is returned meanwhile would come again.
      const { messageCount } = await channel.checkQueue(this.#topology.queues.dead);
      for (let count = 0; count < Math.min(limit, messageCount); count += 1) {
        const message = await channel.get(this.#topology.queues.dead);
        if (message === false) break;
        const letter = toDeadLetter(message);
        if (ids !== undefined && (letter.id === undefined || !ids.includes(letter.id))) continue;
        await use?.(model, message);
        found.push(letter);
        if (use !== undefined) channel.ack(message);
      }
      await channel.close();
      return found;
    });
  }
}

function toDeadLetter(message: GetMessage): DeadLetter {
  const body = bodyText(message);
  const { id, type } = jsonObjectOf(body) ?? {};
  return { id: text(id), type: text(type), cause: causeOf(message), attempts: attemptOf(message), body };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
