import { Inject, Injectable } from '@nestjs/common';
import { userDeactivated, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import type { WorkspaceContext } from '@parley/kernel';
import { Database, type Transaction } from '@parley/persistence';
import { unassignWork, type AssignedRecord } from '@parley/projections';
import { changeConversation } from './change-conversation.ts';
import { lockOpenConversationsOfAssignee } from './conversations.queries.ts';

@Injectable()
export class ConversationSubscribers {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Somebody else has to answer. What is closed still tells who did it. */
  @On(userDeactivated)
  unassignConversationsWhenUserIsDeactivated(
    event: EventOf<typeof userDeactivated>,
    tx: Transaction<WorkspaceContext>,
  ): Promise<void> {
    return unassignWork(this.db, tx.ctx, event, unassignConversations);
  }
}

async function unassignConversations(
  tx: Transaction,
  userId: string,
  after: AssignedRecord,
): Promise<readonly AssignedRecord[]> {
  const rows = await tx.query(lockOpenConversationsOfAssignee, [userId, after.created_at, after.id]);
  for (const row of rows) await changeConversation(tx, row, { assignee_id: null }, null);
  return rows;
}
