import {
  invalidParameter,
  ApiError,
  mergeCustomFields,
  tagKey,
  Tags,
  type ParsedInput,
  type SlaTargets,
  type updateTicket,
  type updateTickets,
  type createTicket,
} from '@parley/contracts';
import { differences } from '@parley/kernel';
import type { NewRow, RowChanges } from '@parley/persistence';
import { moveClock, nextChange, startClock, type SlaClock } from './sla.rules.ts';
import type { TicketRow } from './ticket.entity.ts';

type Named = 'contact' | 'assignee_id' | 'inbox_id' | 'conversation_id';
type Draft = Omit<ParsedInput<typeof createTicket>['body'], Named>;
type Sent = ParsedInput<typeof updateTickets>['body']['update'] & ParsedInput<typeof updateTicket>['body'];
/** What a patch asks for, with uuids in the place of ids. */
export type TicketPatch = Omit<Sent, Named> & {
  assignee_id?: string | null;
  inbox_id?: string | null;
  conversation?: LinkedConversation | null;
};

type TagsPatch = Pick<TicketPatch, 'tags' | 'add_tags' | 'remove_tags'>;

/** A conversation that a ticket is to be linked to, and whose it is. Ids are uuids. */
export interface LinkedConversation {
  id: string;
  contact_id: string;
}

/** A new ticket: open, with the clock of its priority running. Ids are uuids here. */
export function openTicket(
  draft: Draft,
  ids: Pick<TicketRow, 'id' | 'contact_id' | 'assignee_id' | 'inbox_id' | 'conversation_id'>,
  at: Date,
  targets: SlaTargets,
): NewRow<TicketRow> {
  const clock = { ...startClock(draft.priority, at, targets), first_responded_at: null };
  return {
    ...ids,
    subject: draft.subject,
    description: draft.description,
    status: 'open',
    priority: draft.priority,
    ...tagged(draft.tags),
    custom_fields: mergeCustomFields({}, draft.custom_fields),
    ...clock,
    sla_next_at: nextChange(clock, at),
    created_at: at,
  };
}

/** What a patch changes in a ticket; empty when it asks for what already is. Any status may follow any other. */
export function changeTicket(
  row: TicketRow,
  patch: TicketPatch,
  at: Date,
  targets: SlaTargets,
): RowChanges<TicketRow> {
  const { custom_fields: fields, tags, add_tags: added, remove_tags: removed, conversation, ...rest } = patch;
  const asked: RowChanges<TicketRow> = { ...rest, ...link(row, conversation) };
  if (fields !== undefined) asked.custom_fields = mergeCustomFields(row.custom_fields, fields);
  Object.assign(asked, tagged(retag(tags ?? row.tags, added ?? [], removed ?? [])));
  const next = { status: asked.status ?? row.status, priority: asked.priority ?? row.priority };
  return differences(row, { ...asked, ...onClock(row, moveClock(row, next, at, targets), at) });
}

/** What moves a clock, with when it next shows something else. */
export function onClock(row: SlaClock, moved: Partial<SlaClock>, at: Date): RowChanges<TicketRow> {
  return Object.keys(moved).length === 0
    ? {}
    : { ...moved, sla_next_at: nextChange({ ...row, ...moved }, at) };
}

/** A ticket that is nobody's takes the contact of the conversation. Throws 422 for a conversation of another contact. */
function link(
  row: TicketRow,
  conversation: LinkedConversation | null | undefined,
): Pick<RowChanges<TicketRow>, 'conversation_id' | 'contact_id'> {
  if (conversation === undefined) return {};
  if (conversation === null) return { conversation_id: null };
  if (row.contact_id !== null && row.contact_id !== conversation.contact_id) throw notOfContact();
  return { conversation_id: conversation.id, contact_id: conversation.contact_id };
}

/** 422: a ticket and its conversation are of one contact. */
export function notOfContact(): ApiError {
  return invalidParameter('conversation_id', 'is not a conversation of the contact of the ticket');
}

/** Tags with what they are found by. */
function tagged(tags: string[]): Pick<TicketRow, 'tags' | 'tag_keys'> {
  return { tags, tag_keys: tags.map(tagKey) };
}

/** Where a patch says all tags, the rest of what it says of them can be settled without knowing the ticket. */
export function settleTags({ tags, add_tags: added = [], remove_tags: removed = [] }: TagsPatch): TagsPatch {
  return tags === undefined ? {} : { tags: retag(tags, added, removed), add_tags: [], remove_tags: [] };
}

/** Tags with some added and then some taken away, without regard to case; those that stay keep place and spelling. */
function retag(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const gone = new Set(removed.map(tagKey));
  const result = Tags.safeParse([...tags, ...added].filter((tag) => !gone.has(tagKey(tag))));
  if (result.success) return result.data;
  const message = 'would make it carry more than 50 tags';
  throw new ApiError('too_many_items', { param: 'add_tags', message: `add_tags: ${message}` });
}
