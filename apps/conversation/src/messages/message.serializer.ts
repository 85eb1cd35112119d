import { encodeId, type Attachment, type Message } from '@parley/contracts';
import type { FileLinks } from '@parley/files';
import { versioned } from '@parley/runtime/records';
import { shown } from './delivery/delivery.rules.ts';
import type { MessageWithAuthor } from './messages.queries.ts';

export function toMessage(row: MessageWithAuthor, links: FileLinks): Message {
  return versioned(row.version, {
    id: encodeId('message', row.id),
    conversation_id: encodeId('conversation', row.conversation_id),
    body: row.body,
    quoted_body: row.quoted_body,
    type: row.type,
    external_id: row.external_id,
    author:
      row.author_type === 'user'
        ? { type: 'user', id: encodeId('user', row.author_id), name: row.author_name }
        : { type: 'contact', id: encodeId('contact', row.author_id), name: row.author_name },
    attachments: attachmentsOf(row, links),
    email: row.email,
    mailbox_id: row.mailbox_id === null ? null : encodeId('mailbox', row.mailbox_id),
    connection_id: row.connection_id === null ? null : encodeId('connection', row.connection_id),
    delivery: row.delivery === null ? null : shown(row.delivery),
    sent_at: row.sent_at?.toISOString() ?? null,
    edited_at: row.edited_at?.toISOString() ?? null,
    edited_by: row.edited_by === null ? null : encodeId('user', row.edited_by),
    redacted_at: row.redacted_at?.toISOString() ?? null,
    redacted_by: row.redacted_by === null ? null : encodeId('user', row.redacted_by),
    mentions: row.mentions.map((id) => encodeId('user', id)),
    created_at: row.created_at.toISOString(),
  });
}

function attachmentsOf(row: MessageWithAuthor, links: FileLinks): Attachment[] {
  if (row.attachments.length === 0) return [];
  const tenant = { workspaceId: encodeId('workspace', row.workspace_id), mode: row.mode };
  return row.attachments.map((attachment) => ({
    ...attachment,
    url:
      attachment.deleted_at === null
        ? links.urlOf(tenant, { id: attachment.file_id, name: attachment.name })
        : null,
  }));
}
