import { Injectable } from '@nestjs/common';
import { connectionDeleted, inboxDeleted, Mode, uuidOf, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import { inTenant, inWorkspace, type WorkspaceContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { changeInBatches } from '@parley/projections';
import { changeConversation } from '../conversations/change-conversation.ts';
import { lockConversationsOfConnection } from '../conversations/conversations.queries.ts';
import { changeConnection } from './connections.handlers.ts';
import { lockConnectionsOfInbox } from './connections.queries.ts';

@Injectable()
export class ConnectionSubscribers {
  constructor(private readonly db: Database) {}

  @On(connectionDeleted)
  removeConnectionFromConversationsWhenDeleted(
    { data }: EventOf<typeof connectionDeleted>,
    { ctx }: Transaction,
  ) {
    const id = uuidOf('connection', data.id);
    return changeInBatches(this.db, inWorkspace(ctx, ctx.tenant.workspaceId), async (batch, after) => {
      const rows = await batch.lockAll(lockConversationsOfConnection, [id, after.created_at, after.id]);
      for (const row of rows)
        await changeConversation(batch, row, { connection_id: null, external_key: null });
      return rows;
    });
  }

  @On(inboxDeleted)
  async removeConnectionsFromInboxWhenDeleted(
    { data }: EventOf<typeof inboxDeleted>,
    { ctx }: Transaction<WorkspaceContext>,
  ) {
    for (const mode of Mode.options)
      await this.db.transaction(inTenant(ctx, ctx.tenant.workspaceId, mode), async (tx) => {
        for (const row of await tx.query(lockConnectionsOfInbox, [uuidOf('inbox', data.id)]))
          await changeConnection(tx, row, { inbox_id: null });
      });
  }
}
