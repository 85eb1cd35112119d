import { Injectable } from '@nestjs/common';
import { mintToken, type TokenPrefix, type TokenSource } from '@parley/authentication';
import { encodeId, notFound, type Id } from '@parley/contracts';
import { inWorkspace, systemContext, type WorkspaceContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { Database, type Transaction } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { credentialIdOf } from '../credential-ids.ts';
import { TokenRow } from './token.entity.ts';
import { sha256 } from '../sha256.ts';
import { requireWorkspace } from '../workspaces/workspaces.queries.ts';
import * as queries from './tokens.queries.ts';

type NewKey = Pick<TokenRow, 'mode' | 'name' | 'scopes' | 'user_id'> &
  Partial<Pick<TokenRow, 'expires_at' | 'allowed_ips'>>;
/** `expires_at` is `null` for a token that never expires; without `created_at`, the database's clock is read. */
type NewToken = NewKey &
  Pick<TokenRow, 'kind' | 'grant_id' | 'expires_at'> &
  Partial<Pick<TokenRow, 'created_at' | 'session_id'>>;

const hexOf = ({ token_hash: hash }: queries.HashRow): string => hash.toString('hex');

/** Issues and revokes tokens. Revoked hashes go to `TokenStore.revoke` after the commit and before the caller is told. */
@Injectable()
export class TokenRepository implements TokenSource {
  constructor(private readonly db: Database) {}

  /** Issues an API key, which belongs to the workspace and outlives its creator. */
  async issueKey(tx: Transaction<WorkspaceContext>, key: NewKey): Promise<{ id: Id<'key'>; key: string }> {
    const issued = await this.issue(tx, { expires_at: null, ...key, kind: 'api_key', grant_id: null });
    if (issued === null) throw notFound('user');
    return { id: encodeId('key', issued.id), key: issued.token };
  }

  /** Issues a token, of which only the hash is stored; `null` if its user is inactive, unless it is an API key. */
  async issue(tx: Transaction<WorkspaceContext>, issued: NewToken) {
    const {
      kind,
      mode,
      name,
      scopes,
      user_id: userId,
      expires_at: expiresAt,
      allowed_ips: ips = null,
      session_id: sessionId = null,
    } = issued;
    const user = await tx.one(queries.lockTokenUser, [userId, kind]);
    if (user === undefined) return null;
    const token = mintToken(prefixOf(issued), user.route_tag);
    const id = newUuid();
    await tx.insert(TokenRow, {
      ...issued,
      allowed_ips: ips,
      session_id: sessionId,
      id,
      token_hash: sha256(token),
      last4: token.slice(-4),
    });
    const owner = kind === 'api_key' ? { mode } : { user_id: encodeId('user', userId) };
    const limits = ips === null ? {} : { allowed_ips: ips };
    if (kind === 'api_key' || kind === 'personal_access_token')
      await recordAudit(tx, {
        type: 'credential.created',
        credentialId: credentialIdOf(kind, id),
        details: { name, scopes, ...owner, expires_at: expiresAt, ...limits },
      });
    return { id, token };
  }

  /** Revokes the access tokens of a grant and returns their hashes, also those of tokens revoked before. */
  async revokeGrant(tx: Transaction<WorkspaceContext>, grantId: string): Promise<readonly string[]> {
    const revoked = await tx.query(queries.revokeTokensOfGrant, [grantId, new Date()]);
    return revoked.filter((row) => !row.is_expired).map(hexOf);
  }

  /** Revokes all tokens that act as a user; API keys belong to the workspace. */
  async revokeOfUser(tx: Transaction<WorkspaceContext>, userId: string): Promise<void> {
    const revoked = await tx.query(queries.revokeTokensOfUser, [userId, new Date()]);
    // A grant with several tokens is one credential.
    const credentials = revoked.filter(({ kind }) => kind !== 'session');
    const ids = new Set(credentials.map((row) => credentialIdOf(row.kind, row.credential_id)));
    const details = { reason: 'user_deactivated', user_id: encodeId('user', userId) };
    for (const credentialId of ids)
      await recordAudit(tx, { type: 'credential.revoked', credentialId, details });
  }

  /** The hashes of the tokens of a user, API keys included: active ones, and those revoked during the last day. */
  async findOfUser(ctx: WorkspaceContext, userId: string) {
    const rows = await this.db.read(ctx).query(queries.findTokensOfUser, [userId]);
    return {
      active: rows.filter((row) => !row.is_revoked).map(hexOf),
      revoked: rows.filter((row) => row.is_revoked).map(hexOf),
    };
  }

  async routeTagsOf(hashes: readonly string[]): Promise<readonly string[]> {
    const buffers = hashes.map((hash) => Buffer.from(hash, 'hex'));
    const rows = await this.db.system(queries.findRouteTags, [buffers]);
    if (rows.length < hashes.length) throw notFound('token');
    return rows.map((row) => row.route_tag);
  }

  async routeTagOf(workspaceId: string): Promise<string> {
    const workspace = inWorkspace(systemContext(), workspaceId as Id<'workspace'>);
    return (await requireWorkspace(this.db.read(workspace))).route_tag;
  }

  async revokedSince(time: Date): Promise<readonly string[]> {
    return (await this.db.system(queries.findRevokedSince, [time])).map(hexOf);
  }
}

function prefixOf({ kind, mode }: Pick<TokenRow, 'kind' | 'mode'>): TokenPrefix {
  if (kind === 'personal_access_token') return 'pat_';
  if (kind === 'oauth_access_token' || kind === 'session') return mode === 'live' ? 'at_' : 'at_test_';
  return mode === 'live' ? 'sk_live_' : 'sk_test_';
}
