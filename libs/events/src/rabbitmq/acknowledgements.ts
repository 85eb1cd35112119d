import type { Channel, ConsumeMessage } from 'amqplib';

/**
 * Acknowledges what is done with in one turn of the event loop together: the oldest by one answer that is for all before
 * it too, since a quorum queue writes each answer to its log; what older messages are still running beside, one by one.
 */
export class Acknowledgements {
  /** Delivery tags that have no answer yet, oldest first: the broker counts them up on each channel. */
  readonly #unanswered = new Map<number, ConsumeMessage>();
  readonly #done = new Set<number>();
  #flushing: NodeJS.Immediate | undefined;

  /** @param failed is told when the channel takes no answers any more. */
  constructor(
    private readonly channel: Pick<Channel, 'ack'>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Notes a message as it arrives. */
  received(message: ConsumeMessage): void {
    this.#unanswered.set(message.fields.deliveryTag, message);
  }

  /** Answers it with the others of the moment. */
  acknowledge(message: ConsumeMessage): void {
    this.#done.add(message.fields.deliveryTag);
    this.#flushing ??= setImmediate(() => this.flush());
  }

  /** Answers what is done with now: a channel that is closed afterwards still sends it. */
  flush(): void {
    clearImmediate(this.#flushing);
    this.#flushing = undefined;
    try {
      let oldest: ConsumeMessage | undefined;
      for (const [tag, message] of this.#unanswered) {
        if (!this.#done.has(tag)) break;
        oldest = message;
        this.#forget(tag);
      }
      if (oldest !== undefined) this.channel.ack(oldest, true);
      for (const tag of this.#done) {
        const message = this.#unanswered.get(tag);
        this.#forget(tag);
        if (message !== undefined) this.channel.ack(message);
      }
    } catch (error) {
      this.failed(error);
    }
  }

  #forget(tag: number): void {
    this.#unanswered.delete(tag);
    this.#done.delete(tag);
  }
}
