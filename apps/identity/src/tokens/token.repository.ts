import { Inject, Injectable } from '@nestjs/common';
import { mintToken, type TokenPrefix, type TokenSource } from '@parley/admission';
import {
  encodeId,
  notFound,
  uuidOf,
  type CredentialKind,
  type Id,
  type Mode,
  type Scope,
} from '@parley/contracts';
import { newUuid, type ScopedContext, type WorkspaceContext } from '@parley/kernel';
import { Database, type Transaction } from '@parley/persistence';
import { Audit } from '../audit/audit.ts';
import { TokenRow } from './token.entity.ts';
import { sha256 } from '../sha256.ts';
import * as queries from './tokens.queries.ts';

interface NewToken {
  kind: CredentialKind;
  mode: Mode;
  name: string;
  scopes: readonly Scope[];
  /** The user that it acts as; of an API key, its creator. */
  userId: Id<'user'>;
  grantId?: Id<'grant'>;
  expiresAt: Date | null;
}

export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  mode: Mode;
  createdBy: Id<'user'>;
}

export interface NewPat {
  name: string;
  scopes: readonly Scope[];
  userId: Id<'user'>;
  /** `null` for a token that never expires. */
  expiresAt: Date | null;
}

export interface NewAccessToken {
  userId: Id<'user'>;
  grantId: Id<'grant'>;
  scopes: readonly Scope[];
  expiresAt: Date;
}

const hexOf = ({ token_hash: hash }: queries.HashRow): string => hash.toString('hex');

/**
 * Issues and revokes API keys, personal access tokens and OAuth access tokens. Revoked hashes go to `TokenStore.revoke`
 * after the commit and before the caller is told.
 */
@Injectable()
export class TokenRepository implements TokenSource {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Audit) private readonly audit: Audit,
  ) {}

  /** Issues an API key, which belongs to the workspace and outlives its creator. */
  async issueKey(
    tx: Transaction<WorkspaceContext>,
    { createdBy, ...key }: NewKey,
  ): Promise<{ id: Id<'key'>; key: string }> {
    const issued = await this.#issue(tx, { ...key, kind: 'api_key', userId: createdBy, expiresAt: null });
    if (issued === null) throw notFound('user');
    const id = encodeId('key', issued.id);
    await this.#recordCreation(tx, id, { name: key.name, mode: key.mode, scopes: key.scopes });
    return { id, key: issued.token };
  }

  /** Issues a personal access token; `null` when its user is not active. */
  async issuePat(
    tx: Transaction<WorkspaceContext>,
    pat: NewPat,
  ): Promise<{ id: Id<'pat'>; token: string } | null> {
    const issued = await this.#issue(tx, { ...pat, kind: 'personal_access_token', mode: 'live' });
    if (issued === null) return null;
    const id = encodeId('pat', issued.id);
    const { name, scopes, userId, expiresAt } = pat;
    await this.#recordCreation(tx, id, { name, scopes, user_id: userId, expires_at: expiresAt });
    return { id, token: issued.token };
  }

  /**
   * Issues an OAuth access token, which is always live (decisions.md section 4); `null` when its user is not active. The
   * audit log records its grant instead of each token.
   */
  async issueAccessToken(tx: Transaction<WorkspaceContext>, access: NewAccessToken): Promise<string | null> {
    const kind = 'oauth_access_token';
    return (await this.#issue(tx, { ...access, kind, mode: 'live', name: 'Access token' }))?.token ?? null;
  }

  /** Revokes the access tokens of a grant and returns their hashes, also those of tokens revoked before. */
  async revokeGrant(tx: Transaction<WorkspaceContext>, grantId: Id<'grant'>): Promise<readonly string[]> {
    const id = uuidOf('grant', grantId);
    await tx.query(queries.revokeTokensOfGrant, [id, new Date()]);
    return (await tx.query(queries.findTokensOfGrant, [id])).map(hexOf);
  }

  /** Revokes all tokens that act as a user; API keys belong to the workspace. */
  async revokeOfUser(tx: Transaction<WorkspaceContext>, userId: Id<'user'>): Promise<void> {
    const revoked = await tx.query(queries.revokeTokensOfUser, [uuidOf('user', userId), new Date()]);
    // A grant with several tokens is one credential.
    const ids = new Set(revoked.map((row) => credentialIdOf(row.kind, row.credential_id)));
    for (const credentialId of ids)
      await this.audit.record(tx, {
        type: 'credential.revoked',
        credentialId,
        details: { reason: 'user_deactivated', user_id: userId },
      });
  }

  /** The hashes of the tokens of a user, API keys included: active ones, and those revoked during the last day. */
  async findOfUser(
    ctx: ScopedContext,
    userId: Id<'user'>,
  ): Promise<{ active: readonly string[]; revoked: readonly string[] }> {
    const rows = await this.db
      .read<ScopedContext>(ctx)
      .query(queries.findTokensOfUser, [uuidOf('user', userId)]);
    return {
      active: rows.filter((row) => !row.is_revoked).map(hexOf),
      revoked: rows.filter((row) => row.is_revoked).map(hexOf),
    };
  }

  async routeTagsOf(hashes: readonly string[]): Promise<readonly string[]> {
    const rows = await this.db.system(queries.findRouteTags, [
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    ]);
    const tags = new Map(rows.map((row) => [hexOf(row), row.route_tag]));
    return hashes.map((hash) => {
      const tag = tags.get(hash);
      if (tag === undefined) throw notFound('token');
      return tag;
    });
  }

  async routeTagOf(workspaceId: string): Promise<string> {
    const id = uuidOf('workspace', workspaceId as Id<'workspace'>);
    const [row] = await this.db.system(queries.findRouteTagOfWorkspace, [id]);
    if (row === undefined) throw notFound('workspace');
    return row.route_tag;
  }

  async revokedSince(time: Date): Promise<readonly string[]> {
    return (await this.db.system(queries.findRevokedSince, [time])).map(hexOf);
  }

  /** Returns the token, of which only the hash is stored; `null` when its user may not have one. */
  async #issue(
    tx: Transaction<WorkspaceContext>,
    issued: NewToken,
  ): Promise<{ id: string; token: string } | null> {
    const { kind, mode, name, scopes, grantId, expiresAt } = issued;
    const userId = uuidOf('user', issued.userId);
    const user = await tx.one(queries.lockTokenUser, [userId, kind]);
    if (user === undefined) return null;
    const token = mintToken(prefixOf(issued), user.route_tag);
    const { id } = await tx.insert(TokenRow, {
      id: newUuid(),
      kind,
      mode,
      name,
      scopes,
      token_hash: sha256(token),
      last4: token.slice(-4),
      user_id: userId,
      grant_id: grantId === undefined ? null : uuidOf('grant', grantId),
      expires_at: expiresAt,
    });
    return { id, token };
  }

  async #recordCreation(
    tx: Transaction<WorkspaceContext>,
    credentialId: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await this.audit.record(tx, { type: 'credential.created', credentialId, details });
  }
}

function prefixOf({ kind, mode }: NewToken): TokenPrefix {
  if (kind === 'personal_access_token') return 'pat_';
  if (kind === 'oauth_access_token') return 'at_';
  return mode === 'live' ? 'sk_live_' : 'sk_test_';
}

const ID_KINDS = {
  api_key: 'key',
  personal_access_token: 'pat',
  oauth_access_token: 'grant',
} as const satisfies Record<CredentialKind, string>;

/** The public id of a credential; an access token has that of its grant. */
export function credentialIdOf(kind: CredentialKind, uuid: string): string {
  return encodeId(ID_KINDS[kind], uuid);
}
