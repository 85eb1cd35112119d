import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ScheduledJob, runAll, LOGGER, deleteInBatches, type Logger } from '@parley/kernel';
import { Database, type Statement } from '@parley/persistence';
import { pruneAddresses, pruneAuditEvents } from './audit/audit.queries.ts';
import { IdentityConfig } from './identity.config.ts';
import { pruneConsentRequests } from './oauth/consents.queries.ts';
import { pruneCodes, pruneRefreshTokens } from './oauth/grants.queries.ts';
import { pruneAttempts } from './sign-in/attempts.queries.ts';
import { IDLE_MS } from './sign-in/sessions.ts';
import { pruneSessions } from './sign-in/sessions.queries.ts';
import { pruneAccessTokens } from './tokens/tokens.queries.ts';

const EVERY_MS = 60_000;

/** Removes what has ended, and what the audit log need not tell any more. */
@Injectable()
export class Pruning implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #chore: ScheduledJob;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    const failureMessage = 'what has ended stays for now';
    this.#chore = new ScheduledJob(() => this.prune(), { everyMs: EVERY_MS, failureMessage, logger });
  }

  onApplicationBootstrap(): void {
    this.#chore.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#chore.stop();
  }

  async prune(): Promise<void> {
    const untold = new Date(Date.now() - this.config.AUDIT_RETENTION);
    const ended: readonly (readonly [Statement<unknown, 'system'>, readonly unknown[]])[] = [
      [pruneConsentRequests, []],
      [pruneSessions, [new Date(Date.now() - IDLE_MS)]],
      [pruneCodes, []],
      [pruneRefreshTokens, []],
      [pruneAttempts, []],
      [pruneAccessTokens, []],
      [pruneAuditEvents, [untold]],
      [pruneAddresses, [untold]],
    ];
    await runAll(
      ended.map(
        ([statement, values]) =>
          () =>
            deleteInBatches(() => this.db.system(statement, values)),
      ),
    );
  }
}
