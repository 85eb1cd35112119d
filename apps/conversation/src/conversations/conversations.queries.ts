import { encodeId, uuidOf, type Conversation, type Id } from '@parley/contracts';
import {
  byContactAddress,
  selectWithSummaries,
  assigneeSummary,
  contactSummary,
  type SummaryColumns,
} from '@parley/projections';
import { versioned } from '@parley/kernel';
import { createdWithin, defineList, equals } from '@parley/lists';
import { tenantStatement } from '@parley/persistence';
import type { ConversationRow } from './conversation.entity.ts';

/** A conversation with what it shows of others, from the copies that events keep. */
export type ConversationWithSummaries = ConversationRow & SummaryColumns;

const SELECT = selectWithSummaries('conversation');

export const findConversation = tenantStatement<ConversationWithSummaries>(
  'conversation.find',
  `${SELECT}
   where conversation.workspace_id = $1 and conversation.mode = $2 and conversation.id = $3`,
);

/** Locked until the transaction ends, so that what is decided from it still holds when it is written. */
export const findConversationForUpdate = tenantStatement<ConversationWithSummaries>(
  'conversation.find_for_update',
  `${findConversation.text} for update of conversation`,
);

const assignee = equals('assignee_id', (id: Id<'user'>) => uuidOf('user', id));

export const conversationList = defineList<ConversationWithSummaries>({
  name: 'conversation.list',
  select: SELECT,
  table: 'conversation',
  countedBy: 'status',
  sorts: { created_at: 'created_at', updated_at: 'updated_at', priority: 'priority_rank' },
  filters: {
    status: equals('status'),
    assignee,
    channel: equals('channel'),
    ...createdWithin,
  },
  search: {
    // Its own words and those of each message.
    parts: true,
    columns: {
      status: equals('status'),
      priority: equals('priority'),
      channel: equals('channel'),
      assignee,
      email: byContactAddress,
    },
  },
});

/** A conversation as the API shows it. */
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
