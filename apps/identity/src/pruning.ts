import { Injectable } from '@nestjs/common';
import { deleteInBatches, Every, runAllTasks } from '@parley/runtime/scheduling';
import { Database, pruneStatement } from '@parley/persistence';
import { IdentityConfig } from './identity.config.ts';
import { IDLE_MS } from './sign-in/sessions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What is deleted, and how long after the time in its last column; `null`: the retention of the audit log. */
const PRUNED = [
  [pruneStatement('consent_request.prune', 'consent_request', 'id_hash, workspace_id', 'expires_at'), 0],
  [pruneStatement('login_session.prune', 'login_session', 'id_hash, workspace_id', 'last_seen_at'), IDLE_MS],
  // Used ones are kept for a day and until their expiry, so that their reuse is detected.
  [pruneStatement('oauth_code.prune', 'oauth_code', 'code_hash, workspace_id', 'expires_at'), DAY_MS],
  [pruneStatement('refresh_token.prune', 'refresh_token', 'token_hash, workspace_id', 'expires_at'), DAY_MS],
  [pruneStatement('invitation.prune', 'invitation', 'workspace_id, id', 'expires_at'), 0],
  [pruneStatement('password_reset.prune', 'password_reset', 'workspace_id, user_id', 'expires_at'), 0],
  [
    pruneStatement(
      'mailed_password_reset.prune',
      'mailed_password_reset',
      'token_hash, workspace_id',
      'expires_at',
    ),
    0,
  ],
  [pruneStatement('notice_request.prune', 'notice_request', 'id', 'expires_at'), 0],
  [pruneStatement('login_failure.prune', 'login_failure', 'subject', 'ends_at'), 0],
  // It is then unknown instead of expired.
  [
    pruneStatement('token.prune', 'token', 'workspace_id, id', 'expires_at', `kind = 'oauth_access_token'`),
    7 * DAY_MS,
  ],
  // Pages renew them before they expire.
  [
    pruneStatement('token.prune_of_sessions', 'token', 'workspace_id, id', 'expires_at', `kind = 'session'`),
    HOUR_MS,
  ],
  [pruneStatement('audit_entry.prune', 'audit_entry', 'workspace_id, id', 'at'), null],
  [
    pruneStatement(
      'credential_address.prune',
      'credential_address',
      'workspace_id, credential_id, address',
      'last_used_at',
    ),
    null,
  ],
] as const;

/** Deletes expired credentials and sessions, and audit entries past their retention. */
@Injectable()
export class Pruning {
  constructor(
    private readonly db: Database,
    private readonly config: IdentityConfig,
  ) {}

  @Every('60s', 'identity.prune')
  async prune(): Promise<void> {
    const tasks = PRUNED.map(([statement, ms]) => {
      const before = [new Date(Date.now() - (ms ?? this.config.AUDIT_RETENTION))];
      return () => deleteInBatches(() => this.db.system(statement, before));
    });
    await runAllTasks(tasks);
  }
}
