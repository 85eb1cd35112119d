import { Injectable } from '@nestjs/common';
import { TokenStore, mintToken } from '@parley/authentication';
import {
  ApiError,
  createOAuthApp,
  decodeId,
  deleteOAuthApp,
  encodeId,
  invalidParameter,
  listOAuthApps,
  notFound,
  parseDuration,
  rotateOAuthAppSecret,
  updateOAuthApp,
  uuidOf,
  type ClientRequest,
  type ClientType,
  type Id,
  type ParsedInput,
  type Result,
} from '@parley/contracts';
import { inWorkspace, type Context, type WorkspaceContext } from '@parley/runtime/context';
import { changedValues, fromTo, newId } from '@parley/runtime/records';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { recordAudit } from '../audit/audit.ts';
import { sha256 } from '../sha256.ts';
import { Revocations } from '../tokens/revocations.ts';
import { lockActingAdmin } from '../users/acting-admin.ts';
import { inWorkspaceOf, requireWorkspace } from '../workspaces/workspaces.queries.ts';
import * as queries from './apps.queries.ts';
import { isAuthentic, newUnknownHash } from './client-secret.rules.ts';
import { Grants } from './grants.ts';
import { findGrantsOfApp } from './grants.queries.ts';
import { OAuthAppRow } from './oauth.entities.ts';
import { redirectUrisError } from './redirect-uri.rules.ts';

type NewApp = Pick<OAuthAppRow, 'name' | 'redirect_uris' | 'scopes' | 'client_type' | 'mode'>;
type AppChanges = { [Field in 'name' | 'redirect_uris' | 'scopes']?: NewApp[Field] | undefined };
/** What operators and the console call the redirect URIs. */
type UriParam = 'redirect_uri' | 'redirect_uris';

@Injectable()
export class OAuthApps {
  constructor(
    private readonly db: Database,
    private readonly tokenStore: TokenStore,
    private readonly revocations: Revocations,
    private readonly grants: Grants,
  ) {}

  @Handles(createOAuthApp)
  async create(ctx: Context, input: ParsedInput<typeof createOAuthApp>) {
    const { workspace, redirect_uri: uris, ...app } = input;
    return this.register(inWorkspace(ctx, workspace), { ...app, redirect_uris: uris }, 'redirect_uri');
  }

  /** Registers an app of a workspace. @param param name of the parameter that the redirect URIs are in. */
  register(ctx: WorkspaceContext, input: NewApp, param: UriParam): Promise<Result<typeof createOAuthApp>> {
    return this.db.transaction(ctx, async (tx) => {
      await lockActingAdmin(tx);
      const workspace = await requireWorkspace(tx);
      const { name, redirect_uris: uris, scopes, client_type: type, mode } = input;
      assertRedirectUris(type, uris, param);
      const id = newId('app');
      const secret = type === 'public' ? null : mintToken('cs_', workspace.route_tag);
      const app = { name, client_type: type, mode, redirect_uris: uris, scopes };
      await tx.insert(OAuthAppRow, {
        ...app,
        id: uuidOf('app', id),
        secret_hash: secret === null ? newUnknownHash() : sha256(secret),
        previous_secret_hash: null,
        previous_secret_expires_at: null,
      });
      await recordAudit(tx, { type: 'app.created', details: { ...app, app_id: id } });
      return { client_id: id, client_secret: secret };
    });
  }

  @Handles(listOAuthApps)
  async list(ctx: Context, input: ParsedInput<typeof listOAuthApps>) {
    const workspace = inWorkspace(ctx, input.workspace);
    await requireWorkspace(this.db.read(workspace));
    return { apps: await this.listOf(workspace) };
  }

  async listOf(ctx: WorkspaceContext): Promise<Result<typeof listOAuthApps>['apps']> {
    const rows = await this.db.read(ctx).query(queries.listApps);
    return rows.map((row) => ({ ...toApp(row), active_grants: row.active_grants }));
  }

  @Handles(updateOAuthApp)
  async update(ctx: Context, { id, redirect_uri: uris, ...changes }: ParsedInput<typeof updateOAuthApp>) {
    const workspace = await inWorkspaceOf(this.db, ctx, 'OAuth app', uuidOf('app', id));
    return this.change(workspace, id, { ...changes, redirect_uris: uris }, 'redirect_uri');
  }

  /** Changes an app; no later request has a removed scope. Throws `precondition_failed` if its version is not `version`. */
  async change(ctx: WorkspaceContext, id: Id<'app'>, input: AppChanges, param: UriParam, version?: string) {
    const uuid = uuidOf('app', id);
    const updating = this.db.transaction(ctx, async (tx) => {
      await lockActingAdmin(tx);
      const before = await requireApp(tx, uuid);
      if (version !== undefined && version !== versionOf(before)) throw new ApiError('precondition_failed');
      const {
        name = before.name,
        redirect_uris: uris = before.redirect_uris,
        scopes = before.scopes,
      } = input;
      assertRedirectUris(before.client_type, uris, param);
      await tx.query(queries.updateApp, [uuid, name, uris, scopes]);
      const next = { name, redirect_uris: uris, scopes };
      const app = toApp({ ...before, ...next });
      const details = { app_id: id, changes: fromTo(before, changedValues(before, next)) };
      await recordAudit(tx, { type: 'app.updated', details });
      return { app, ...(await this.grants.narrow(tx, uuid, scopes)) };
    });
    const { app, active, revoked } = await this.revocations.committed(updating);
    // Also when nothing has changed: an earlier request may have failed between its commit and this point.
    await this.tokenStore.revoke(revoked);
    await this.tokenStore.invalidate(active);
    return app;
  }

  @Handles(rotateOAuthAppSecret)
  async rotateSecret(
    ctx: Context,
    { id, grace_period: gracePeriod }: ParsedInput<typeof rotateOAuthAppSecret>,
  ) {
    const workspace = await inWorkspaceOf(this.db, ctx, 'OAuth app', uuidOf('app', id));
    return this.replaceSecret(workspace, id, gracePeriod);
  }

  /** Replaces the secret of an app of a workspace; the former one is accepted for the grace period. */
  replaceSecret(ctx: WorkspaceContext, id: Id<'app'>, gracePeriod: string) {
    const uuid = uuidOf('app', id);
    return this.db.transaction(ctx, async (tx) => {
      await lockActingAdmin(tx);
      const app = await requireApp(tx, uuid);
      if (app.client_type === 'public')
        throw invalidParameter('id', 'is a public client, which has no secret');
      const secret = mintToken('cs_', (await requireWorkspace(tx)).route_tag);
      const expiresAt = new Date(Date.now() + (parseDuration(gracePeriod) ?? 0));
      await tx.query(queries.rotateSecret, [uuid, sha256(secret), expiresAt]);
      const details = { app_id: id, previous_secret_expires_at: expiresAt };
      await recordAudit(tx, { type: 'app.secret_rotated', details });
      return { client_id: id, client_secret: secret, previous_secret_expires_at: expiresAt.toISOString() };
    });
  }

  @Handles(deleteOAuthApp)
  async delete(ctx: Context, input: ParsedInput<typeof deleteOAuthApp>) {
    const workspace = await inWorkspaceOf(this.db, ctx, 'OAuth app', uuidOf('app', input.id));
    return { client_id: input.id, revoked_grants: await this.remove(workspace, input.id) };
  }

  /** Deletes an app and returns how many grants that ended; a repeat changes nothing. Throws `not_found`. */
  async remove(ctx: WorkspaceContext, id: Id<'app'>): Promise<number> {
    const uuid = uuidOf('app', id);
    await this.requireRegistered(ctx, id);
    const deleting = this.db.transaction(ctx, async (tx) => {
      await lockActingAdmin(tx);
      const deleted = await tx.one(queries.deleteApp, [uuid, new Date()]);
      if (deleted !== undefined)
        await recordAudit(tx, { type: 'app.deleted', details: { app_id: id, name: deleted.name } });
      const grants = await tx.query(findGrantsOfApp, [uuid]);
      return this.grants.revoke(tx, grants, 'app_deleted');
    });
    const revoked = await this.revocations.committed(deleting);
    // Also when it was deleted before: an earlier request may have failed between its commit and this point.
    await this.tokenStore.revoke(revoked.hashes);
    return revoked.count;
  }

  /** Throws `not_found` for an app that the workspace never had. */
  async requireRegistered(ctx: WorkspaceContext, id: Id<'app'>): Promise<void> {
    const app = await this.db.read(ctx).one(queries.findRegisteredApp, [uuidOf('app', id)]);
    if (app === undefined) throw notFound('OAuth app');
  }

  async find(clientId: string): Promise<queries.AppRow | null> {
    const id = decodeId('app', clientId);
    return id === null ? null : ((await this.db.system(queries.findApp, [id]))[0] ?? null);
  }

  /** The app with these credentials, or `null`. An unknown client takes as long as a wrong secret. */
  async authenticate(client: ClientRequest['client']): Promise<queries.AppRow | null> {
    if (client === null) return null;
    const app = await this.find(client.id);
    return isAuthentic(app, client.secret, new Date()) ? app : null;
  }
}

/** Locks the app that a command names. Throws `not_found` for a deleted one. */
async function requireApp(tx: Transaction<WorkspaceContext>, uuid: string): Promise<queries.ShownAppRow> {
  const app = await tx.one(queries.findAppForUpdate, [uuid]);
  if (app === undefined) throw notFound('OAuth app');
  return app;
}

/** Changes with what `OAuthApps.change` changes. */
export function versionOf({ name, redirect_uris, scopes }: Pick<NewApp, keyof AppChanges>): string {
  return sha256(JSON.stringify([name, redirect_uris, scopes])).toString('base64url');
}

function assertRedirectUris(type: ClientType, uris: readonly string[], param: UriParam): void {
  const error = redirectUrisError(type, uris);
  if (error !== null) throw invalidParameter(param, error);
}

function toApp({ id, created_at: createdAt, ...row }: queries.ShownAppRow) {
  return {
    client_id: encodeId('app', id),
    name: row.name,
    client_type: row.client_type,
    mode: row.mode,
    redirect_uris: row.redirect_uris,
    scopes: row.scopes,
    created_at: createdAt.toISOString(),
  };
}
