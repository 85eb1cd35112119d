import {
  conversationAssigned,
  conversationStatusChanged,
  conversationUpdated,
  type Conversation,
} from '@parley/contracts';
import { changedFields } from '@parley/kernel';
import type { RowChanges, Transaction } from '@parley/persistence';
import { ConversationRow } from './conversation.entity.ts';
import { toConversation, type ConversationWithSummaries } from './conversations.queries.ts';

/**
 * Writes changes of a conversation that was read for update, and the events that tell of them. No changes, no event.
 * @param assigneeName of the assignee that the changes name
 */
export async function changeConversation(
  tx: Transaction,
  before: ConversationWithSummaries,
  changes: RowChanges<ConversationRow>,
  assigneeName: string | null,
): Promise<Conversation> {
  if (Object.keys(changes).length === 0) return toConversation(before);
  const changed = await tx.update(ConversationRow, before, changes);
  const shown = 'assignee_id' in changes ? { ...changed, assignee_name: assigneeName } : changed;
  const conversation = toConversation(shown);
  tx.emit(conversationUpdated, conversation, changedFields(toConversation(before), conversation));
  if ('status' in changes) tx.emit(conversationStatusChanged, conversation);
  if (typeof changes.assignee_id === 'string') tx.emit(conversationAssigned, conversation);
  return conversation;
}
