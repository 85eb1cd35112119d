import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Chore, pruneAll, type Logger } from '@parley/kernel';
import type { Database } from '../database.ts';
import { pruneExpired } from './idempotency.store.ts';

const EVERY_MS = 60_000;

/** Removes the answers that have expired. */
export class IdempotencyPruning implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #chore: Chore;

  constructor(
    private readonly database: Database,
    logger: Logger,
  ) {
    const trouble = 'expired idempotency keys stay for now';
    this.#chore = new Chore(() => this.prune(), { everyMs: EVERY_MS, trouble, logger });
  }

  onApplicationBootstrap(): void {
    this.#chore.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#chore.stop();
  }

  prune(): Promise<void> {
    return pruneAll(() => this.database.system(pruneExpired));
  }
}
