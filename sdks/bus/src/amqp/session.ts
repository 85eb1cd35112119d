import type { Channel, ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';

/** One connection with its channels. The first fault of any of them ends the whole session. */
export class Session {
  readonly #ending = new AbortController();
  readonly ended: Promise<Error>;
  readonly fail = (cause?: unknown): void => this.#ending.abort(toError(cause ?? 'closed'));

  constructor() {
    this.ended = new Promise((resolve) => {
      this.signal.addEventListener('abort', () => resolve(toError(this.signal.reason)), { once: true });
    });
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  async openChannel(model: ChannelModel): Promise<Channel> {
    return this.#bind(await model.createChannel());
  }

  /** A channel with publisher confirms whose end ends the session. */
  async openConfirmChannel(model: ChannelModel): Promise<ConfirmChannel> {
    return this.#bind(await model.createConfirmChannel());
  }

  async consume(channel: Channel, queue: string, receive: (message: ConsumeMessage) => void): Promise<void> {
    await channel.consume(queue, (message) => {
      // The queue was deleted, its node went down, or RabbitMQ 4.3 reached its consumer timeout.
      if (message === null) this.fail(`the broker cancelled the consumer of ${queue}`);
      else receive(message);
    });
  }

  /** Closes a channel after what it has sent, and returns what it has not acknowledged. The session goes on. */
  async closeChannel(channel: Channel): Promise<void> {
    channel.off('close', this.#channelClosed);
    await channel.close();
  }

  readonly #channelClosed = (): void => this.fail('channel closed');

  #bind<C extends Channel>(channel: C): C {
    channel.on('error', this.fail);
    channel.on('close', this.#channelClosed);
    return channel;
  }
}

export function toError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
