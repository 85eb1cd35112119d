import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, Every, PRUNE_BATCH, runAll } from '@parley/kernel';
import { Database, systemStatement } from '@parley/persistence';
import { IdentityConfig } from './identity.config.ts';
import { IDLE_MS } from './sign-in/sessions.ts';

const DAY_MS = 86_400_000;

const HOUSEKEEPING = 'housekeeping of all workspaces';

/** Deletes a batch of the rows of a table whose `age` is before `$1`, the oldest first. */
const deleteOldest = (table: string, key: string, age: string, condition = '') =>
  `delete from ${table} where (${key}) in (
     select ${key} from ${table} where ${age} < $1 ${condition} order by ${age} limit ${PRUNE_BATCH})
   returning 1 as pruned`;

const consentRequests = systemStatement<{ pruned: 1 }>(
  'consent_request.prune',
  HOUSEKEEPING,
  deleteOldest('consent_request', 'id_hash', 'expires_at'),
);
const sessions = systemStatement<{ pruned: 1 }>(
  'login_session.prune',
  HOUSEKEEPING,
  deleteOldest('login_session', 'id_hash', 'last_seen_at'),
);
const codes = systemStatement<{ pruned: 1 }>(
  'oauth_code.prune',
  HOUSEKEEPING,
  deleteOldest('oauth_code', 'code_hash', 'expires_at'),
);
const refreshTokens = systemStatement<{ pruned: 1 }>(
  'refresh_token.prune',
  HOUSEKEEPING,
  deleteOldest('refresh_token', 'token_hash', 'expires_at'),
);
const loginFailures = systemStatement<{ pruned: 1 }>(
  'login_failure.prune',
  HOUSEKEEPING,
  deleteOldest('login_failure', 'subject', 'ends_at'),
);
const accessTokens = systemStatement<{ pruned: 1 }>(
  'token.prune',
  HOUSEKEEPING,
  deleteOldest('token', 'token_hash', 'expires_at', "and kind = 'oauth_access_token'"),
);
const auditEvents = systemStatement<{ pruned: 1 }>(
  'audit.prune',
  HOUSEKEEPING,
  deleteOldest('audit_event', 'workspace_id, id', 'at'),
);
const addresses = systemStatement<{ pruned: 1 }>(
  'audit.prune_addresses',
  HOUSEKEEPING,
  deleteOldest('credential_address', 'credential_id, address', 'last_used_at'),
);

/** Deletes expired credentials and sessions, and audit events past their retention. */
@Injectable()
export class Pruning {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
  ) {}

  @Every('60s', 'identity.prune')
  async prune(): Promise<void> {
    const ages = [
      [consentRequests, 0],
      [sessions, IDLE_MS],
      // Used ones are kept for a day and until their expiry, so that their reuse is detected.
      [codes, DAY_MS],
      [refreshTokens, DAY_MS],
      [loginFailures, 0],
      // It is then unknown instead of expired.
      [accessTokens, 7 * DAY_MS],
      [auditEvents, this.config.AUDIT_RETENTION],
      [addresses, this.config.AUDIT_RETENTION],
    ] as const;
    const now = Date.now();
    await runAll(
      ages.map(
        ([statement, ms]) =>
          () =>
            deleteInBatches(() => this.db.system(statement, [new Date(now - ms)])),
      ),
    );
  }
}
