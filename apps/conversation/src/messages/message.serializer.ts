import { encodeId, type File, type Message } from '@parley/contracts';
import type { FileLinks } from '@parley/files';
import { versioned } from '@parley/runtime/records';
import type { MessageWithAuthor } from './messages.queries.ts';

export function toMessage(row: MessageWithAuthor, links: FileLinks): Message {
  return versioned(row.version, {
    id: encodeId('message', row.id),
    conversation_id: encodeId('conversation', row.conversation_id),
    body: row.body,
    type: row.type,
    author:
      row.author_type === 'user'
        ? { type: 'user', id: encodeId('user', row.author_id), name: row.author_name }
        : { type: 'contact', id: encodeId('contact', row.author_id), name: row.author_name },
    attachments: filesOf(row, links),
    redacted_at: row.redacted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  });
}

function filesOf(row: MessageWithAuthor, links: FileLinks): File[] {
  if (row.attachments.length === 0) return [];
  const tenant = { workspaceId: encodeId('workspace', row.workspace_id), mode: row.mode };
  return row.attachments.map((file) => ({
    ...file,
    url: file.deleted_at === null ? links.urlOf(tenant, file) : null,
  }));
}
