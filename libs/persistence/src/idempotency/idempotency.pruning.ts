import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '@parley/kernel';
import type { Database } from '../database.ts';
import { PRUNE_BATCH, pruneExpired } from './idempotency.store.ts';

const EVERY_MS = 60_000;

/** Removes the answers that have expired. */
export class IdempotencyPruning implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running
        .then(() => this.prune())
        .catch((error: unknown) => this.logger.warn({ err: error }, 'expired idempotency keys stay'));
    }, EVERY_MS);
    this.#timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async prune(): Promise<void> {
    let pruned = PRUNE_BATCH;
    while (pruned === PRUNE_BATCH) pruned = (await this.database.system(pruneExpired)).length;
  }
}
