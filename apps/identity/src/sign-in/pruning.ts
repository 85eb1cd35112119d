import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@parley/kernel';
import { Database, type Statement } from '@parley/persistence';
import { PRUNE_BATCH as ATTEMPTS, pruneAttempts } from './attempts.queries.ts';
import { IDLE_MS } from './sessions.ts';
import { PRUNE_BATCH as SESSIONS, pruneSessions } from './sessions.queries.ts';
import { PRUNE_BATCH as REQUESTS, pruneConsentRequests } from '../oauth/consents.queries.ts';
import { PRUNE_BATCH as GRANTS, pruneCodes, pruneRefreshTokens } from '../oauth/grants.queries.ts';

const EVERY_MS = 60_000;

/** Removes what has ended: codes, refresh tokens, sessions, questions that nobody answered, counts of failures. */
@Injectable()
export class SignInPruning implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running
        .then(() => this.prune())
        .catch((error: unknown) => this.logger.warn({ err: error }, 'what has ended stays for now'));
    }, EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async prune(): Promise<void> {
    await this.#all(pruneConsentRequests, [], REQUESTS);
    await this.#all(pruneSessions, [new Date(Date.now() - IDLE_MS)], SESSIONS);
    await this.#all(pruneCodes, [], GRANTS);
    await this.#all(pruneRefreshTokens, [], GRANTS);
    await this.#all(pruneAttempts, [], ATTEMPTS);
  }

  async #all(
    statement: Statement<{ pruned: 1 }, 'system'>,
    values: readonly unknown[],
    batch: number,
  ): Promise<void> {
    let pruned = batch;
    while (pruned === batch) pruned = (await this.db.system(statement, values)).length;
  }
}
