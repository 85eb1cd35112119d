import { encodeId, type Conversation } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import { assigneeSummary, contactSummary, teamSummary } from '@parley/projections';
import type { ConversationWithSummaries } from './conversations.queries.ts';

export function toConversation(row: ConversationWithSummaries): Conversation {
  return versioned(row.version, {
    id: encodeId('conversation', row.id),
    number: row.number,
    subject: row.subject,
    external_id: row.external_id,
    status: row.status,
    priority: row.priority,
    channel: row.channel,
    assignee: row.assignee_id === null ? null : assigneeSummary(row.assignee_id, row),
    team: row.team_id === null ? null : teamSummary(row.team_id, row),
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    wake_on_reply: row.wake_on_reply,
    contact: contactSummary(row.contact_id, row),
    inbox_id: row.inbox_id === null ? null : encodeId('inbox', row.inbox_id),
    mailbox_id: row.mailbox_id === null ? null : encodeId('mailbox', row.mailbox_id),
    connection_id: row.connection_id === null ? null : encodeId('connection', row.connection_id),
    participants: row.participants,
    tags: row.tags,
    custom_fields: row.custom_fields,
    merged_from: row.merged_ids.map((id) => encodeId('conversation', id)),
    last_message_at: row.last_message_at?.toISOString() ?? null,
    last_message_by: row.last_message_by,
    messages_count: row.messages_count,
    waiting_since: row.waiting_since?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
