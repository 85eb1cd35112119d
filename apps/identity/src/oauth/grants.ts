import { Inject, Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@parley/admission';
import { encodeId, type OAuthError, type Scope, type TokenResponse } from '@parley/contracts';
import { newUuid, type WorkspaceContext } from '@parley/kernel';
import { Database, type Transaction } from '@parley/persistence';
import { Audit } from '../audit/audit.ts';
import { IdentityConfig } from '../identity.config.ts';
import { sha256 } from '../sha256.ts';
import { TokenRepository } from '../tokens/token.repository.ts';
import type { AppRow } from './apps.queries.ts';
import type { AuthorizationRequest } from './authorize.rules.ts';
import { decideCode } from './code.rules.ts';
import * as queries from './grants.queries.ts';
import { decryptSuccessor, encryptSuccessor } from './encrypted-successor.ts';
import { AuthorizationCodeRow, GrantRow, RefreshTokenRow } from './oauth.entities.ts';
import { decideRefresh } from './refresh.rules.ts';
import { formatScopes } from './scope.rules.ts';

/** A grant expires after this time, however often it is refreshed. */
const GRANT_TTL_MS = 365 * 86_400_000;

export interface TokenResult {
  response: TokenResponse | OAuthError;
  /** Hashes of access tokens that the request has revoked, for the token store after the commit. */
  revokedHashes: readonly string[];
}

export interface RevokedGrants {
  /** Number of grants that were active before. */
  count: number;
  /** Hashes of their access tokens, for the token store after the commit. */
  hashes: readonly string[];
}

type Tx = Transaction<WorkspaceContext>;
interface Grant {
  id: string;
  userId: string;
  expiresAt: Date;
}

/** Grants of users to apps, with their authorization codes and tokens. Each exchange is one transaction. */
@Injectable()
export class Grants {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(TokenRepository) private readonly tokens: TokenRepository,
    @Inject(Audit) private readonly audit: Audit,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
  ) {}

  async issueCode(tx: Tx, app: AppRow, userId: string, request: AuthorizationRequest): Promise<string> {
    const code = mintToken('ac_', app.route_tag);
    await tx.insert(AuthorizationCodeRow, {
      code_hash: sha256(code),
      app_id: app.id,
      user_id: userId,
      redirect_uri: request.redirectUri,
      scopes: request.scopes,
      challenge: request.challenge,
      expires_at: new Date(Date.now() + this.config.OAUTH_CODE_TTL),
    });
    return code;
  }

  redeem(
    ctx: WorkspaceContext,
    app: AppRow,
    code: string,
    request: { redirectUri: string | undefined; verifier: string | undefined },
  ): Promise<TokenResult> {
    const hash = sha256(code);
    return this.db.transaction(ctx, async (tx) => {
      const taken = await tx.one(queries.takeCode, [hash, app.id, new Date()]);
      const row = taken ?? (await tx.one(queries.findCode, [hash]));
      const presented = row && {
        taken: taken !== undefined,
        own: row.app_id === app.id,
        used: row.used_at !== null,
        redirectUri: row.redirect_uri,
        challenge: row.challenge,
        userIsActive: row.user_status === 'active',
      };
      const decision = decideCode(presented, request);
      if (row === undefined)
        return refusal('invalid_grant', (decision as { description: string }).description);
      if (decision.kind === 'refuse') {
        const revoked =
          decision.revokeGrant && row.grant_id !== null
            ? await this.revoke(tx, [{ id: row.grant_id }], 'code_reused')
            : null;
        return refusal('invalid_grant', decision.description, revoked?.hashes);
      }
      if ((await tx.one(queries.lockApp, [app.id])) === undefined)
        return refusal('invalid_grant', 'The app is not registered any more.');
      const now = Date.now();
      const { id, expires_at: expiresAt } = await tx.insert(GrantRow, {
        id: newUuid(),
        app_id: app.id,
        user_id: row.user_id,
        scopes: row.scopes,
        expires_at: new Date(now + GRANT_TTL_MS),
        refreshed_at: new Date(now),
      });
      await tx.query(queries.setGrantOfCode, [hash, id]);
      await this.#record(tx, 'credential.created', id, app.id, { user_id: encodeId('user', row.user_id) });
      const grant = { id, userId: row.user_id, expiresAt };
      const refreshToken = await this.#issueRefreshToken(tx, app, grant);
      return this.#respond(tx, grant, row.scopes, refreshToken);
    });
  }

  refresh(
    ctx: WorkspaceContext,
    app: AppRow,
    token: string,
    scope: string | undefined,
  ): Promise<TokenResult> {
    const hash = sha256(token);
    return this.db.transaction(ctx, async (tx) => {
      const found = await tx.one(queries.findRefreshToken, [hash]);
      const grant = found && (await tx.one(queries.lockGrant, [found.grant_id]));
      const row = grant && (await tx.one(queries.findRefreshToken, [hash]));
      const now = new Date();
      const presented = row && {
        own: grant.app_id === app.id,
        expiresAt: row.expires_at,
        used: row.encrypted_successor !== null,
        successorUsed: row.successor_used,
        grantIsAlive: grant.revoked_at === null && grant.expires_at > now,
        userIsActive: grant.user_status === 'active',
        granted: grant.scopes,
      };
      const decision = decideRefresh(presented, { scope, now });
      if (decision.kind === 'refuse') {
        if (!decision.revokeGrant || grant === undefined)
          return refusal(decision.error, decision.description);
        await this.#record(tx, 'refresh_token.reused', grant.id, app.id, {
          user_id: encodeId('user', grant.user_id),
        });
        const { hashes } = await this.revoke(tx, [grant], 'refresh_token_reused');
        return refusal(decision.error, decision.description, hashes);
      }
      if (row === undefined || grant === undefined) throw new Error('a valid refresh token has no row');
      const active = { id: grant.id, userId: grant.user_id, expiresAt: grant.expires_at };
      const successor =
        row.encrypted_successor === null
          ? await this.#rotate(tx, app, active, token)
          : decryptSuccessor(row.encrypted_successor, token);
      await tx.query(queries.touchGrant, [grant.id, now]);
      return this.#respond(tx, active, decision.scopes, successor);
    });
  }

  /** The grant of an access or refresh token, or `undefined`. */
  async findByToken(token: string, kind: 'access' | 'refresh'): Promise<queries.GrantOfTokenRow | undefined> {
    const statement = kind === 'access' ? queries.findGrantOfAccessToken : queries.findGrantOfRefreshToken;
    return (await this.db.system(statement, [sha256(token)]))[0];
  }

  /** Revokes one access token and returns its hash for the token store. */
  async revokeAccessToken(ctx: WorkspaceContext, token: string): Promise<string> {
    await this.db.transaction(ctx, (tx) => tx.query(queries.revokeAccessToken, [sha256(token), new Date()]));
    return hashToken(token);
  }

  /** Revokes grants with all their tokens. A repeat returns the same hashes, since the first may have failed halfway. */
  async revoke(tx: Tx, grants: readonly { id: string }[], reason: string): Promise<RevokedGrants> {
    const hashes: string[] = [];
    let count = 0;
    for (const { id } of grants) {
      const revoked = await tx.one(queries.revokeGrant, [id, new Date()]);
      hashes.push(...(await this.tokens.revokeGrant(tx, encodeId('grant', id))));
      if (revoked === undefined) continue;
      count += 1;
      await this.#record(tx, 'credential.revoked', id, revoked.app_id, {
        user_id: encodeId('user', revoked.user_id),
        reason,
      });
    }
    return { count, hashes };
  }

  async #rotate(tx: Tx, app: AppRow, grant: Grant, presented: string): Promise<string> {
    const successor = await this.#issueRefreshToken(tx, app, grant);
    const encrypted = encryptSuccessor(successor, presented);
    await tx.query(queries.setSuccessor, [sha256(presented), sha256(successor), encrypted]);
    return successor;
  }

  async #issueRefreshToken(tx: Tx, app: AppRow, grant: Grant): Promise<string> {
    const token = mintToken('rt_', app.route_tag);
    const expiresAt = Math.min(Date.now() + this.config.OAUTH_REFRESH_TTL, grant.expiresAt.getTime());
    await tx.insert(RefreshTokenRow, {
      token_hash: sha256(token),
      grant_id: grant.id,
      expires_at: new Date(expiresAt),
    });
    return token;
  }

  async #respond(tx: Tx, grant: Grant, scopes: readonly Scope[], refreshToken: string): Promise<TokenResult> {
    const ttl = this.config.OAUTH_ACCESS_TTL;
    const accessToken = await this.tokens.issueAccessToken(tx, {
      userId: encodeId('user', grant.userId),
      grantId: encodeId('grant', grant.id),
      scopes,
      expiresAt: new Date(Date.now() + ttl),
    });
    // Deactivated since the row was read. The grant may stay: it is worth nothing without an active user.
    if (accessToken === null) return refusal('invalid_grant', 'The user is not active any more.');
    return {
      response: {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: Math.floor(ttl / 1000),
        refresh_token: refreshToken,
        scope: formatScopes(scopes),
      },
      revokedHashes: [],
    };
  }

  #record(
    tx: Tx,
    type: 'credential.created' | 'credential.revoked' | 'refresh_token.reused',
    grantId: string,
    appId: string,
    details: Record<string, string>,
  ): Promise<void> {
    const credentialId = encodeId('grant', grantId);
    return this.audit.record(tx, {
      type,
      credentialId,
      details: { app_id: encodeId('app', appId), ...details },
    });
  }
}

function refusal(
  error: OAuthError['error'],
  description: string,
  revokedHashes: readonly string[] = [],
): TokenResult {
  return { response: { error, error_description: description }, revokedHashes };
}
