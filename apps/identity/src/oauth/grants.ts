import { Injectable } from '@nestjs/common';
import { mintToken } from '@parley/authentication';
import { encodeId, grantRevoked, type OAuthError, type Scope, type TokenResponse } from '@parley/contracts';
import type { WorkspaceContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { Database, type Transaction } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { IdentityConfig } from '../identity.config.ts';
import { sha256 } from '../sha256.ts';
import { deletePasswordResetsOfCredential } from '../credentials/credentials.queries.ts';
import { TokenRepository } from '../tokens/token.repository.ts';
import type { AppRow } from './apps.queries.ts';
import type { AuthorizationRequest } from './authorize.rules.ts';
import { decideCode } from './code.rules.ts';
import * as queries from './grants.queries.ts';
import { AuthorizationCodeRow, GrantRow, RefreshTokenRow } from './oauth.entities.ts';
import { decideRefresh, UNKNOWN_REFRESH_TOKEN } from './refresh.rules.ts';
import { hkdfSync } from 'node:crypto';
import { Encryptor } from '@parley/runtime/encryptor';

const PURPOSE = 'successor of a refresh token';

/** A grant expires after this time, however often it is refreshed. */
const GRANT_TTL_MS = 365 * 86_400_000;

export interface TokenResult {
  response: TokenResponse | OAuthError;
  /** Hashes of access tokens that the request has revoked, for the token store after the commit. */
  revokedHashes: readonly string[];
}

interface RevokedGrants {
  /** Number of grants that were active before. */
  count: number;
  /** Hashes of their access tokens, for the token store after the commit. */
  hashes: readonly string[];
}

type Tx = Transaction<WorkspaceContext>;
type Grant = Pick<GrantRow, 'id' | 'app_id' | 'user_id' | 'expires_at'>;

/** Grants of users to apps, with their authorization codes and tokens. Each exchange is one transaction. */
@Injectable()
export class Grants {
  constructor(
    private readonly db: Database,
    private readonly tokens: TokenRepository,
    private readonly config: IdentityConfig,
  ) {}

  async issueCode(tx: Tx, app: AppRow, userId: string, request: AuthorizationRequest): Promise<string> {
    const code = mintToken('ac_', app.route_tag);
    await tx.insert(AuthorizationCodeRow, {
      ...request,
      code_hash: sha256(code),
      app_id: app.id,
      user_id: userId,
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
      const presented = row && { ...row, taken: taken !== undefined };
      const decision = decideCode(presented, { ...request, app });
      if (decision.kind === 'refuse') {
        const { description, revokeGrant: id } = decision;
        const revoked = await this.revoke(tx, id === null ? [] : [{ id }], 'code_reused');
        return refusal('invalid_grant', description, revoked.hashes);
      }
      const registered = await tx.one(queries.lockApp, [app.id]);
      // Scopes that were removed from the app since the consent are not granted.
      const scopes = decision.code.scopes.filter((scope) => registered?.scopes.includes(scope));
      if (scopes.length === 0)
        return refusal('invalid_grant', 'The app is not registered for the granted scopes any more.');
      const now = Date.now();
      const { user_id: userId } = decision.code;
      const grant = await tx.insert(GrantRow, {
        id: newUuid(),
        app_id: app.id,
        user_id: userId,
        scopes,
        expires_at: new Date(now + GRANT_TTL_MS),
        refreshed_at: new Date(now),
      });
      await tx.query(queries.setGrantOfCode, [hash, grant.id]);
      await recordOfGrant(tx, 'credential.created', grant);
      return this.#respond(tx, app, grant, {
        scopes,
        refreshToken: await this.#issueRefreshToken(tx, app, grant),
      });
    });
  }

  refresh(ctx: WorkspaceContext, app: AppRow, token: string, scope: string | undefined) {
    const hash = sha256(token);
    return this.db.transaction(ctx, async (tx) => {
      const [grant] = await tx.lockAll(queries.lockGrantOfRefreshToken, [hash]);
      const row = grant && (await tx.one(queries.findRefreshToken, [hash]));
      if (grant === undefined || row === undefined) return refusal('invalid_grant', UNKNOWN_REFRESH_TOKEN);
      const now = new Date();
      const decision = decideRefresh({ ...row, grant }, { appId: app.id, scope, now });
      if (decision.kind === 'refuse') {
        if (!decision.revokeGrant) return refusal(decision.error, decision.description);
        await recordOfGrant(tx, 'refresh_token.reused', grant);
        const { hashes } = await this.revoke(tx, [grant], 'refresh_token_reused');
        return refusal(decision.error, decision.description, hashes);
      }
      const successor =
        row.encrypted_successor === null
          ? await this.#rotate(tx, app, grant, token)
          : decryptSuccessor(row.encrypted_successor, token);
      await tx.query(queries.touchGrant, [grant.id, now]);
      return this.#respond(tx, app, grant, { scopes: decision.scopes, refreshToken: successor });
    });
  }

  /**
   * Removes scopes from the grants and tokens of an app. Returns the hashes of all its tokens, since an earlier call may have
   * failed halfway: the active ones, which may have changed, and the revoked.
   */
  async narrow(tx: Tx, appUuid: string, scopes: readonly Scope[]) {
    const narrowed = await tx.query(queries.narrowGrants, [appUuid, scopes]);
    const empty = narrowed.filter((grant) => grant.scopes.length === 0);
    await this.revoke(tx, empty, 'scopes_removed');
    await tx.query(queries.narrowAccessTokens, [appUuid, scopes]);
    const tokens = await tx.query(queries.findAccessTokensOfApp, [appUuid]);
    const hashes = (isRevoked: boolean) =>
      tokens.filter((row) => row.is_revoked === isRevoked).map((row) => row.token_hash.toString('hex'));
    return { active: hashes(false), revoked: hashes(true) };
  }

  /** Revokes grants with all their tokens. A repeat returns the same hashes, since the first may have failed halfway. */
  async revoke(tx: Tx, grants: readonly { id: string }[], reason: string): Promise<RevokedGrants> {
    const hashes: string[] = [];
    let count = 0;
    for (const { id } of grants) {
      const revoked = await tx.one(queries.revokeGrant, [id, new Date()]);
      hashes.push(...(await this.tokens.revokeGrant(tx, id)));
      if (revoked === undefined) continue;
      await tx.query(deletePasswordResetsOfCredential, [id]);
      count += 1;
      await recordOfGrant(tx, 'credential.revoked', revoked, { reason });
      tx.emit(grantRevoked, { id: encodeId('grant', id), user_id: encodeId('user', revoked.user_id) });
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
    const expiresAt = Math.min(Date.now() + this.config.OAUTH_REFRESH_TTL, grant.expires_at.getTime());
    await tx.insert(RefreshTokenRow, {
      token_hash: sha256(token),
      grant_id: grant.id,
      expires_at: new Date(expiresAt),
    });
    return token;
  }

  async #respond(
    tx: Tx,
    { mode }: AppRow,
    grant: Grant,
    { scopes, refreshToken }: { scopes: Scope[]; refreshToken: string },
  ): Promise<TokenResult> {
    // Both times from one clock, because introspection reports both and their difference is the lifetime.
    const now = Date.now();
    const expiresAt = Math.min(now + this.config.OAUTH_ACCESS_TTL, grant.expires_at.getTime());
    const issued = await this.tokens.issue(tx, {
      kind: 'oauth_access_token',
      mode,
      name: 'Access token',
      scopes,
      user_id: grant.user_id,
      grant_id: grant.id,
      created_at: new Date(now),
      expires_at: new Date(expiresAt),
    });
    // Deactivated since the row was read. The grant may stay: it is worth nothing without an active user.
    if (issued === null) return refusal('invalid_grant', 'The user is not active any more.');
    return {
      response: {
        access_token: issued.token,
        token_type: 'Bearer',
        expires_in: Math.floor((expiresAt - now) / 1000),
        refresh_token: refreshToken,
        scope: scopes.join(' '),
      },
      revokedHashes: [],
    };
  }
}

function recordOfGrant(
  tx: Tx,
  type: 'credential.created' | 'credential.revoked' | 'refresh_token.reused',
  grant: Omit<Grant, 'expires_at'>,
  details: { reason?: string } = {},
): Promise<void> {
  const subjects = { app_id: encodeId('app', grant.app_id), user_id: encodeId('user', grant.user_id) };
  const credentialId = encodeId('grant', grant.id);
  return recordAudit(tx, { type, credentialId, details: { ...subjects, ...details } });
}

function refusal(error: OAuthError['error'], description: string, revokedHashes: readonly string[] = []) {
  return { response: { error, error_description: description }, revokedHashes };
}

/** Encrypts the successor of a refresh token for those who present that token, of which the database has only the hash. */
export function encryptSuccessor(successor: string, presented: string): Buffer {
  return encryptorFor(presented).encrypt(successor, PURPOSE);
}

/** Throws when the value was encrypted for another token, or altered. */
export function decryptSuccessor(encrypted: Buffer, presented: string): string {
  return encryptorFor(presented).decrypt(encrypted, PURPOSE).toString();
}

function encryptorFor(presented: string): Encryptor {
  return new Encryptor([Buffer.from(hkdfSync('sha256', presented, '', `parley: ${PURPOSE}`, 32))]);
}
