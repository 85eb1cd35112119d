import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { IdentityConfig } from '../identity.config.ts';
import { pruneAccessTokens } from '../tokens/tokens.queries.ts';
import { PRUNE_BATCH, pruneAddresses, pruneAuditEvents } from './audit.queries.ts';

const EVERY_MS = 10 * 60_000;

/** Removes what the audit log need not tell any more, and access tokens that expired a week ago. */
@Injectable()
export class Pruning implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running
        .then(() => this.prune())
        .catch((error: unknown) => this.logger.warn({ err: error }, 'what is too old stays'));
    }, EVERY_MS);
    this.#timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** In small batches, until nothing is left to remove: a large delete would hold locks for long. */
  async prune(): Promise<void> {
    const before = new Date(Date.now() - this.config.AUDIT_RETENTION);
    for (const [statement, values] of [
      [pruneAuditEvents, [before]],
      [pruneAddresses, [before]],
      [pruneAccessTokens, []],
    ] as const) {
      let pruned = PRUNE_BATCH;
      while (pruned === PRUNE_BATCH) pruned = (await this.db.system(statement, values)).length;
    }
  }
}
