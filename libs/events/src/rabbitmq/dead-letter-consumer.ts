import { setTimeout as sleep } from 'node:timers/promises';
import { attemptOf, bodyText, causeOf, type Session } from '@parley/bus/internal';
import { InFlight } from '@parley/runtime/async';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { PoisonMessage } from '../transport.ts';
import type { Bus } from './bus.ts';

const BACKOFF_MS = { min: 1_000, max: 30_000 };

/** Moves dead letters from their queue to the database of their consumer, where operators can list and replay them. */
export class DeadLetterConsumer {
  readonly #running = new InFlight();
  readonly #closing = new AbortController();
  #channel: Channel | undefined;

  constructor(
    private readonly consumer: string,
    private readonly store: (message: PoisonMessage) => Promise<void>,
    private readonly bus: Pick<Bus, 'counters' | 'logger'>,
    private readonly session: Session,
  ) {}

  /** Consumes until it is closed or the session ends. */
  async open(model: ChannelModel, queue: string): Promise<void> {
    const channel = await this.session.openChannel(model);
    this.#channel = channel;
    await channel.prefetch(1);
    await this.session.consume(channel, queue, (message) => {
      void this.#running.track(this.#store(channel, message));
    });
  }

  /** Waits for the statement that runs; a dead letter that is not stored stays in its queue. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running.settled();
    if (this.#channel !== undefined) await this.session.closeChannel(this.#channel);
  }

  async #store(channel: Channel, message: ConsumeMessage): Promise<void> {
    const letter = { body: bodyText(message), cause: causeOf(message), attempts: attemptOf(message) };
    const signal = AbortSignal.any([this.session.signal, this.#closing.signal]);
    for (let delay = BACKOFF_MS.min; !signal.aborted; delay = Math.min(2 * delay, BACKOFF_MS.max)) {
      try {
        await this.store(letter);
        this.bus.counters.deadLettersStored += 1;
        channel.ack(message);
        return;
      } catch (error) {
        this.bus.logger.error(
          { event: 'dead_letter.store.failed', err: error, service: this.consumer },
          'Cannot store a dead letter',
        );
        await sleep(delay, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
