import {
  invalidParameter,
  ApiError,
  mergeCustomFields,
  type ParsedInput,
  type SlaTargets,
  type TicketStatus,
  type updateTicket,
  type updateTickets,
  type createTicket,
} from '@parley/contracts';
import { changedValues } from '@parley/runtime/records';
import { AWAKE, patchTags, snoozeAfter, tagColumns } from '@parley/projections';
import type { NewRow, RowChanges } from '@parley/persistence';
import { adjustTimer, isDone, nextTransition, startTimer, type SlaTimer } from '../sla/sla.rules.ts';
import type { TicketRow } from './ticket.entity.ts';

/** Fields that refer to other records, resolved before a rule sees them. */
type References = 'contact' | 'assignee_id' | 'team_id' | 'inbox_id' | 'conversation_id';
type Draft = Omit<ParsedInput<typeof createTicket>['body'], References | 'message' | 'attachments'> & {
  subject: string;
};
export type TicketUpdate = ParsedInput<typeof updateTickets>['body']['update'] &
  ParsedInput<typeof updateTicket>['body'];
/** A patch with uuids in place of API ids. */
export type TicketPatch = Omit<TicketUpdate, References> & {
  assignee_id?: string | null;
  team_id?: string | null;
  inbox_id?: string | null;
  contact_id?: string | null;
  conversation?: LinkedConversation | null;
};

/** The conversation to link, with its contact. Ids are uuids. */
export interface LinkedConversation {
  id: string;
  contact_id: string;
}

const SUBJECT_LENGTH = 80;

/** The first words of a text, with an ellipsis for the rest: the subject of a ticket that has none. */
export function firstWords(text: string): string {
  const [first = '', ...words] = text.trim().split(/\s+/u, SUBJECT_LENGTH);
  let taken = Array.from(first.slice(0, 2 * SUBJECT_LENGTH))
    .slice(0, SUBJECT_LENGTH)
    .join('');
  if (taken !== first) return `${taken}…`;
  for (const word of words) {
    if (taken.length + 1 + word.length > SUBJECT_LENGTH) return `${taken}…`;
    taken += ` ${word}`;
  }
  return taken;
}

/** Row of a new ticket: open, with a running SLA timer. Ids are uuids. */
export function newTicketRow(
  draft: Draft,
  ids: Pick<
    TicketRow,
    'id' | 'number' | 'contact_id' | 'assignee_id' | 'team_id' | 'inbox_id' | 'conversation_id'
  >,
  at: Date,
  targets: SlaTargets,
): NewRow<TicketRow> {
  const timer = { ...startTimer(draft.priority, at, targets), first_responded_at: null };
  return {
    ...draft,
    ...ids,
    status: 'open',
    status_changed_at: at,
    resolved_at: null,
    closed_at: null,
    reopened_count: 0,
    ...snoozeAfter(AWAKE, draft, false, at),
    ...tagColumns(draft.tags),
    custom_fields: mergeCustomFields({}, draft.custom_fields),
    merged_ids: [],
    links: [],
    ...timer,
    sla_next_transition_at: nextTransition(timer, at),
    created_at: at,
  };
}

/** Columns that a patch changes; empty if it changes nothing. Any status may follow any other. */
export function ticketChanges(
  row: TicketRow,
  patch: TicketPatch,
  at: Date,
  targets: SlaTargets,
): RowChanges<TicketRow> {
  const { custom_fields: fields, tags, add_tags, remove_tags, conversation, contact_id, ...rest } = patch;
  const requested: RowChanges<TicketRow> = { ...rest, ...conversationLink(row, conversation, contact_id) };
  if (fields !== undefined) requested.custom_fields = mergeCustomFields(row.custom_fields, fields);
  const next = { status: requested.status ?? row.status, priority: requested.priority ?? row.priority };
  Object.assign(
    requested,
    statusTimes(row, next.status, at),
    snoozeAfter(row, patch, isDone(next.status), at),
    tagColumns(patchTags('ticket', row.tags, { tags, add_tags, remove_tags })),
  );
  return changedValues(row, {
    ...requested,
    ...withNextTransition(row, adjustTimer(row, next, at, targets), at),
  });
}

/** What a new status changes beside the timer. A ticket that is closed after it was resolved still tells when that was. */
export function statusTimes(
  row: Pick<TicketRow, 'status' | 'reopened_count'>,
  next: TicketStatus,
  at: Date,
): Partial<Pick<TicketRow, 'status_changed_at' | 'resolved_at' | 'closed_at' | 'reopened_count'>> {
  if (next === row.status) return {};
  const changed = { status_changed_at: at };
  if (next === 'closed') return { ...changed, closed_at: at };
  if (next === 'resolved') return { ...changed, resolved_at: at, closed_at: null };
  const reopened = reopens(row, { status: next }) ? { reopened_count: row.reopened_count + 1 } : {};
  return { ...changed, resolved_at: null, closed_at: null, ...reopened };
}

/** Whether changes make open work of a ticket that was resolved or closed. */
export const reopens = (row: Pick<TicketRow, 'status'>, { status }: RowChanges<TicketRow>): boolean =>
  status !== undefined && isDone(row.status) && !isDone(status);

/** Timer changes together with the next transition that follows from them. */
export function withNextTransition(
  row: SlaTimer,
  changes: Partial<SlaTimer>,
  at: Date,
): RowChanges<TicketRow> {
  return Object.keys(changes).length === 0
    ? {}
    : { ...changes, sla_next_transition_at: nextTransition({ ...row, ...changes }, at) };
}

/** A ticket without a contact takes that of the conversation. Throws 422 if the two differ. `contactId`: the new contact. */
function conversationLink(
  row: TicketRow,
  conversation: LinkedConversation | null | undefined,
  contactId: string | null | undefined,
): Pick<RowChanges<TicketRow>, 'conversation_id' | 'contact_id'> {
  const moved = contactId === undefined ? {} : { contact_id: contactId };
  if (conversation === null) return { conversation_id: null, ...moved };
  if (conversation === undefined) {
    if (row.conversation_id !== null && contactId !== undefined && contactId !== row.contact_id)
      throw invalidParameter('contact', 'must be the contact of the linked conversation');
    return moved;
  }
  const contact = contactId === undefined ? row.contact_id : contactId;
  if (contact !== null && contact !== conversation.contact_id) throw contactMismatch();
  return { conversation_id: conversation.id, contact_id: conversation.contact_id };
}

/** 422: a ticket and its conversation must have the same contact. */
export function contactMismatch(): ApiError {
  return invalidParameter('conversation_id', 'must be a conversation of the contact of the ticket');
}
