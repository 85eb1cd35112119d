import { encodeId, uuidOf, type Id, type Message } from '@parley/contracts';
import { defineList, equals } from '@parley/lists';
import type { MessageRow } from './message.entity.ts';

/** A message with the name of its author, from the copies that events keep. */
export interface MessageWithAuthor extends MessageRow {
  author_name: string | null;
}

export const messageList = defineList<MessageWithAuthor>({
  name: 'message.list',
  select: `select message.*, case author_type when 'user' then u.name else c.name end as author_name
    from message
    left join user_projection u on u.workspace_id = message.workspace_id and u.id = author_id
    left join contact_projection c on c.workspace_id = message.workspace_id and c.mode = message.mode and c.id = author_id`,
  table: 'message',
  sorts: { created_at: 'created_at' },
  filters: {
    conversation_id: equals('conversation_id', (id: Id<'conversation'>) => uuidOf('conversation', id)),
    type: equals('type'),
  },
});

/** A message as the API shows it. */
export function toMessage(row: MessageWithAuthor): Message {
  return {
    id: encodeId('message', row.id),
    conversation_id: encodeId('conversation', row.conversation_id),
    body: row.body,
    type: row.type,
    author:
      row.author_type === 'user'
        ? { type: 'user', id: encodeId('user', row.author_id), name: row.author_name }
        : { type: 'contact', id: encodeId('contact', row.author_id), name: row.author_name },
    attachments: [],
    created_at: row.created_at.toISOString(),
  };
}
