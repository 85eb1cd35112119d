import { encodeId, type Message } from '@parley/contracts';
import { versioned } from '@parley/kernel';
import type { MessageWithAuthor } from './messages.queries.ts';

export function toMessage(row: MessageWithAuthor): Message {
  return versioned(row.version, {
    id: encodeId('message', row.id),
    conversation_id: encodeId('conversation', row.conversation_id),
    body: row.body,
    type: row.type,
    author:
      row.author_type === 'user'
        ? { type: 'user', id: encodeId('user', row.author_id), name: row.author_name }
        : { type: 'contact', id: encodeId('contact', row.author_id), name: row.author_name },
    attachments: [],
    redacted_at: row.redacted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  });
}
