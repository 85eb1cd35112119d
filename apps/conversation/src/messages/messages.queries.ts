import { uuidOf, type Id } from '@parley/contracts';
import { defineList, equals } from '@parley/lists';
import type { MessageRow } from './message.entity.ts';

/** A message row with the name of its author, from the local projections. */
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
