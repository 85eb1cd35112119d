import { Injectable } from '@nestjs/common';
import { TokenStore } from '@parley/authentication';
import { encodeId, type CreatedWebhook } from '@parley/contracts';
import type { Context } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { CreatedWebhooks } from '../credentials/created-webhooks.ts';
import { asUser, type Session } from '../sign-in/sessions.ts';
import { Revocations } from '../tokens/revocations.ts';
import { Grants } from './grants.ts';
import {
  deleteCodesOfUserForApp,
  findConnectedApps,
  lockGrantsOfUserForApp,
  type ConnectedAppRow,
} from './grants.queries.ts';

export interface ConnectedApp extends ConnectedAppRow {
  /** Enabled webhooks that the app created for the user; `null` if they are unknown. */
  readonly webhooks: readonly CreatedWebhook[] | null;
}

@Injectable()
export class ConnectedApps {
  constructor(
    private readonly db: Database,
    private readonly grants: Grants,
    private readonly tokenStore: TokenStore,
    private readonly revocations: Revocations,
    private readonly webhooks: CreatedWebhooks,
  ) {}

  async list(ctx: Context, session: Session): Promise<ConnectedApp[]> {
    const workspace = asUser(ctx, session);
    const apps = await this.db.read(workspace).query(findConnectedApps, [session.user_id]);
    const idsOf = (app: ConnectedAppRow) => app.grant_ids.map((id): string => encodeId('grant', id));
    const ids = apps.filter(({ scopes }) => scopes.includes('webhooks:manage')).flatMap(idsOf);
    const created = ids.length === 0 ? [] : await this.webhooks.of(ctx, workspace.tenant.workspaceId, ids);
    const isOf = (app: ConnectedAppRow) => (webhook: CreatedWebhook) =>
      webhook.status === 'enabled' && idsOf(app).includes(webhook.credential_id);
    return apps.map((app) => ({ ...app, webhooks: created?.filter(isOf(app)) ?? null }));
  }

  /** Revokes the grants of a user to an app, with codes for new ones; the webhooks that they created are disabled shortly after. */
  async disconnect(ctx: Context, session: Session, appUuid: string): Promise<void> {
    const disconnecting = this.db.transaction(asUser(ctx, session), async (tx) => {
      const values = [session.user_id, appUuid];
      let grants = await tx.query(lockGrantsOfUserForApp, values);
      let known: number;
      do {
        known = grants.length;
        await tx.query(deleteCodesOfUserForApp, values);
        // An exchange that the deletion waited for has made another one.
        grants = await tx.query(lockGrantsOfUserForApp, values);
      } while (grants.length > known);
      return this.grants.revoke(tx, grants, 'disconnected_by_user');
    });
    const revoked = await this.revocations.committed(disconnecting);
    await this.tokenStore.revoke(revoked.hashes);
  }
}
