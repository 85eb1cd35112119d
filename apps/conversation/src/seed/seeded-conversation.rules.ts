import type { ConversationRow } from '../conversations/conversation.entity.ts';
import type { SeededConversation } from '@parley/sample-data';
import type { MessageRow } from '../messages/message.entity.ts';

type Complete<Row> = Omit<Row, 'workspace_id' | 'mode'>;

/** The row that a made-up conversation would be if it had come to its status at its time. */
export function conversationRowOf(seeded: SeededConversation): Complete<ConversationRow> {
  const { messages: _, status_at: at, ...row } = seeded;
  const { status } = row;
  return {
    ...row,
    closed_at: status === 'closed' ? at : null,
    version: status === 'open' ? 1 : 2,
    updated_at: at,
  };
}

/** The rows of its messages. */
export function messageRowsOf({ id, contact_id, messages }: SeededConversation): Complete<MessageRow>[] {
  return messages.map(({ user_id: user, ...message }) => ({
    ...message,
    conversation_id: id,
    author_type: user === null ? 'contact' : 'user',
    author_id: user ?? contact_id,
    version: 1,
    updated_at: message.created_at,
  }));
}
