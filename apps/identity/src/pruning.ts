import { Injectable } from '@nestjs/common';
import { deleteInBatches, Every, runAllTasks } from '@parley/runtime/scheduling';
import { Database, pruneStatement } from '@parley/persistence';
import { IdentityConfig } from './identity.config.ts';
import { IDLE_MS } from './sign-in/sessions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const consentRequests = pruneStatement(
  'consent_request.prune',
  'consent_request',
  'id_hash, workspace_id',
  'expires_at',
);
const sessions = pruneStatement(
  'login_session.prune',
  'login_session',
  'id_hash, workspace_id',
  'last_seen_at',
);
const codes = pruneStatement('oauth_code.prune', 'oauth_code', 'code_hash, workspace_id', 'expires_at');
const refreshTokens = pruneStatement(
  'refresh_token.prune',
  'refresh_token',
  'token_hash, workspace_id',
  'expires_at',
);
const invitations = pruneStatement('invitation.prune', 'invitation', 'workspace_id, id', 'expires_at');
const passwordResets = pruneStatement(
  'password_reset.prune',
  'password_reset',
  'workspace_id, user_id',
  'expires_at',
);
const loginFailures = pruneStatement('login_failure.prune', 'login_failure', 'subject', 'ends_at');
const accessTokens = pruneStatement(
  'token.prune',
  'token',
  'workspace_id, id',
  'expires_at',
  `kind = 'oauth_access_token'`,
);
const sessionTokens = pruneStatement(
  'token.prune_of_sessions',
  'token',
  'workspace_id, id',
  'expires_at',
  `kind = 'session'`,
);
const auditEntries = pruneStatement('audit_entry.prune', 'audit_entry', 'workspace_id, id', 'at');
const addresses = pruneStatement(
  'credential_address.prune',
  'credential_address',
  'workspace_id, credential_id, address',
  'last_used_at',
);

/** Deletes expired credentials and sessions, and audit entries past their retention. */
@Injectable()
export class Pruning {
  constructor(
    private readonly db: Database,
    private readonly config: IdentityConfig,
  ) {}

  @Every('60s', 'identity.prune')
  async prune(): Promise<void> {
    const ages = [
      [consentRequests, 0],
      [sessions, IDLE_MS],
      // Used ones are kept for a day and until their expiry, so that their reuse is detected.
      [codes, DAY_MS],
      [refreshTokens, DAY_MS],
      [invitations, 0],
      [passwordResets, 0],
      [loginFailures, 0],
      // It is then unknown instead of expired.
      [accessTokens, 7 * DAY_MS],
      // Pages renew them before they expire.
      [sessionTokens, HOUR_MS],
      [auditEntries, this.config.AUDIT_RETENTION],
      [addresses, this.config.AUDIT_RETENTION],
    ] as const;
    const tasks = ages.map(([statement, ms]) => {
      const before = [new Date(Date.now() - ms)];
      return () => deleteInBatches(() => this.db.system(statement, before));
    });
    await runAllTasks(tasks);
  }
}
