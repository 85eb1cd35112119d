import type { ConfirmChannel } from 'amqplib';
import { Semaphore, withTimeout } from '../concurrency.ts';
import type { Outgoing } from './message.ts';
import { toError, type Session } from './session.ts';

/** Unconfirmed messages at a time: enough to hide the round trip, few enough to send again after a loss. */
const MAX_IN_FLIGHT = 256;

/** Publishes messages in the order of the calls, and waits for their confirms. */
export class ConfirmedSender {
  readonly #inFlight = new Semaphore(MAX_IN_FLIGHT);
  /** Ids of returned messages: the broker returns an unroutable message before it confirms it. */
  readonly #returned = new Set<unknown>();

  constructor(
    private readonly channel: ConfirmChannel,
    private readonly session: Session,
    private readonly timeoutMs: number,
  ) {
    channel.on('return', ({ properties }) => this.#returned.add(properties.messageId));
  }

  /**
   * Returns whether a queue accepted the message. Throws if the broker refused it or did not confirm it, which ends the
   * session: 1,001 of 2,200 messages of a cut connection had arrived. `isCurrent` is asked when it is its turn.
   */
  async send(
    exchange: string,
    key: string,
    { body, options }: Outgoing,
    isCurrent: () => boolean = () => true,
  ): Promise<{ routed: boolean }> {
    await this.#inFlight.acquire();
    if (!isCurrent()) {
      this.#inFlight.release();
      throw new Error('the right to publish this message has ended');
    }
    const state = { settled: false };
    const confirmed = new Promise<void>((resolve, reject) => {
      this.channel.publish(exchange, key, body, options, (error: unknown) => {
        if (error === null) resolve();
        else reject(toError(error));
      });
    }).finally(() => {
      state.settled = true;
      this.#inFlight.release();
    });
    try {
      await withTimeout(confirmed, this.timeoutMs, 'Publisher confirm');
    } catch (error) {
      this.#returned.delete(options.messageId);
      if (!state.settled) this.session.fail(error);
      throw error;
    }
    return { routed: !this.#returned.delete(options.messageId) };
  }
}
