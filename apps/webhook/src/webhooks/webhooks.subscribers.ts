import { Injectable } from '@nestjs/common';
import {
  grantExpired,
  grantRevoked,
  hasRequiredScope,
  patExpired,
  patRevoked,
  scopesOfRole,
  updateWebhook,
  userDeactivated,
  userUpdated,
  uuidOf,
  type EventOf,
} from '@parley/contracts';
import { On } from '@parley/events';
import { inTenant, type WorkspaceContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { Cancellations } from '../deliveries/queue/cancellations.ts';
import { findEnabledOfCredential, findEnabledOfUser, findWebhookForUpdate } from './webhooks.queries.ts';

type CredentialEnd = EventOf<
  typeof grantRevoked | typeof grantExpired | typeof patRevoked | typeof patExpired
>;

/** Disables what outlives the consent of a user: a webhook sends the content of all events. */
@Injectable()
export class WebhookSubscribers {
  constructor(
    private readonly db: Database,
    private readonly cancellations: Cancellations,
  ) {}

  @On([grantRevoked, grantExpired, patRevoked, patExpired])
  async disableWebhooksWhenCredentialEnds({ data }: CredentialEnd, tx: Transaction<WorkspaceContext>) {
    await this.#disable(tx.ctx, await tx.query(findEnabledOfCredential, [data.id]));
  }

  @On(userDeactivated)
  async disableWebhooksWhenUserIsDeactivated(
    { data }: EventOf<typeof userDeactivated>,
    tx: Transaction<WorkspaceContext>,
  ) {
    await this.#disable(tx.ctx, await tx.query(findEnabledOfUser, [uuidOf('user', data.id)]));
  }

  /** Who may not manage webhooks any more must not go on receiving by those that they made. */
  @On(userUpdated)
  async disableWebhooksWhenUserLosesRole(
    { data, previous }: EventOf<typeof userUpdated>,
    tx: Transaction<WorkspaceContext>,
  ) {
    if (previous?.role === undefined || hasRequiredScope(scopesOfRole(data.role), updateWebhook.scope))
      return;
    await this.#disable(tx.ctx, await tx.query(findEnabledOfUser, [uuidOf('user', data.id)]));
  }

  /** Uses a transaction for each, because each belongs to a mode; a repeat finds nothing left to do. */
  async #disable(ctx: WorkspaceContext, webhooks: readonly { id: string; mode: 'live' | 'test' }[]) {
    for (const { id, mode } of webhooks)
      await this.db.transaction(inTenant(ctx, ctx.tenant.workspaceId, mode), async (tx) => {
        const row = await tx.one(findWebhookForUpdate, [id]);
        if (row?.status === 'enabled') await this.cancellations.disable(tx, row, 'revoked');
      });
  }
}
