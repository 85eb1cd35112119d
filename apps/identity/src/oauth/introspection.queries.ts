import { workspaceStatement } from '@parley/persistence';
import type { UserRow } from '../users/user.entity.ts';
import type { GrantRow } from './oauth.entities.ts';

/** A valid token of an app and its user. */
export type IntrospectedRow = Pick<GrantRow, 'user_id' | 'scopes'> &
  Pick<UserRow, 'email' | 'role'> & { expires_at: Date; created_at: Date | null };

const ACTIVE_GRANT_OF_APP = `g.workspace_id = t.workspace_id and g.id = t.grant_id and g.app_id = $3
       and g.revoked_at is null and g.expires_at > now()
     join member m on m.workspace_id = g.workspace_id and m.id = g.user_id and m.status = 'active'`;

export const introspectAccessToken = workspaceStatement<IntrospectedRow>(
  'access_token.introspect',
  `select g.user_id, t.scopes, m.email, m.role, t.expires_at, t.created_at
     from token t join oauth_grant g on ${ACTIVE_GRANT_OF_APP}
    where t.workspace_id = $1 and t.token_hash = $2 and t.revoked_at is null and t.expires_at > now()`,
);

/** A token whose successor has not been used is valid: a refresh with it can be repeated. */
export const introspectRefreshToken = workspaceStatement<IntrospectedRow>(
  'refresh_token.introspect',
  `select g.user_id, g.scopes, m.email, m.role, least(t.expires_at, g.expires_at) as expires_at, null::timestamptz as created_at
     from refresh_token t join oauth_grant g on ${ACTIVE_GRANT_OF_APP}
     left join refresh_token s on s.workspace_id = t.workspace_id and s.token_hash = t.successor_hash
    where t.workspace_id = $1 and t.token_hash = $2 and t.expires_at > now() and s.successor_hash is null`,
);
