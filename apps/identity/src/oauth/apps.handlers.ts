import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { TokenStore, mintToken } from '@parley/admission';
import {
  createOAuthApp,
  decodeId,
  deleteOAuthApp,
  encodeId,
  listOAuthApps,
  uuidOf,
  type ParsedInput,
  type Result,
} from '@parley/contracts';
import { inWorkspace, newId, type Context } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { recordAudit } from '../audit/audit.ts';
import { sha256 } from '../sha256.ts';
import { Revocations } from '../tokens/revocations.ts';
import { inWorkspaceOf, requireWorkspace } from '../workspaces/workspaces.queries.ts';
import * as queries from './apps.queries.ts';
import { Grants } from './grants.ts';
import { findGrantsOfApp } from './grants.queries.ts';
import { OAuthAppRow } from './oauth.entities.ts';

/** Compared with the secret of an unknown client. */
const DUMMY_HASH = sha256('no client');

/** Apps that act for users of the workspace that registered them. */
@Injectable()
export class OAuthApps {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(TokenStore) private readonly tokenStore: TokenStore,
    @Inject(Revocations) private readonly revocations: Revocations,
    @Inject(Grants) private readonly grants: Grants,
  ) {}

  @Handles(createOAuthApp)
  async create(
    ctx: Context,
    input: ParsedInput<typeof createOAuthApp>,
  ): Promise<Result<typeof createOAuthApp>> {
    return this.db.transaction(inWorkspace(ctx, input.workspace), async (tx) => {
      const workspace = await requireWorkspace(tx);
      const id = newId('app');
      const secret = mintToken('cs_', workspace.route_tag);
      const app = { name: input.name, redirect_uris: input.redirect_uri, scopes: input.scopes };
      await tx.insert(OAuthAppRow, { ...app, id: uuidOf('app', id), secret_hash: sha256(secret) });
      await recordAudit(tx, { type: 'app.created', details: { ...app, app_id: id } });
      return { client_id: id, client_secret: secret };
    });
  }

  @Handles(listOAuthApps)
  async list(ctx: Context, input: ParsedInput<typeof listOAuthApps>): Promise<Result<typeof listOAuthApps>> {
    const db = this.db.read(inWorkspace(ctx, input.workspace));
    await requireWorkspace(db);
    const rows = await db.query(queries.listApps);
    return {
      apps: rows.map(({ id, created_at: createdAt, ...app }) => ({
        client_id: encodeId('app', id),
        ...app,
        created_at: createdAt.toISOString(),
      })),
    };
  }

  @Handles(deleteOAuthApp)
  async delete(
    ctx: Context,
    input: ParsedInput<typeof deleteOAuthApp>,
  ): Promise<Result<typeof deleteOAuthApp>> {
    const id = uuidOf('app', input.id);
    const workspace = await inWorkspaceOf(this.db, ctx, 'OAuth app', id);
    const deleting = this.db.transaction(workspace, async (tx) => {
      const deleted = await tx.one(queries.deleteApp, [id, new Date()]);
      if (deleted !== undefined)
        await recordAudit(tx, { type: 'app.deleted', details: { app_id: input.id, name: deleted.name } });
      const grants = await tx.query(findGrantsOfApp, [id]);
      return this.grants.revoke(tx, grants, 'app_deleted');
    });
    const revoked = await this.revocations.committed(deleting);
    // Also when it was deleted before: an earlier request may have failed between its commit and this point.
    await this.tokenStore.revoke(revoked.hashes);
    return { client_id: input.id, revoked_grants: revoked.count };
  }

  async find(clientId: string): Promise<queries.AppRow | null> {
    const id = decodeId('app', clientId);
    return id === null ? null : ((await this.db.system(queries.findApp, [id]))[0] ?? null);
  }

  /** The app with these credentials, or `null`. An unknown client takes as long as a wrong secret. */
  async authenticate(client: { id: string; secret: string } | null): Promise<queries.AppRow | null> {
    if (client === null) return null;
    const app = await this.find(client.id);
    const given = sha256(client.secret);
    return timingSafeEqual(given, app?.secret_hash ?? DUMMY_HASH) ? app : null;
  }
}
