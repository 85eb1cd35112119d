import {
  mergeCustomFields,
  type createConversation,
  type ParsedInput,
  type updateConversation,
} from '@parley/contracts';
import { changedValues } from '@parley/runtime/records';
import { tagColumns } from '@parley/projections';
import type { NewRow, RowChanges } from '@parley/persistence';
import { NO_ACTIVITY } from './activity.rules.ts';
import type { ConversationRow } from './conversation.entity.ts';

type References = 'contact' | 'assignee_id' | 'inbox_id' | 'mailbox_id' | 'connection_id';
export type ConversationDraft = Omit<ParsedInput<typeof createConversation>['body'], References | 'message'>;
type Patch = Omit<ParsedInput<typeof updateConversation>['body'], References> & {
  assignee_id?: string | null;
  inbox_id?: string | null;
  mailbox_id?: string | null;
  connection_id?: string | null;
  contact_id?: string;
};
export type ConversationIds = Pick<
  ConversationRow,
  'id' | 'contact_id' | 'assignee_id' | 'inbox_id' | 'mailbox_id' | 'connection_id' | 'external_key'
>;

/** Row of a new conversation: open, without messages. Ids are uuids. */
export function newConversationRow(
  draft: ConversationDraft,
  ids: ConversationIds,
  at: Date,
): NewRow<ConversationRow> {
  return {
    ...draft,
    ...ids,
    outgoing_number: 0,
    participants: [],
    status: 'open',
    ...tagColumns(draft.tags),
    custom_fields: mergeCustomFields({}, draft.custom_fields),
    closed_at: null,
    ...NO_ACTIVITY,
    created_at: at,
  };
}

/** Columns that a patch changes; empty if it changes nothing. Any status may follow any other. */
export function conversationChanges(
  row: ConversationRow,
  patch: Patch,
  at: Date,
): RowChanges<ConversationRow> {
  const { custom_fields: fields, ...rest } = patch;
  const requested: RowChanges<ConversationRow> = { ...rest };
  if (patch.tags !== undefined) Object.assign(requested, tagColumns(patch.tags));
  if (fields !== undefined) requested.custom_fields = mergeCustomFields(row.custom_fields, fields);
  if (patch.status !== undefined && patch.status !== row.status)
    requested.closed_at = patch.status === 'closed' ? at : null;
  // The key is that of the other connection.
  if (patch.connection_id !== undefined && patch.connection_id !== row.connection_id)
    requested.external_key = null;
  return changedValues(row, requested);
}
