import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ScheduledJob, LOGGER, type Logger } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { renewNextWords } from './projections.queries.ts';

const EVERY_MS = 500;

/**
 * Has the records of renamed and deleted contacts found by what these are now, where they are too many for the
 * transaction that takes the news. Several processes may do it: a contact is taken by one. What is left to do is in the
 * database, so it survives a crash.
 */
@Injectable()
export class ReindexJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #chore: ScheduledJob;
  #stopped = false;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    const failureMessage = 'some records are found by an earlier name of their contact for now';
    this.#chore = new ScheduledJob(() => this.renewAll(), { everyMs: EVERY_MS, failureMessage, logger });
  }

  onApplicationBootstrap(): void {
    this.#chore.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    return this.#chore.stop();
  }

  /** Renews some at a time until nothing is left but what others are at work on. */
  async renewAll(): Promise<void> {
    let more = true;
    while (more && !this.#stopped) more = (await this.db.system(renewNextWords))[0]?.more === true;
  }
}
