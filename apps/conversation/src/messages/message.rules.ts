import {
  uuidOf,
  type Attachable,
  type getMessage,
  type MailAddress,
  type ParsedInput,
  type StoredAttachment,
} from '@parley/contracts';
import { newUuid, uuidFor } from '@parley/runtime/records';
import type { Context } from '@parley/runtime/context';
import type { NewRow, RowChanges } from '@parley/persistence';
import { AWAKE, wakesOn, type Snooze, type SummaryColumns } from '@parley/projections';
import { activityAfter, type Activity } from '../conversations/activity.rules.ts';
import type { ConversationRow } from '../conversations/conversation.entity.ts';
import { typeOf, type Draft } from './draft.rules.ts';
import { changesOnJoining, changesOnSending, type Departure } from './delivery/departure.rules.ts';
import { UNCHANGED, type MessageRow } from './message.entity.ts';

/** Uuid of a new message: one with uploads has that of the first, so that a call that is repeated after a crash attaches to the same message. */
export function uuidOfMessage(
  { recordId }: Pick<Context, 'recordId'>,
  [first]: readonly Attachable[],
): string {
  if (first === undefined || typeof first === 'string') return recordId ?? newUuid();
  return recordId ?? uuidFor('message', uuidOf('file', first.id));
}

/** Row of a new message. Ids are uuids. */
export function newMessageRow(
  draft: Draft & { body: string },
  ids: { id: string; conversation_id: string; author_id: string },
  { attachments, departure, at }: { attachments: StoredAttachment[]; departure: Departure; at: Date },
): NewRow<MessageRow> {
  const { body, author, external_id } = draft;
  const type = typeOf(draft);
  const columns = { ...ids, body, type, external_id, author_type: author.type, attachments };
  const mentions = (draft.mentions ?? []).map((user) => uuidOf('user', user));
  return { ...columns, ...departure, ...UNCHANGED, mentions, merged_from: null, created_at: at };
}

/**
 * Changes that a message makes to its conversation: its activity, whom it is sent to and who joins by it, and a contact's message opens
 * one that is pending or closed and ends its snooze. What a program wrote for a contact opens nothing, and nobody waits for an answer to it.
 */
export function changesOnMessage(
  row: Activity &
    Snooze &
    Pick<ConversationRow, 'status' | 'participants'> &
    Pick<SummaryColumns, 'contact_email'>,
  draft: Pick<Draft, 'type' | 'author'>,
  {
    departure,
    joining,
  }: { departure: Pick<Departure, 'email' | 'outgoing_number'>; joining: readonly MailAddress[] },
  at: Date,
): RowChanges<ConversationRow> {
  const author = draft.author.type;
  const isAutomatic = departure.email?.is_automatic === true;
  const isAwaited = author === 'contact' && !isAutomatic;
  return {
    ...activityAfter(row, { type: typeOf(draft), author, isAutomatic }, at),
    ...changesOnSending(row, departure),
    ...changesOnJoining(row, joining),
    ...(isAwaited && row.status !== 'open' ? { status: 'open', closed_at: null } : {}),
    ...(isAwaited && wakesOn(row, at) ? AWAKE : {}),
  };
}

/** The uuids that a path names a message by. */
export const uuidsOf = (
  params: ParsedInput<typeof getMessage>['params'],
): [conversation: string, message: string] => [
  uuidOf('conversation', params.conversation_id),
  uuidOf('message', params.message_id),
];
