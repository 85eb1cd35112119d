import type { Logger, Transactor } from '@parley/kernel';

const EVERY_MS = 60_000;
/** Small batches: a large delete would hold locks and bloat the table at once. */
const BATCH = 1_000;

/** Published events stay a day, for inspection. Inbox entries stay longer than any event can be redelivered. */
const STATEMENTS = {
  'outbox.prune': `delete from outbox where id in (
    select id from outbox where published_at < now() - interval '1 day' order by published_at limit ${BATCH})
    returning 1 as pruned`,
  'inbox.prune': `delete from inbox where (consumer, message_id) in (
    select consumer, message_id from inbox where received_at < now() - interval '7 days' order by received_at limit ${BATCH})
    returning 1 as pruned`,
} as const;

/** Removes what nobody needs any more from outbox and inbox. */
export class Pruning {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly transactor: Transactor,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.prune());
    }, EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Goes on until nothing is left to remove: at 1,000 events a second a batch a minute would never catch up. */
  async prune(): Promise<void> {
    for (const [name, text] of Object.entries(STATEMENTS)) {
      try {
        let pruned = BATCH;
        while (pruned === BATCH) pruned = (await this.transactor.raw(name, text, [])).length;
      } catch (error) {
        this.logger.warn({ err: error }, `${name} failed`);
      }
    }
  }
}
