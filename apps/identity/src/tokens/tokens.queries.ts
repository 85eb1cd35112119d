import type { CredentialType, Plan } from '@parley/contracts';
import { systemStatement, workspaceStatement } from '@parley/persistence';
import type { UserRow } from '../users/user.entity.ts';
import type { TokenRow } from './token.entity.ts';

/** The user of a new token, active unless it is an API key; locked, so that a deactivation comes before it or revokes it. */
export const lockTokenUser = workspaceStatement<{ route_tag: string }>(
  'token.lock_user',
  `select w.route_tag from member m join workspace w on w.id = m.workspace_id
    where m.workspace_id = $1 and m.id = $2 and ($3::text = 'api_key' or m.status = 'active') for share of m`,
);

export type TokenLookupRow = Pick<UserRow, 'role' | 'status'> &
  Pick<TokenRow, 'kind' | 'workspace_id' | 'mode' | 'scopes' | 'user_id' | 'expires_at' | 'allowed_ips'> & {
    credential_id: string;
    has_session: boolean;
    app_id: string | null;
    revoked_at: Date | null;
    plan: Plan;
  };

export const findByHash = systemStatement<TokenLookupRow>(
  'token.find',
  'the workspace is not known before the token is found',
  `select t.kind, t.workspace_id, t.mode, t.scopes, t.user_id, coalesce(t.session_id, t.credential_id) as credential_id,
          s.id is not null as has_session, t.expires_at, t.allowed_ips, t.revoked_at, m.role, m.status, w.plan, g.app_id
     from token t
     join member m on m.workspace_id = t.workspace_id and m.id = t.user_id
     join workspace w on w.id = t.workspace_id
     left join login_session s on s.workspace_id = t.workspace_id and s.id = t.session_id
     left join oauth_grant g on g.workspace_id = t.workspace_id and g.id = t.grant_id
    where t.token_hash = $1`,
);

/**
 * A credential that has not ended, and does not before the transaction: `$2` is its uuid, which is that of the session for an access
 * token of one, and `$3` its kind.
 */
export const lockActiveCredential = workspaceStatement<{ id: string }>(
  'token.lock_active_credential',
  `select id from (
     select id from login_session where workspace_id = $1 and id = $2 and $3::text = 'session' for share) s
   union all
   select id from (
     select credential_id as id from token
      where workspace_id = $1 and credential_id = $2 and kind = $3 and revoked_at is null limit 1 for share) t`,
);

export interface HashRow {
  token_hash: Buffer;
}

/** The lifetime of a tombstone in the token store. */
const RECENTLY = `now() - interval '1 day'`;

/** Leaves out tokens that expired, or whose tombstone did. */
export const findTokensOfUser = workspaceStatement<HashRow & { is_revoked: boolean }>(
  'token.of_user',
  `select token_hash, revoked_at is not null as is_revoked from token
    where workspace_id = $1 and user_id = $2 and (revoked_at is null or revoked_at > ${RECENTLY})
      and (expires_at is null or expires_at > now())`,
);

/** All tokens that act as the user; API keys belong to the workspace. */
export const revokeTokensOfUser = workspaceStatement<{ credential_id: string; kind: CredentialType }>(
  'token.revoke_of_user',
  `update token set revoked_at = $3
    where workspace_id = $1 and user_id = $2 and kind <> 'api_key' and revoked_at is null
   returning credential_id, kind`,
);

/** Returns also tokens revoked before, which may not have reached the token store; it needs only those that have not expired. */
export const revokeTokensOfGrant = workspaceStatement<HashRow & { is_expired: boolean }>(
  'token.revoke_of_grant',
  `update token set revoked_at = coalesce(revoked_at, $3)
    where workspace_id = $1 and credential_id = $2 and kind = 'oauth_access_token'
      and (revoked_at is null or expires_at > now())
   returning token_hash, expires_at <= now() as is_expired`,
);

/** Rows in the order of the hashes, without one for an unknown hash. */
export const findRouteTags = systemStatement<{ route_tag: string }>(
  'token.route_tags',
  'the token store knows tokens by their hashes alone',
  `select w.route_tag from unnest($1::bytea[]) with ordinality as h(token_hash, position)
     join token t using (token_hash) join workspace w on w.id = t.workspace_id order by h.position`,
);

export const findRevokedSince = systemStatement<HashRow>(
  'token.revoked_since',
  'the token store renews the tombstones of all workspaces',
  'select token_hash from token where revoked_at >= $1 and (expires_at is null or expires_at > now())',
);

/**
 * Stores the last use of credentials, and an audit entry for each new address. Parallel arrays: uuid of the credential, time,
 * address or null, public id of the credential, id for an audit entry.
 */
export const recordUses = systemStatement<never>(
  'token.record_uses',
  'a batch of the credentials of all workspaces',
  `with used as (
     select * from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::uuid[])
       as u(credential_id, at, address, public_id, event_id)
   ), touched as (
     update token t set last_used_at = greatest(t.last_used_at, u.at)
       from (select credential_id, max(at) as at from used group by credential_id) u
      where t.credential_id = u.credential_id
        -- A grant may have many expired tokens.
        and (t.kind <> 'oauth_access_token' or t.expires_at > u.at)
     returning t.workspace_id, t.credential_id
   ), seen as (
     insert into credential_address (workspace_id, credential_id, address, first_used_at, last_used_at)
     select distinct t.workspace_id, u.credential_id, u.address, u.at, u.at
       from used u join touched t using (credential_id) where u.address is not null
     on conflict (workspace_id, credential_id, address)
       do update set last_used_at = greatest(credential_address.last_used_at, excluded.last_used_at)
     -- A row is new when no transaction has updated it.
     returning workspace_id, credential_id, address, (xmax = 0) as is_new
   )
   insert into audit_entry (workspace_id, id, at, type, actor_type, actor_id, credential_id, address, request_id, details)
   select s.workspace_id, u.event_id, u.at, 'credential.used_from_new_address', 'system', null, u.public_id, u.address, null,
          '{}'
     from seen s join used u using (credential_id, address) where s.is_new`,
);
