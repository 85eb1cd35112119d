import { encodeId, type Notification } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { NotificationRow } from './notification.entity.ts';

export function toNotification(row: NotificationRow): Notification {
  return versioned(row.version, {
    id: encodeId('notification', row.id),
    cause: row.cause,
    ticket_id: row.kind === 'ticket' ? encodeId('ticket', row.record_id) : null,
    conversation_id: row.kind === 'conversation' ? encodeId('conversation', row.record_id) : null,
    message_id: row.message_id === null ? null : encodeId('message', row.message_id),
    read: row.read_at !== null,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  });
}
