import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@parley/contracts';
import type { InFlight } from '@parley/kernel';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { StoreDeadLetter } from '../transport.ts';
import { attemptOf, bodyText, causeOf } from './message.ts';
import type { Bus } from './reconnecting-connection.ts';
import type { Session } from './session.ts';

const BACKOFF_MS = { min: 1_000, max: 30_000 };

/** Moves a service's dead letters from their queue to its database, where operators can list and replay them. */
export class DeadLetterConsumer {
  constructor(
    private readonly service: ServiceName,
    private readonly store: StoreDeadLetter,
    private readonly bus: Bus,
    private readonly running: InFlight,
  ) {}

  /** Consumes until the session ends. */
  async consume(model: ChannelModel, session: Session, queue: string): Promise<void> {
    const channel = await session.openChannel(model);
    await channel.prefetch(1);
    await session.consume(channel, queue, (message) => {
      void this.running.track(this.#store(channel, session, message));
    });
  }

  /** Retries until the message is stored, for as long as the session lasts. */
  async #store(channel: Channel, session: Session, message: ConsumeMessage): Promise<void> {
    const letter = { body: bodyText(message), cause: causeOf(message), attempts: attemptOf(message) };
    for (let delay = BACKOFF_MS.min; !session.isOver; delay = Math.min(2 * delay, BACKOFF_MS.max)) {
      try {
        await this.store(this.service, letter);
        this.bus.counters.deadLettersStored += 1;
        channel.ack(message);
        return;
      } catch (error) {
        this.bus.logger.error(
          { event: 'dead_letter.store.failed', err: error, service: this.service },
          'Cannot store a dead letter',
        );
        await sleep(delay, undefined, { signal: session.signal }).catch(() => undefined);
      }
    }
  }
}
