import { activityAfter, NO_ACTIVITY } from '../conversations/activity.rules.ts';
import type { ConversationRow } from '../conversations/conversation.entity.ts';
import { tagColumns } from '@parley/projections';
import type { SampleConversation } from '@parley/sample-data';
import type { MessageRow } from '../messages/message.entity.ts';

type Complete<Row> = Omit<Row, 'workspace_id' | 'mode'>;

export function toConversationRow(conversation: SampleConversation): Complete<ConversationRow> {
  const { messages, status_at: at, ...row } = conversation;
  const { status } = row;
  return {
    ...row,
    inbox_id: null,
    ...tagColumns(row.tags),
    ...messages.reduce(
      (activity, { type, user_id: user, created_at: sentAt }) =>
        activityAfter(activity, { type, author: user === null ? 'contact' : 'user' }, sentAt),
      NO_ACTIVITY,
    ),
    closed_at: status === 'closed' ? at : null,
    version: status === 'open' ? 1 : 2,
    updated_at: at,
  };
}

export function toMessageRows({ id, contact_id, messages }: SampleConversation): Complete<MessageRow>[] {
  return messages.map(({ user_id: user, ...message }) => ({
    ...message,
    conversation_id: id,
    author_type: user === null ? 'contact' : 'user',
    author_id: user ?? contact_id,
    attachments: [],
    redacted_at: null,
    version: 1,
    updated_at: message.created_at,
  }));
}
