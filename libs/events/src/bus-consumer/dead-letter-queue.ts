import { withTimeout } from '@parley/runtime/async';
import type { ChannelModel, GetMessage } from 'amqplib';
import { attributesOf } from '../envelope.ts';
import { openChannel, withBroker } from '../rabbitmq/broker-connection.ts';
import { attemptOf, bodyText, causeOf, republished } from '../rabbitmq/message.ts';
import { subscriberTopology, type SubscriberTopology } from './topology.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const CONFIRM_TIMEOUT_MS = 5_000;

export interface WaitingDeadLetter {
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

  list(limit = 100): Promise<WaitingDeadLetter[]> {
    return this.#each(limit);
  }

  /** Gives dead letters to the subscriber once more, all of them or those with the ids. Returns those. */
  replay(ids?: readonly string[], limit = 1_000): Promise<WaitingDeadLetter[]> {
    return this.#each(limit, ids, async (model, message) => {
      const channel = await model.createConfirmChannel();
      const { body, options } = republished(message, { attempt: 1 });
      const returned: unknown[] = [];
      channel.on('return', (message) => returned.push(message));
      channel.publish(this.#topology.requeueExchange, this.name, body, options);
      await withTimeout(channel.waitForConfirms(), CONFIRM_TIMEOUT_MS, 'Publisher confirm');
      await channel.close();
      if (returned.length > 0) throw new Error(`queue ${this.name} does not exist`);
    });
  }

  /** Deletes dead letters, all of them or those with the ids. Returns those. */
  discard(ids?: readonly string[], limit = 1_000): Promise<WaitingDeadLetter[]> {
    return this.#each(limit, ids, () => Promise.resolve());
  }

  /** Takes letters out of the queue after `use`; without it, and on an error, they return when the channel is closed. */
  #each(
    limit: number,
    ids?: readonly string[],
    use?: (model: ChannelModel, message: GetMessage) => Promise<void>,
  ): Promise<WaitingDeadLetter[]> {
    return withBroker(this.url, CONNECT_TIMEOUT_MS, async (model) => {
      const channel = await openChannel(model);
      const found: WaitingDeadLetter[] = [];
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

function toDeadLetter(message: GetMessage): WaitingDeadLetter {
  const body = bodyText(message);
  const { id, type } = attributesOf(body);
  return { id, type, cause: causeOf(message), attempts: attemptOf(message), body };
}
