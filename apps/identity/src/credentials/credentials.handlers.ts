import { Injectable } from '@nestjs/common';
import { TokenStore } from '@parley/authentication';
import {
  createKey,
  createPat,
  emailKey,
  encodeId,
  invalidParameter,
  listKeys,
  listPats,
  notFound,
  parseDuration,
  patRevoked,
  revokeKey,
  revokePat,
  scopesOfRole,
  uuidOf,
  type Id,
  type ParsedInput,
  type Result,
  type Role,
} from '@parley/contracts';
import { inWorkspace, type Context, type WorkspaceContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { recordAudit } from '../audit/audit.ts';
import { Revocations } from '../tokens/revocations.ts';
import { credentialIdOf } from '../credential-ids.ts';
import { TokenRepository } from '../tokens/token.repository.ts';
import { lockActingAdmin } from '../users/acting-admin.ts';
import { inWorkspaceOf, requireWorkspace } from '../workspaces/workspaces.queries.ts';
import { CreatedWebhooks } from './created-webhooks.ts';
import { toKey, toPat } from './credential.serializer.ts';
import * as queries from './credentials.queries.ts';

const NAMES = { api_key: 'API key', personal_access_token: 'personal access token' } as const;
type Kind = keyof typeof NAMES;

/** A later expiry would have a year of more than four digits. */
const LIFETIME_MAX_MS = 100 * 365 * 86_400_000;

type NewKey = Pick<ParsedInput<typeof createKey>, 'mode' | 'name' | 'scopes' | 'expires_in'> & {
  allow_ips: string[] | null;
};
type NewPat = Pick<ParsedInput<typeof createPat>, 'name' | 'scopes' | 'expires_in'>;
/** The uuid of the user whom the token has to belong to; `null` for any. */
type Owner = string | null;

/** API keys and personal access tokens, which the operator and users in the console create and revoke. */
@Injectable()
export class Credentials {
  constructor(
    private readonly db: Database,
    private readonly tokens: TokenRepository,
    private readonly tokenStore: TokenStore,
    private readonly revocations: Revocations,
    private readonly webhooks: CreatedWebhooks,
  ) {}

  @Handles(createKey)
  async createKey(ctx: Context, input: ParsedInput<typeof createKey>) {
    return this.db.transaction(inWorkspace(ctx, input.workspace), async (tx) => {
      await requireWorkspace(tx);
      const creator = await tx.one(queries.findFirstAdmin);
      if (creator === undefined)
        throw invalidParameter('workspace', 'has no admin, in whose name a key is made');
      const { id, key } = await this.addKey(tx, creator.id, { allow_ips: null, ...input });
      return { id, key };
    });
  }

  @Handles(createPat)
  async createPat(ctx: Context, input: ParsedInput<typeof createPat>) {
    return this.db.transaction(inWorkspace(ctx, input.workspace), async (tx) => {
      await requireWorkspace(tx);
      const user = await tx.one(queries.findUserByEmail, [emailKey(input.email)]);
      if (user === undefined) throw invalidParameter('email', 'belongs to no user of the workspace');
      const issued = await this.addPat(tx, user, input);
      if (issued === null) throw invalidParameter('email', 'belongs to a user who is not active');
      return { id: issued.id, token: issued.token };
    });
  }

  @Handles(listKeys)
  async listKeys(ctx: Context, input: ParsedInput<typeof listKeys>) {
    return { keys: (await this.#list(ctx, input.workspace, 'api_key')).map(toKey) };
  }

  @Handles(listPats)
  async listPats(ctx: Context, input: ParsedInput<typeof listPats>) {
    const rows = await this.#list(ctx, input.workspace, 'personal_access_token');
    return { personal_access_tokens: rows.map(toPat) };
  }

  @Handles(revokeKey)
  async revokeKey(ctx: Context, { id }: ParsedInput<typeof revokeKey>) {
    return this.endKey(await inWorkspaceOf(this.db, ctx, NAMES.api_key, uuidOf('key', id)), id);
  }

  @Handles(revokePat)
  async revokePat(ctx: Context, { id }: ParsedInput<typeof revokePat>) {
    const uuid = uuidOf('pat', id);
    return this.endPat(await inWorkspaceOf(this.db, ctx, NAMES.personal_access_token, uuid), id, null);
  }

  /** Adds an API key in a transaction. @param creator uuid of the user in whose name it is made. */
  async addKey(tx: Transaction<WorkspaceContext>, creator: string, key: NewKey) {
    const { mode, name, scopes, allow_ips: allowedIps } = key;
    const expiresAt = expiryOf(key.expires_in);
    const values = { mode, name, scopes, expires_at: expiresAt, allowed_ips: allowedIps, user_id: creator };
    return { ...(await this.tokens.issueKey(tx, values)), expiresAt };
  }

  /** Adds a personal access token in a transaction, with at most the scopes of the role; `null` for an inactive user. */
  async addPat(
    tx: Transaction<WorkspaceContext>,
    user: { id: string; role: Role },
    { name, scopes, expires_in: lifetime }: NewPat,
  ): Promise<{ id: Id<'pat'>; token: string; expiresAt: Date | null } | null> {
    const expiresAt = expiryOf(lifetime);
    const allowed = scopesOfRole(user.role);
    const excess = scopes.filter((scope) => scope !== 'all' && !allowed.includes(scope));
    if (excess.length > 0)
      throw invalidParameter('scopes', `${excess.join(', ')} is more than the role ${user.role} allows`);
    const pat = { name, scopes, user_id: user.id, grant_id: null, expires_at: expiresAt };
    const issued = await this.tokens.issue(tx, { ...pat, kind: 'personal_access_token', mode: 'live' });
    return issued === null ? null : { id: encodeId('pat', issued.id), token: issued.token, expiresAt };
  }

  /** Revokes an API key of the workspace, and lists the webhooks that it created, which stay. */
  async endKey(ctx: WorkspaceContext, id: Id<'key'>): Promise<Result<typeof revokeKey>> {
    const revokedAt = await this.#revoke(ctx, 'api_key', uuidOf('key', id), null);
    const webhooks = await this.webhooks.of(ctx, ctx.tenant.workspaceId, [id]);
    return {
      id,
      revoked_at: revokedAt,
      webhooks: webhooks?.map(({ credential_id: _, ...webhook }) => webhook) ?? null,
    };
  }

  async endPat(ctx: WorkspaceContext, id: Id<'pat'>, owner: Owner): Promise<Result<typeof revokePat>> {
    return { id, revoked_at: await this.#revoke(ctx, 'personal_access_token', uuidOf('pat', id), owner) };
  }

  async #list(ctx: Context, workspaceId: Id<'workspace'>, kind: Kind) {
    const db = this.db.read(inWorkspace(ctx, workspaceId));
    await requireWorkspace(db);
    return db.query(queries.listCredentials, [kind]);
  }

  /** The time of the first revocation; a repeat tells the gateways again. Throws `not_found`, and `outcome_unknown` if it cannot. */
  async #revoke(ctx: WorkspaceContext, kind: Kind, uuid: string, owner: Owner): Promise<string> {
    const revoking = this.db.transaction(ctx, async (tx) => {
      if (kind === 'api_key') await lockActingAdmin(tx);
      const row = await tx.one(queries.revokeCredential, [uuid, kind, new Date(), owner]);
      if (row === undefined) throw notFound(NAMES[kind]);
      if (row.was_revoked) return row;
      await tx.query(queries.deletePasswordResetsOfCredential, [uuid]);
      await recordAudit(tx, { type: 'credential.revoked', credentialId: credentialIdOf(kind, uuid) });
      if (kind === 'personal_access_token')
        tx.emit(patRevoked, { id: encodeId('pat', uuid), user_id: encodeId('user', row.user_id) });
      return row;
    });
    const revoked = await this.revocations.committed(revoking);
    await this.tokenStore.revoke([revoked.token_hash.toString('hex')]);
    return revoked.revoked_at.toISOString();
  }
}

/** When a token that is created now expires; `null` for `none`. */
function expiryOf(lifetime: string): Date | null {
  if (lifetime === 'none') return null;
  const ms = parseDuration(lifetime) ?? 0;
  if (ms < 1 || ms > LIFETIME_MAX_MS)
    throw invalidParameter('expires_in', 'must be greater than 0 and at most 100 years');
  return new Date(Date.now() + ms);
}
