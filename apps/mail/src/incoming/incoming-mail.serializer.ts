import { encodeId, type IncomingMail } from '@parley/contracts';
import type { FileLinks } from '@parley/files';
import { versioned } from '@parley/runtime/records';
import { isUnread, type IncomingMailRow } from './incoming-mail.entity.ts';

export function toIncomingMail(row: IncomingMailRow, links: FileLinks): IncomingMail {
  const tenant = { workspaceId: encodeId('workspace', row.workspace_id), mode: row.mode };
  const source = { id: encodeId('file', row.source_file_id), name: `${row.id}.eml` };
  return versioned(row.version, {
    id: encodeId('incoming_mail', row.id),
    mailbox_id: encodeId('mailbox', row.mailbox_id),
    status: row.status,
    reason: isUnread(row) ? null : row.reason,
    type: row.type,
    from: row.sender,
    to: [...row.envelope.to],
    subject: row.subject,
    size: row.size,
    authentication: row.authentication,
    conversation_id: row.conversation_id === null ? null : encodeId('conversation', row.conversation_id),
    message_id: row.conversation_id === null ? null : encodeId('message', row.message_id),
    acknowledgement: row.acknowledgement,
    source_url: row.is_forgotten || !row.has_source ? null : links.urlOf(tenant, source),
    received_at: (row.arrived_at ?? row.created_at).toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
