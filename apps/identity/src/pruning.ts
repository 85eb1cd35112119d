import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, Every, runAll } from '@parley/kernel';
import { Database, type Statement } from '@parley/persistence';
import { pruneAddresses, pruneAuditEvents } from './audit/audit.queries.ts';
import { IdentityConfig } from './identity.config.ts';
import { pruneConsentRequests } from './oauth/consents.queries.ts';
import { pruneCodes, pruneRefreshTokens } from './oauth/grants.queries.ts';
import { pruneLoginFailures } from './sign-in/login-throttle.queries.ts';
import { IDLE_MS } from './sign-in/sessions.ts';
import { pruneSessions } from './sign-in/sessions.queries.ts';
import { pruneAccessTokens } from './tokens/tokens.queries.ts';

/** Deletes expired credentials and sessions, and audit events past their retention. */
@Injectable()
export class Pruning {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
  ) {}

  @Every('60s', 'identity.prune')
  async prune(): Promise<void> {
    const retained = new Date(Date.now() - this.config.AUDIT_RETENTION);
    const statements: readonly (readonly [Statement<unknown, 'system'>, readonly unknown[]])[] = [
      [pruneConsentRequests, []],
      [pruneSessions, [new Date(Date.now() - IDLE_MS)]],
      [pruneCodes, []],
      [pruneRefreshTokens, []],
      [pruneLoginFailures, []],
      [pruneAccessTokens, []],
      [pruneAuditEvents, [retained]],
      [pruneAddresses, [retained]],
    ];
    await runAll(
      statements.map(
        ([statement, values]) =>
          () =>
            deleteInBatches(() => this.db.system(statement, values)),
      ),
    );
  }
}
