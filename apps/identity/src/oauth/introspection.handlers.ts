import { Injectable } from '@nestjs/common';
import { isMinted } from '@parley/authentication';
import {
  encodeId,
  introspectToken,
  scopesOfRole,
  type IntrospectionResponse,
  type ParsedInput,
} from '@parley/contracts';
import { inWorkspace, type Context } from '@parley/runtime/context';
import { Database, workspaceStatement } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { IdentityConfig } from '../identity.config.ts';
import { sha256 } from '../sha256.ts';
import { OAuthApps } from './apps.handlers.ts';
import type { AppRow } from './apps.queries.ts';
import { INVALID_CLIENT, isAccessToken, oauthError } from './token-endpoint.handlers.ts';
import type { UserRow } from '../users/user.entity.ts';
import type { GrantRow } from './oauth.entities.ts';

type IntrospectedRow = Pick<GrantRow, 'user_id' | 'scopes'> &
  Pick<UserRow, 'email' | 'role'> & { expires_at: Date; created_at: Date | null };

const ACTIVE_GRANT_OF_APP = `g.workspace_id = t.workspace_id and g.id = t.grant_id and g.app_id = $3
       and g.revoked_at is null and g.expires_at > now()
     join member m on m.workspace_id = g.workspace_id and m.id = g.user_id and m.status = 'active'`;

const introspectAccessToken = workspaceStatement<IntrospectedRow>(
  'access_token.introspect',
  `select g.user_id, t.scopes, m.email, m.role, t.expires_at, t.created_at
     from token t join oauth_grant g on ${ACTIVE_GRANT_OF_APP}
    where t.workspace_id = $1 and t.token_hash = $2 and t.revoked_at is null and t.expires_at > now()`,
);

/** A token whose successor has not been used is valid: a refresh with it can be repeated. */
const introspectRefreshToken = workspaceStatement<IntrospectedRow>(
  'refresh_token.introspect',
  `select g.user_id, g.scopes, m.email, m.role, least(t.expires_at, g.expires_at) as expires_at, null::timestamptz as created_at
     from refresh_token t join oauth_grant g on ${ACTIVE_GRANT_OF_APP}
     left join refresh_token s on s.workspace_id = t.workspace_id and s.token_hash = t.successor_hash
    where t.workspace_id = $1 and t.token_hash = $2 and t.expires_at > now() and s.successor_hash is null`,
);

/** The introspection endpoint (RFC 7662), which the gateway serves over HTTP. */
@Injectable()
export class Introspection {
  constructor(
    private readonly db: Database,
    private readonly apps: OAuthApps,
    private readonly config: IdentityConfig,
  ) {}

  @Handles(introspectToken)
  async introspect(ctx: Context, { client, parameters: { token } }: ParsedInput<typeof introspectToken>) {
    const app = await this.apps.authenticate(client);
    // A caller that knows the id of a public client could try tokens out (RFC 7662 section 2.1).
    if (app === null || app.client_type === 'public') return oauthError('invalid_client', INVALID_CLIENT);
    if (token === undefined) return oauthError('invalid_request', 'token is missing.');
    const isAccess = isAccessToken(token);
    if (!isAccess && !isMinted(token, 'rt_')) return { active: false };
    const db = this.db.read(inWorkspace(ctx, encodeId('workspace', app.workspace_id)));
    const statement = isAccess ? introspectAccessToken : introspectRefreshToken;
    const row = await db.one(statement, [sha256(token), app.id]);
    return row === undefined ? { active: false } : this.#describe(app, row, isAccess);
  }

  #describe(app: AppRow, row: IntrospectedRow, isAccess: boolean): IntrospectionResponse {
    const allowed = scopesOfRole(row.role);
    return {
      active: true,
      scope: row.scopes.filter((scope) => allowed.includes(scope)).join(' '),
      client_id: encodeId('app', app.id),
      ...(isAccess ? { token_type: 'Bearer' } : {}),
      exp: seconds(row.expires_at),
      ...(row.created_at === null ? {} : { iat: seconds(row.created_at) }),
      sub: encodeId('user', row.user_id),
      username: row.email,
      iss: this.config.AUTH_URL,
      aud: this.config.BASE_URL,
      workspace_id: encodeId('workspace', app.workspace_id),
      mode: app.mode,
    };
  }
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
