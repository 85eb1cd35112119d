import type { AuthorType, MessageType } from '@parley/contracts';
import type { ConversationRow } from './conversation.entity.ts';

/** What the messages of a conversation say of it. */
export type Activity = Pick<
  ConversationRow,
  'last_message_at' | 'last_message_by' | 'messages_count' | 'waiting_since'
>;

/** Activity of a conversation without a message. */
export const NO_ACTIVITY: Activity = {
  last_message_at: null,
  last_message_by: null,
  messages_count: 0,
  waiting_since: null,
};

/** The activity after one more message. A contact waits from the first message that it has written itself until a user replies. */
export function activityAfter(
  before: Activity,
  { type, author, isAutomatic = false }: { type: MessageType; author: AuthorType; isAutomatic?: boolean },
  at: Date,
): Activity {
  const waits = author === 'contact' && !isAutomatic ? (before.waiting_since ?? at) : before.waiting_since;
  return {
    last_message_at: at,
    last_message_by: author,
    messages_count: before.messages_count + 1,
    waiting_since: author === 'user' && type === 'reply' ? null : waits,
  };
}
