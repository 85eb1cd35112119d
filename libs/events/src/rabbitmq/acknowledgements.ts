import type { Channel, ConsumeMessage } from 'amqplib';

/** Batches the acknowledgements of one turn, since a quorum queue logs each: one `multiple`, and single ones behind a gap. */
export class Acknowledgements {
  /** Unacknowledged messages by delivery tag, oldest first, because the broker increments the tags of a channel. */
  readonly #pending = new Map<number, ConsumeMessage>();
  readonly #done = new Set<number>();
  #flushing: NodeJS.Immediate | undefined;

  /** @param failed called when the channel accepts no acknowledgements any more. */
  constructor(
    private readonly channel: Pick<Channel, 'ack'>,
    private readonly failed: (error: unknown) => void,
  ) {}

  received(message: ConsumeMessage): void {
    this.#pending.set(message.fields.deliveryTag, message);
  }

  /** Whether the message came on this channel and is not acknowledged: tags alone begin at 1 on every channel. */
  has(message: ConsumeMessage): boolean {
    return this.#pending.get(message.fields.deliveryTag) === message;
  }

  /** Acknowledges the message at the end of this turn; one of another channel is left to the consumer that has it now. */
  acknowledge(message: ConsumeMessage): void {
    if (!this.has(message)) return;
    this.#done.add(message.fields.deliveryTag);
    this.#flushing ??= setImmediate(() => this.flush());
  }

  /** Acknowledges now; a channel that is closed afterwards still sends it. */
  flush(): void {
    clearImmediate(this.#flushing);
    this.#flushing = undefined;
    try {
      let oldest: ConsumeMessage | undefined;
      for (const [tag, message] of this.#pending) {
        if (!this.#done.has(tag)) break;
        oldest = message;
        this.#forget(tag);
      }
      if (oldest !== undefined) this.channel.ack(oldest, true);
      for (const tag of this.#done) {
        const message = this.#pending.get(tag);
        this.#forget(tag);
        if (message !== undefined) this.channel.ack(message);
      }
    } catch (error) {
      this.failed(error);
    }
  }

  #forget(tag: number): void {
    this.#pending.delete(tag);
    this.#done.delete(tag);
  }
}
