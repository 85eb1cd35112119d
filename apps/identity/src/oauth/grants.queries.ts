import { systemStatement, workspaceStatement } from '@parley/persistence';
import type { UserRow } from '../users/user.entity.ts';
import type { AuthorizationCodeRow, GrantRow, OAuthAppRow } from './oauth.entities.ts';

export type CodeRow = Pick<
  AuthorizationCodeRow,
  'app_id' | 'user_id' | 'redirect_uri' | 'scopes' | 'challenge'
> & {
  user_status: UserRow['status'];
  used_at: Date | null;
  grant_id: string | null;
};

const CODE =
  'c.app_id, c.user_id, m.status as user_status, c.redirect_uri, c.scopes, c.challenge, c.used_at, c.grant_id';

/** Deletes the codes of a deactivated user: a code must not become valid again with the user. */
export const deleteCodesOfUser = workspaceStatement<never>(
  'oauth_code.delete_of_user',
  'delete from oauth_code where workspace_id = $1 and user_id = $2 and used_at is null',
);

/** Waits for exchanges that have begun, whose grants a later statement sees. */
export const deleteCodesOfUserForApp = workspaceStatement<never>(
  'oauth_code.delete_of_user_for_app',
  'delete from oauth_code where workspace_id = $1 and user_id = $2 and app_id = $3 and used_at is null',
);

/** One of several concurrent requests gets the row; the others wait for its transaction and then find the code used. */
export const takeCode = workspaceStatement<CodeRow>(
  'oauth_code.take',
  `update oauth_code c set used_at = $4 from member m
    where c.workspace_id = $1 and c.code_hash = $2 and c.app_id = $3 and c.used_at is null and c.expires_at > $4
      and m.workspace_id = c.workspace_id and m.id = c.user_id
   returning ${CODE}`,
);

export const findCode = workspaceStatement<CodeRow>(
  'oauth_code.find',
  `select ${CODE} from oauth_code c join member m on m.workspace_id = c.workspace_id and m.id = c.user_id
    where c.workspace_id = $1 and c.code_hash = $2`,
);

export const setGrantOfCode = workspaceStatement<never>(
  'oauth_code.set_grant',
  'update oauth_code set grant_id = $3 where workspace_id = $1 and code_hash = $2',
);

/** The app of a new grant. The row is locked, so that a deletion of the app revokes the grant or prevents it. */
export const lockApp = workspaceStatement<Pick<OAuthAppRow, 'scopes'>>(
  'oauth_app.lock',
  'select scopes from oauth_app where workspace_id = $1 and id = $2 and deleted_at is null for share',
);

export type LockedGrantRow = Pick<GrantRow, 'id' | 'app_id' | 'user_id' | 'scopes' | 'expires_at'> & {
  user_status: UserRow['status'];
  revoked_at: Date | null;
};

/** Serializes all exchanges and revocations of tokens of the grant of a refresh token. */
export const lockGrantOfRefreshToken = {
  lock: workspaceStatement<{ id: string }>(
    'oauth_grant.lock',
    `select id from oauth_grant
      where workspace_id = $1 and id = (select grant_id from refresh_token where workspace_id = $1 and token_hash = $2)
        for update`,
  ),
  read: workspaceStatement<LockedGrantRow>(
    'oauth_grant.read_locked',
    `select g.id, g.app_id, g.user_id, m.status as user_status, g.scopes, g.expires_at, g.revoked_at
       from oauth_grant g join member m on m.workspace_id = g.workspace_id and m.id = g.user_id
      where g.workspace_id = $1 and g.id = any($2::uuid[])`,
  ),
};

export const revokeGrant = workspaceStatement<{ id: string; user_id: string; app_id: string }>(
  'oauth_grant.revoke',
  `update oauth_grant set revoked_at = $3 where workspace_id = $1 and id = $2 and revoked_at is null
   returning id, user_id, app_id`,
);

export const touchGrant = workspaceStatement<never>(
  'oauth_grant.touch',
  'update oauth_grant set refreshed_at = $3 where workspace_id = $1 and id = $2',
);

/** Grants in a fixed order, so that revocations cannot deadlock; with revoked ones, so that they can be repeated. */
export const findGrantsOfApp = workspaceStatement<{ id: string }>(
  'oauth_grant.of_app',
  'select id from oauth_grant where workspace_id = $1 and app_id = $2 order by id',
);

/** Locks them: a code that a remembered consent is making commits before, and no other is made. */
export const lockGrantsOfUserForApp = workspaceStatement<{ id: string }>(
  'oauth_grant.lock_of_user_for_app',
  'select id from oauth_grant where workspace_id = $1 and user_id = $2 and app_id = $3 order by id for update',
);

export type ConnectedAppRow = Pick<GrantRow, 'app_id' | 'scopes'> & {
  name: string;
  mode: OAuthAppRow['mode'];
  since: Date;
  last_used: Date;
  grant_ids: string[];
};

export const findConnectedApps = workspaceStatement<ConnectedAppRow>(
  'oauth_grant.connected_apps',
  `select g.app_id, a.name, a.mode, min(g.created_at) as since, max(g.refreshed_at) as last_used,
          array_agg(g.id) as grant_ids,
          (select array_agg(distinct s) from oauth_grant o, unnest(o.scopes) s
            where o.workspace_id = $1 and o.user_id = $2 and o.app_id = g.app_id and o.revoked_at is null
              and o.expires_at > now()) as scopes
     from oauth_grant g join oauth_app a on a.workspace_id = g.workspace_id and a.id = g.app_id
    where g.workspace_id = $1 and g.user_id = $2 and g.revoked_at is null and g.expires_at > now()
    group by g.app_id, a.name, a.mode order by a.name, g.app_id`,
);

export interface RefreshRow {
  expires_at: Date;
  encrypted_successor: Buffer | null;
  successor_used: boolean;
}

/** Read once its grant is locked, because the statement that waited for the lock may have seen an older row. */
export const findRefreshToken = workspaceStatement<RefreshRow>(
  'refresh_token.find',
  `select t.expires_at, t.encrypted_successor, s.successor_hash is not null as successor_used
     from refresh_token t
     left join refresh_token s on s.workspace_id = t.workspace_id and s.token_hash = t.successor_hash
    where t.workspace_id = $1 and t.token_hash = $2`,
);

export const setSuccessor = workspaceStatement<never>(
  'refresh_token.set_successor',
  `update refresh_token set successor_hash = $3, encrypted_successor = $4 where workspace_id = $1 and token_hash = $2`,
);

type GrantOfTokenRow = Pick<GrantRow, 'workspace_id' | 'app_id'> & { grant_id: string };

const ANY_WORKSPACE = 'a token of another workspace must not be taken for an unknown one';
const grantOf = (table: 'refresh_token' | 'token') =>
  `select g.workspace_id, g.id as grant_id, g.app_id from ${table} t
     join oauth_grant g on g.workspace_id = t.workspace_id and g.id = t.grant_id where t.token_hash = $1`;

/** The revocation endpoint looks a token up in all workspaces, because the request names none. */
export const findGrantOfRefreshToken = systemStatement<GrantOfTokenRow>(
  'refresh_token.grant',
  ANY_WORKSPACE,
  grantOf('refresh_token'),
);
export const findGrantOfAccessToken = systemStatement<GrantOfTokenRow>(
  'access_token.grant',
  ANY_WORKSPACE,
  grantOf('token'),
);

export const revokeAccessToken = workspaceStatement<never>(
  'access_token.revoke',
  `update token set revoked_at = coalesce(revoked_at, $3) where workspace_id = $1 and token_hash = $2`,
);

const WITHOUT_REMOVED = (scopes: string) =>
  `array(select s from unnest(${scopes}) with ordinality as o(s, position) where s = any($3::text[]) order by position)`;

/** Removes scopes from the active grants of an app that is registered for these only; in a fixed order, as above. */
export const narrowGrants = workspaceStatement<{ id: string; scopes: GrantRow['scopes'] }>(
  'oauth_grant.narrow',
  `update oauth_grant set scopes = ${WITHOUT_REMOVED('scopes')}
    where workspace_id = $1 and id in (
      select id from oauth_grant where workspace_id = $1 and app_id = $2 and revoked_at is null and not scopes <@ $3::text[]
       order by id for update)
   returning id, scopes`,
);

/** Removes the scopes from the access tokens too; they are those of the grant or fewer. */
export const narrowAccessTokens = workspaceStatement<never>(
  'access_token.narrow',
  `update token t set scopes = ${WITHOUT_REMOVED('t.scopes')} from oauth_grant g
    where t.workspace_id = $1 and g.workspace_id = t.workspace_id and g.id = t.grant_id and g.app_id = $2
      and t.kind = 'oauth_access_token' and t.revoked_at is null and t.expires_at > now() and not t.scopes <@ $3::text[]`,
);

/** All that have not expired. */
export const findAccessTokensOfApp = workspaceStatement<{ token_hash: Buffer; is_revoked: boolean }>(
  'access_token.of_app',
  `select t.token_hash, t.revoked_at is not null as is_revoked
     from oauth_grant g join token t on t.workspace_id = g.workspace_id and t.credential_id = g.id
    where g.workspace_id = $1 and g.app_id = $2 and t.kind = 'oauth_access_token' and t.expires_at > now()`,
);

/** Revokes the grants of a deactivated user: they stay revoked when the user is activated again. */
export const revokeGrantsOfUser = workspaceStatement<never>(
  'oauth_grant.revoke_of_user',
  'update oauth_grant set revoked_at = $3 where workspace_id = $1 and user_id = $2 and revoked_at is null',
);
