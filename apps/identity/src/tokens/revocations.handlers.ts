import { Inject, Injectable } from '@nestjs/common';
import { TokenStore } from '@parley/admission';
import {
  encodeId,
  notFound,
  revokeKey,
  revokePat,
  uuidOf,
  type CredentialKind,
  type ParsedInput,
  type Result,
} from '@parley/contracts';
import { inWorkspace, type Context } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { Audit } from '../audit/audit.ts';
import { credentialIdOf } from './issued-tokens.ts';
import { findWorkspaceOfToken, revokeToken } from './tokens.queries.ts';

/** Ends single credentials, named by the operator. */
@Injectable()
export class Revocations {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(TokenStore) private readonly tokenStore: TokenStore,
    @Inject(Audit) private readonly audit: Audit,
  ) {}

  @Handles(revokeKey)
  async revokeKey(ctx: Context, { id }: ParsedInput<typeof revokeKey>): Promise<Result<typeof revokeKey>> {
    const revokedAt = await this.#revoke(ctx, 'api_key', uuidOf('key', id));
    if (revokedAt === null) throw notFound('API key');
    return { id, revoked_at: revokedAt.toISOString() };
  }

  @Handles(revokePat)
  async revokePat(ctx: Context, { id }: ParsedInput<typeof revokePat>): Promise<Result<typeof revokePat>> {
    const revokedAt = await this.#revoke(ctx, 'personal_access_token', uuidOf('pat', id));
    if (revokedAt === null) throw notFound('personal access token');
    return { id, revoked_at: revokedAt.toISOString() };
  }

  /**
   * Revokes a credential by the uuid of its token, and answers since when it is dead; `null` when there is none of that
   * kind. Once it has answered, no gateway lets it in. Throws `service_unavailable` when the gateways cannot be told;
   * then it is revoked all the same, and a repeat does no harm.
   */
  async #revoke(
    ctx: Context,
    kind: Exclude<CredentialKind, 'oauth_access_token'>,
    uuid: string,
  ): Promise<Date | null> {
    const [found] = await this.db.system(findWorkspaceOfToken, [uuid, kind]);
    if (found === undefined) return null;
    const workspace = inWorkspace(ctx, encodeId('workspace', found.workspace_id));
    const revoked = await this.db.transaction(workspace, async (tx) => {
      const row = await tx.one(revokeToken, [uuid, new Date()]);
      if (row?.was_revoked === false)
        await this.audit.record(tx, {
          type: 'credential.revoked',
          credentialId: credentialIdOf(kind, uuid),
        });
      return row;
    });
    if (revoked === undefined) return null;
    await this.tokenStore.revoke([revoked.token_hash.toString('hex')]);
    return revoked.revoked_at;
  }
}
