import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { ScheduledJob, deleteInBatches, type Logger } from '@parley/kernel';
import type { Database } from '../database.ts';
import { pruneExpired } from './idempotency.store.ts';

const EVERY_MS = 60_000;

/** Removes the answers that have expired. */
export class IdempotencyPruning implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #chore: ScheduledJob;

  constructor(
    private readonly database: Database,
    logger: Logger,
  ) {
    const failureMessage = 'expired idempotency keys stay for now';
    this.#chore = new ScheduledJob(() => this.prune(), { everyMs: EVERY_MS, failureMessage, logger });
  }

  onApplicationBootstrap(): void {
    this.#chore.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#chore.stop();
  }

  prune(): Promise<void> {
    return deleteInBatches(() => this.database.system(pruneExpired));
  }
}
