import { Injectable } from '@nestjs/common';
import { hashToken, isMinted, TokenStore } from '@parley/authentication';
import {
  encodeId,
  exchangeToken,
  isOurResource,
  revokeToken,
  type OAuthError,
  type OAuthErrorCode,
  type OAuthParameters,
  type ParsedInput,
} from '@parley/contracts';
import { inWorkspace, type Context } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { sha256 } from '../sha256.ts';
import { Revocations } from '../tokens/revocations.ts';
import { OAuthApps } from './apps.handlers.ts';
import type { AppRow } from './apps.queries.ts';
import { IdentityConfig } from '../identity.config.ts';
import { OTHER_RESOURCE } from './authorize.rules.ts';
import { Grants, type TokenResult } from './grants.ts';
import { findGrantOfAccessToken, findGrantOfRefreshToken, revokeAccessToken } from './grants.queries.ts';

export const INVALID_CLIENT = 'The client is unknown, or its secret is wrong or missing.';

/** The token and revocation endpoints (RFC 6749 sections 4.1.3 and 6, RFC 7009), which the gateway serves over HTTP. */
@Injectable()
export class TokenEndpoint {
  constructor(
    private readonly db: Database,
    private readonly apps: OAuthApps,
    private readonly grants: Grants,
    private readonly tokenStore: TokenStore,
    private readonly revocations: Revocations,
    private readonly config: IdentityConfig,
  ) {}

  @Handles(exchangeToken)
  async exchange(ctx: Context, { client, parameters }: ParsedInput<typeof exchangeToken>) {
    const app = await this.apps.authenticate(client);
    if (app === null) return oauthError('invalid_client', INVALID_CLIENT);
    const result = await this.revocations.committed(this.#exchange(ctx, app, parameters));
    if ('error' in result) return result;
    // Before the response, so that the next request with a revoked token fails.
    await this.tokenStore.revoke(result.revokedHashes);
    return result.response;
  }

  @Handles(revokeToken)
  async revoke(ctx: Context, { client, parameters: { token } }: ParsedInput<typeof revokeToken>) {
    const app = await this.apps.authenticate(client);
    if (app === null) return oauthError('invalid_client', INVALID_CLIENT);
    if (token === undefined) return oauthError('invalid_request', 'token is missing.');
    const isAccess = isAccessToken(token);
    if (!isAccess && !isMinted(token, 'rt_')) return {};
    const statement = isAccess ? findGrantOfAccessToken : findGrantOfRefreshToken;
    const [found] = await this.db.system(statement, [sha256(token)]);
    if (found === undefined) return {};
    // A 200 would let the client believe that the token is revoked.
    if (found.app_id !== app.id) return oauthError('invalid_grant', 'The token is of another client.');
    const workspace = inWorkspace(ctx, encodeId('workspace', found.workspace_id));
    const revoking = this.db.transaction(workspace, async (tx) => {
      if (!isAccess) return (await this.grants.revoke(tx, [{ id: found.grant_id }], 'revoked_by_app')).hashes;
      await tx.query(revokeAccessToken, [sha256(token), new Date()]);
      return [hashToken(token)];
    });
    await this.tokenStore.revoke(await this.revocations.committed(revoking));
    return {};
  }

  async #exchange(ctx: Context, app: AppRow, parameters: OAuthParameters): Promise<TokenResult | OAuthError> {
    const { resource } = parameters;
    if (resource !== undefined && !isOurResource(resource, this.config.BASE_URL))
      return oauthError('invalid_target', OTHER_RESOURCE);
    const workspace = inWorkspace(ctx, encodeId('workspace', app.workspace_id));
    switch (parameters.grant_type) {
      case undefined:
        return oauthError('invalid_request', 'grant_type is missing.');
      case 'authorization_code': {
        if (parameters.code === undefined) return oauthError('invalid_request', 'code is missing.');
        const request = { redirectUri: parameters.redirect_uri, verifier: parameters.code_verifier };
        return this.grants.redeem(workspace, app, parameters.code, request);
      }
      case 'refresh_token':
        if (parameters.refresh_token === undefined)
          return oauthError('invalid_request', 'refresh_token is missing.');
        return this.grants.refresh(workspace, app, parameters.refresh_token, parameters.scope);
      default:
        return oauthError(
          'unsupported_grant_type',
          'grant_type must be authorization_code or refresh_token.',
        );
    }
  }
}

export function oauthError(error: OAuthErrorCode, description: string): OAuthError {
  return { error, error_description: description };
}

export function isAccessToken(token: string): boolean {
  return isMinted(token, 'at_') || isMinted(token, 'at_test_');
}
