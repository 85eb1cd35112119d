import type { ServiceName } from '@parley/contracts';
import type { Logger } from '@parley/kernel';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Park } from '../transport.ts';
import type { BusCounters } from './counters.ts';
import { openChannel, type Life } from './link.ts';
import { attemptOf, bodyText, causeOf } from './message.ts';
import { pause } from './waiting.ts';

const WAIT_MS = { first: 1_000, most: 30_000 };

/** Moves a service's dead messages to its database, where operators can see and replay them. */
export class DeadLetters {
  readonly running = new Set<Promise<void>>();

  constructor(
    private readonly service: ServiceName,
    private readonly park: Park,
    private readonly counters: BusCounters,
    private readonly logger: Logger,
  ) {}

  /** Consumes until the life ends; answers how to stop earlier. */
  async consume(
    model: ChannelModel,
    life: Life,
    queue: string,
  ): Promise<{ cancel: () => Promise<unknown>; close: () => Promise<void> }> {
    const channel = await openChannel(model, life);
    await channel.prefetch(1);
    const { consumerTag } = await channel.consume(queue, (message) => {
      if (message === null) {
        life.fail('the broker cancelled the consumer of dead messages');
        return;
      }
      const run = this.#take(channel, life, message);
      this.running.add(run);
      void run.finally(() => this.running.delete(run));
    });
    return { cancel: () => channel.cancel(consumerTag), close: () => channel.close() };
  }

  /** Holds on to the message until it is parked, for as long as that takes. */
  async #take(channel: Channel, life: Life, message: ConsumeMessage): Promise<void> {
    const letter = { body: bodyText(message), cause: causeOf(message), attempts: attemptOf(message) };
    for (let wait = WAIT_MS.first; !life.over; wait = Math.min(2 * wait, WAIT_MS.most)) {
      try {
        await this.park(this.service, letter);
        this.counters.parked += 1;
        channel.ack(message);
        return;
      } catch (error) {
        this.logger.error({ err: error, service: this.service }, 'a dead message could not be parked');
        await pause(wait, life.signal);
      }
    }
  }
}
