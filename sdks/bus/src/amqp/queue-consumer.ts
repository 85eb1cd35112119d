import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { InFlight } from '../concurrency.ts';
import type { Session } from './session.ts';

/** Prefetch of one queue: those of all fill two transactions, and take less than the 30 minutes of a consumer's timeout. */
const PREFETCH = 25;

/**
 * The consumer of one work queue, on a channel of its own, whose end gives the queue to the next process. It is never
 * cancelled alone: an event could be handled there while this process still handles the one before it.
 */
export class QueueConsumer {
  readonly #running = new InFlight();
  #channel: Channel | undefined;
  #acknowledgements: Acknowledgements | undefined;
  #isActive = false;

  constructor(
    readonly queue: string,
    private readonly model: ChannelModel,
    private readonly session: Session,
    private readonly receive: (consumer: QueueConsumer, message: ConsumeMessage) => void,
  ) {}

  /** Whether a message may still be handled here; otherwise the broker has given it to the next consumer, or will. */
  holds(message: ConsumeMessage): boolean {
    return (
      this.#channel !== undefined && !this.session.isOver && this.#acknowledgements?.has(message) === true
    );
  }

  /** Joins the consumers of the queue, behind those that wait already. */
  async open(): Promise<void> {
    const channel = await this.session.openChannel(this.model);
    await channel.prefetch(PREFETCH);
    const acknowledgements = new Acknowledgements(channel, this.session.fail);
    [this.#channel, this.#acknowledgements] = [channel, acknowledgements];
    await this.session.consume(channel, this.queue, (message) => {
      this.#isActive = true;
      acknowledgements.received(message);
      this.receive(this, message);
    });
  }

  track(work: Promise<void>): Promise<void> {
    return this.#running.track(work);
  }

  acknowledge(message: ConsumeMessage): void {
    this.#acknowledgements?.acknowledge(message);
  }

  /** Ends the session: what is not acknowledged goes to the next consumer, or to this process later. */
  end(cause: unknown): void {
    this.session.fail(cause);
  }

  /** Starts no more handlers, waits for those that run, and returns the rest to the queue. */
  async close(): Promise<void> {
    const [channel, acknowledgements] = [this.#channel, this.#acknowledgements];
    if (channel === undefined) return;
    this.#channel = undefined;
    await this.#running.settled();
    // Before the close, which waits in the same buffer: the messages would be redelivered otherwise.
    acknowledgements?.flush();
    await this.session.closeChannel(channel);
  }

  /** Whether messages arrived since the last call: the broker delivers to this process. */
  wasActive(): boolean {
    const wasActive = this.#isActive;
    this.#isActive = false;
    return wasActive;
  }
}

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
