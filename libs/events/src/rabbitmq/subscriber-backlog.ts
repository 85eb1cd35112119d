import { withTimeout } from '@parley/runtime/async';
import type { Channel } from 'amqplib';

/** Events that may wait in the queues of one service: at 500 per second, 0.3 s for the next. Enough to keep it busy. */
const MAX_WAITING = 150;
const RECHECK_EVENTS = 50;
/** While subscribers are behind, the queues are checked no more often than this. */
const RECHECK_MS = 50;
const CHECK_TIMEOUT_MS = 1_000;

/** How far the subscribers are behind: what is not in their queues yet can still be given another order. */
export class SubscriberBacklog {
  #waiting = 0;
  #publishedSince = 0;
  #checkedAt = -Infinity;

  constructor(
    private readonly channel: Channel,
    private readonly queuesOfServices: readonly (readonly string[])[],
  ) {}

  published(events: number): void {
    this.#publishedSince += events;
  }

  /** How many events can be published until the slowest service has {@link MAX_WAITING}. Throws if the broker is silent. */
  async capacity(): Promise<number> {
    if (this.#isStale()) await this.#check();
    return Math.max(0, MAX_WAITING - this.#waiting - this.#publishedSince);
  }

  /** Few events between two looks cannot fill a queue that was short. */
  #isStale(): boolean {
    const isShort = this.#waiting < MAX_WAITING / 2;
    if (isShort) return this.#publishedSince >= RECHECK_EVENTS;
    return performance.now() - this.#checkedAt >= RECHECK_MS;
  }

  async #check(): Promise<void> {
    const lengths = await withTimeout(
      Promise.all(this.queuesOfServices.map((queues) => this.#lengthOf(queues))),
      CHECK_TIMEOUT_MS,
      'Queue check',
    );
    this.#waiting = Math.max(0, ...lengths);
    this.#publishedSince = 0;
    this.#checkedAt = performance.now();
  }

  /** Counts the queues that are consumed: a service that does not run must not slow down the others. */
  async #lengthOf(queues: readonly string[]): Promise<number> {
    const states = await Promise.all(queues.map((queue) => this.channel.checkQueue(queue)));
    return states.reduce((sum, state) => sum + (state.consumerCount === 0 ? 0 : state.messageCount), 0);
  }
}
