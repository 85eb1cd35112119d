import { Injectable } from '@nestjs/common';
import { inboxDeleted, teamDeleted, userDeactivated, uuidOf, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import type { WorkspaceContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { changeInBatches, unassignWork, type RecordToChange } from '@parley/projections';
import { changeConversation } from './change-conversation.ts';
import {
  lockConversationsOfInbox,
  lockConversationsOfTeam,
  lockOpenConversationsOfAssignee,
} from './conversations.queries.ts';

@Injectable()
export class ConversationSubscribers {
  constructor(private readonly db: Database) {}

  /** Somebody else has to answer. What is closed still tells who did it. */
  @On(userDeactivated)
  unassignConversationsWhenUserIsDeactivated(
    event: EventOf<typeof userDeactivated>,
    tx: Transaction<WorkspaceContext>,
  ) {
    return unassignWork(this.db, tx.ctx, event, unassignConversations);
  }

  @On(inboxDeleted)
  removeConversationsFromInboxWhenDeleted(
    { data }: EventOf<typeof inboxDeleted>,
    tx: Transaction<WorkspaceContext>,
  ) {
    const inboxId = uuidOf('inbox', data.id);
    return changeInBatches(this.db, tx.ctx, async (batch, after) => {
      const rows = await batch.lockAll(lockConversationsOfInbox, [inboxId, after.created_at, after.id]);
      for (const row of rows) await changeConversation(batch, row, { inbox_id: null });
      return rows;
    });
  }

  @On(teamDeleted)
  takeConversationsFromTeamWhenDeleted(
    { data }: EventOf<typeof teamDeleted>,
    tx: Transaction<WorkspaceContext>,
  ) {
    const teamId = uuidOf('team', data.id);
    return changeInBatches(this.db, tx.ctx, async (batch, after) => {
      const rows = await batch.lockAll(lockConversationsOfTeam, [teamId, after.created_at, after.id]);
      for (const row of rows) await changeConversation(batch, row, { team_id: null }, { team_name: null });
      return rows;
    });
  }
}

async function unassignConversations(
  tx: Transaction,
  userId: string,
  after: RecordToChange,
): Promise<readonly RecordToChange[]> {
  const rows = await tx.lockAll(lockOpenConversationsOfAssignee, [userId, after.created_at, after.id]);
  for (const row of rows) await changeConversation(tx, row, { assignee_id: null }, { assignee_name: null });
  return rows;
}
