import {
  conversationAssigned,
  conversationSnoozed,
  conversationStatusChanged,
  conversationTeamChanged,
  conversationUpdated,
  conversationWoken,
  type Conversation,
} from '@parley/contracts';
import { duplicates, isDeactivated, type SummaryColumns } from '@parley/projections';
import { changedFields } from '@parley/runtime/records';
import type { RowChanges, Transaction } from '@parley/persistence';
import { ConversationRow } from './conversation.entity.ts';
import { toConversation } from './conversation.serializer.ts';
import type { ConversationWithSummaries } from './conversations.queries.ts';

/**
 * Writes changes to a locked conversation and emits their events; does neither without changes. `names`: those of a new assignee
 * or contact.
 * A conversation that is reopened while its assignee is deactivated is unassigned.
 */
export async function changeConversation(
  tx: Transaction,
  before: ConversationWithSummaries,
  changes: RowChanges<ConversationRow>,
  names: Partial<SummaryColumns> = {},
): Promise<Conversation> {
  if (Object.keys(changes).length === 0) return toConversation(before);
  const assignee = 'assignee_id' in changes ? null : before.assignee_id;
  const isLeft = assignee !== null && reopens(before, changes) && (await isDeactivated(tx, assignee));
  const complete = isLeft ? { ...changes, assignee_id: null } : changes;
  const changed = await tx.update(ConversationRow, before, complete, duplicates(complete));
  const conversation = toConversation({ ...changed, ...names, ...(isLeft && { assignee_name: null }) });
  const previous = changedFields(toConversation(before), conversation);
  tx.emit(conversationUpdated, conversation, previous);
  if ('status' in changes) tx.emit(conversationStatusChanged, conversation, previous);
  if ('team_id' in changes) tx.emit(conversationTeamChanged, conversation, previous);
  if (changes.snoozed_until !== undefined)
    tx.emit(changes.snoozed_until === null ? conversationWoken : conversationSnoozed, conversation, previous);
  if (typeof changes.assignee_id === 'string') tx.emit(conversationAssigned, conversation, previous);
  return conversation;
}

const reopens = ({ status }: ConversationRow, changes: RowChanges<ConversationRow>): boolean =>
  status === 'closed' && changes.status !== undefined && changes.status !== 'closed';
