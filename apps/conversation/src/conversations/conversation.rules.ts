import {
  mergeCustomFields,
  type createConversation,
  type ParsedInput,
  type updateConversation,
} from '@parley/contracts';
import { differences } from '@parley/kernel';
import type { NewRow, RowChanges } from '@parley/persistence';
import type { ConversationRow } from './conversation.entity.ts';

type Draft = Omit<ParsedInput<typeof createConversation>['body'], 'contact' | 'assignee_id' | 'message'>;
type Patch = Omit<ParsedInput<typeof updateConversation>['body'], 'assignee_id'> & {
  assignee_id?: string | null;
};

/** A new conversation: open. Ids are uuids here. */
export function newConversationRow(
  draft: Draft,
  ids: { id: string; contact_id: string; assignee_id: string | null },
  at: Date,
): NewRow<ConversationRow> {
  return {
    ...ids,
    subject: draft.subject,
    status: 'open',
    priority: draft.priority,
    channel: draft.channel,
    tags: draft.tags,
    custom_fields: mergeCustomFields({}, draft.custom_fields),
    closed_at: null,
    created_at: at,
  };
}

/**
 * What a patch changes in a conversation; empty when it asks for what already is. Any status may follow any other;
 * `closed_at` is when the conversation was closed, null while it is not.
 */
export function conversationChanges(row: ConversationRow, patch: Patch, at: Date): RowChanges<ConversationRow> {
  const { custom_fields: fields, ...asked } = patch;
  const wanted: RowChanges<ConversationRow> = { ...asked };
  if (fields !== undefined) wanted.custom_fields = mergeCustomFields(row.custom_fields, fields);
  if (patch.status !== undefined && patch.status !== row.status)
    wanted.closed_at = patch.status === 'closed' ? at : null;
  return differences(row, wanted);
}
