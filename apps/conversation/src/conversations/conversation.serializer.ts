import { encodeId, type Conversation } from '@parley/contracts';
import { versioned } from '@parley/kernel';
import { assigneeSummary, contactSummary } from '@parley/projections';
import type { ConversationWithSummaries } from './conversations.queries.ts';

export function toConversation(row: ConversationWithSummaries): Conversation {
  return versioned(row.version, {
    id: encodeId('conversation', row.id),
    subject: row.subject,
    status: row.status,
    priority: row.priority,
    channel: row.channel,
    assignee: row.assignee_id === null ? null : assigneeSummary(row.assignee_id, row),
    contact: contactSummary(row.contact_id, row),
    tags: row.tags,
    custom_fields: row.custom_fields,
    closed_at: row.closed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
