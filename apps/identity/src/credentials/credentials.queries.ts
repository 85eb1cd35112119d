import { workspaceStatement } from '@parley/persistence';
import type { TokenRow } from '../tokens/token.entity.ts';
import type { UserRow } from '../users/user.entity.ts';

/** The user in whose name the operator creates an API key. */
export const findFirstAdmin = workspaceStatement<{ id: string }>(
  'key.creator',
  `select id from member where workspace_id = $1 and role = 'admin' order by status, created_at, id limit 1`,
);

export const findUserByEmail = workspaceStatement<Pick<UserRow, 'id' | 'role' | 'status'>>(
  'pat.user',
  'select id, role, status from member where workspace_id = $1 and email_key = $2 for share',
);

export interface ListedCredentialRow
  extends
    Pick<
      TokenRow,
      'id' | 'mode' | 'user_id' | 'name' | 'scopes' | 'last4' | 'created_at' | 'expires_at' | 'allowed_ips'
    >,
    Pick<UserRow, 'email'> {
  user_name: string;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const LISTED = `select t.id, t.mode, t.user_id, m.email, m.name as user_name, t.name, t.scopes, t.last4, t.created_at,
          t.last_used_at, t.revoked_at, t.expires_at, t.allowed_ips
     from token t join member m on m.workspace_id = t.workspace_id and m.id = t.user_id
    where t.workspace_id = $1 and t.kind = $2`;

export const listCredentials = workspaceStatement<ListedCredentialRow>(
  'credential.list',
  `${LISTED} order by t.created_at desc, t.id desc`,
);

/** Those of one user, unless `$3` is null, that were valid at some time since `$4`. */
export const listRecentCredentials = workspaceStatement<ListedCredentialRow>(
  'credential.list_recent',
  `${LISTED} and ($3::uuid is null or t.user_id = $3)
      and (t.revoked_at is null or t.revoked_at > $4) and (t.expires_at is null or t.expires_at > $4)
    order by t.created_at desc, t.id desc limit 1000`,
);

/** Keeps the time of the first revocation, so that a repeat changes nothing. `$5` is the only user whose token it may be, or null. */
export const revokeCredential = workspaceStatement<{
  token_hash: Buffer;
  revoked_at: Date;
  was_revoked: boolean;
  user_id: string;
}>(
  'credential.revoke',
  `update token t set revoked_at = coalesce(t.revoked_at, $4)
     from (select id, revoked_at is not null as was_revoked from token
            where workspace_id = $1 and id = $2 and kind = $3 and ($5::uuid is null or user_id = $5) for update) o
    where t.workspace_id = $1 and t.id = o.id
   returning t.token_hash, t.revoked_at, o.was_revoked, t.user_id`,
);

/** Ends the links for a password that a key, a token or a grant has made, when it is revoked. */
export const deletePasswordResetsOfCredential = workspaceStatement<never>(
  'password_reset.delete_of_credential',
  'delete from password_reset where workspace_id = $1 and credential_id = $2',
);
