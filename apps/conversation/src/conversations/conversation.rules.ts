import {
  mergeCustomFields,
  type createConversation,
  type ParsedInput,
  type updateConversation,
  type updateConversations,
} from '@parley/contracts';
import { changedValues } from '@parley/runtime/records';
import { AWAKE, patchTags, snoozeAfter, tagColumns, type SnoozePatch } from '@parley/projections';
import type { NewRow, RowChanges } from '@parley/persistence';
import { NO_ACTIVITY } from './activity.rules.ts';
import type { ConversationRow } from './conversation.entity.ts';

type References = 'contact' | 'assignee_id' | 'team_id' | 'inbox_id' | 'mailbox_id' | 'connection_id';
type CreationBody = Omit<ParsedInput<typeof createConversation>['body'], References | 'message'>;
export type ConversationDraft = Omit<CreationBody, keyof SnoozePatch> & SnoozePatch;
/** What the update of one conversation, and that of many, can change. */
export type ConversationUpdate = ParsedInput<typeof updateConversations>['body']['update'] &
  ParsedInput<typeof updateConversation>['body'];
/** A patch with uuids in place of API ids. */
export type ConversationPatch = Omit<ConversationUpdate, References> & {
  assignee_id?: string | null;
  team_id?: string | null;
  inbox_id?: string | null;
  mailbox_id?: string | null;
  connection_id?: string | null;
  contact_id?: string;
};
export type ConversationIds = Pick<
  ConversationRow,
  | 'id'
  | 'number'
  | 'contact_id'
  | 'team_id'
  | 'assignee_id'
  | 'inbox_id'
  | 'mailbox_id'
  | 'connection_id'
  | 'external_key'
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
    ...snoozeAfter(AWAKE, draft, false, at),
    ...tagColumns(draft.tags),
    custom_fields: mergeCustomFields({}, draft.custom_fields),
    closed_at: null,
    merged_ids: [],
    ...NO_ACTIVITY,
    created_at: at,
  };
}

/** Columns that a patch changes; empty if it changes nothing. Any status may follow any other. */
export function conversationChanges(
  row: ConversationRow,
  patch: ConversationPatch,
  at: Date,
): RowChanges<ConversationRow> {
  const { custom_fields: fields, tags, add_tags, remove_tags, ...rest } = patch;
  const isClosed = (patch.status ?? row.status) === 'closed';
  const requested: RowChanges<ConversationRow> = {
    ...rest,
    ...snoozeAfter(row, patch, isClosed, at),
    ...tagColumns(patchTags('conversation', row.tags, { tags, add_tags, remove_tags })),
  };
  if (fields !== undefined) requested.custom_fields = mergeCustomFields(row.custom_fields, fields);
  if (patch.status !== undefined && patch.status !== row.status)
    requested.closed_at = patch.status === 'closed' ? at : null;
  // The key is that of the other connection.
  if (patch.connection_id !== undefined && patch.connection_id !== row.connection_id)
    requested.external_key = null;
  return changedValues(row, requested);
}
