// Records of the API as tools show them: one line each, without empty fields, with every text in a field named `untrusted_*`.
import type { Contact, ContactSummary, Conversation, LoggedEvent, Message, Ticket } from '@parley/client';
import { cut, type Item, item } from './untrusted.ts';

const LINE_MAX = 200;
const NAME_MAX = 60;
const CUSTOM_FIELDS_MAX = 500;

/** A text on the line of a record: shorter than a body. */
const line = (text: string | null | undefined, max: number): string =>
  cut(text ?? '', Math.min(max, LINE_MAX));

const name = (text: string | null | undefined, max: number): string =>
  cut(text ?? '', Math.min(max, NAME_MAX));

/** The first names of a list, as many as a line has room for. */
function names(all: readonly string[], max: number): string[] {
  let room = Math.min(max, LINE_MAX);
  const shown = all.map((one) => name(one, max));
  return shown.filter((one) => (room -= one.length) >= 0);
}

function customFields(fields: object, max: number): string {
  return Object.keys(fields).length === 0
    ? ''
    : cut(JSON.stringify(fields), Math.min(max, CUSTOM_FIELDS_MAX));
}

/** A person by name and address, for lines. */
export const personOf = (contact: ContactSummary | null, max: number): string =>
  joined(contact, (part) => name(part, max));

/** Who gets a reply: a person has to see the whole address. */
export const recipientOf = (contact: ContactSummary): string => joined(contact, (part) => part ?? '');

function joined(contact: ContactSummary | null, shown: (part: string | null | undefined) => string): string {
  const parts = [contact?.name, contact?.email ?? contact?.phone].map(shown);
  return parts.filter((part) => part !== '').join(', ');
}

/** Milliseconds take room, and say nothing here. */
const seconds = (time: string | null | undefined): string | undefined => time?.replace(/\.\d+Z$/, 'Z');

export function ticketItem(ticket: Ticket, max: number): Item {
  return item({
    id: ticket.id,
    type: 'ticket',
    status: ticket.status,
    priority: ticket.priority,
    sla: ticket.sla?.status,
    first_response_due:
      ticket.first_responded_at === null ? seconds(ticket.sla?.first_response_due) : undefined,
    updated_at: seconds(ticket.updated_at),
    untrusted_subject: line(ticket.subject, max),
    untrusted_contact: personOf(ticket.contact, max),
    untrusted_assignee: name(ticket.assignee?.name, max),
    untrusted_tags: names(ticket.tags, max),
  });
}

/**
 * A ticket with what its line leaves out. `more_description` is the cursor of the rest.
 *
 * @param from where the description begins, in UTF-16 code units
 */
export function ticketDetails(ticket: Ticket, max: number, from = 0): Item {
  const description = part(ticket.description ?? '', max, from);
  const details = item({
    id: ticket.id,
    type: 'ticket',
    contact_id: ticket.contact?.id,
    assignee_id: ticket.assignee?.id,
    conversation_id: ticket.conversation_id,
    inbox_id: ticket.inbox_id,
    created_at: seconds(ticket.created_at),
    first_responded_at: seconds(ticket.first_responded_at),
    reopened_count: ticket.reopened_count,
    untrusted_custom_fields: customFields(ticket.custom_fields, max),
    untrusted_description: description.text,
    more_description: description.end === undefined ? undefined : `description.${description.end}`,
  });
  return { ...ticketItem(ticket, max), ...details };
}

export function conversationItem(conversation: Conversation, max: number): Item {
  return item({
    id: conversation.id,
    type: 'conversation',
    status: conversation.status,
    priority: conversation.priority,
    channel: conversation.channel,
    waiting_since: seconds(conversation.waiting_since),
    last_message_at: seconds(conversation.last_message_at),
    last_message_by: conversation.last_message_by,
    untrusted_subject: line(conversation.subject, max),
    untrusted_contact: personOf(conversation.contact, max),
    untrusted_assignee: name(conversation.assignee?.name, max),
    untrusted_tags: names(conversation.tags, max),
  });
}

/** A conversation with what its line leaves out. */
export function conversationDetails(conversation: Conversation, max: number): Item {
  const details = item({
    id: conversation.id,
    type: 'conversation',
    contact_id: conversation.contact.id,
    assignee_id: conversation.assignee?.id,
    inbox_id: conversation.inbox_id,
    messages_count: conversation.messages_count,
    created_at: seconds(conversation.created_at),
    untrusted_custom_fields: customFields(conversation.custom_fields, max),
  });
  return { ...conversationItem(conversation, max), ...details };
}

export function contactItem(contact: Contact, max: number): Item {
  return item({
    id: contact.id,
    type: 'contact',
    created_at: seconds(contact.created_at),
    untrusted_name: line(contact.name, max),
    untrusted_email: line(contact.email, max),
    untrusted_phone: name(contact.phone, max),
    untrusted_company: line(contact.company, max),
    untrusted_external_id: name(contact.external_id, max),
    untrusted_custom_fields: customFields(contact.custom_fields, max),
  });
}

/**
 * A message. `more_body` is the cursor of the rest of a body that is too long.
 *
 * @param from where the body begins, in UTF-16 code units
 */
export function messageItem(message: Message, max: number, from = 0): Item {
  const body = part(message.body, max, from);
  const files = message.attachments.map((file) => file.name);
  return item({
    id: message.id,
    type: 'message',
    kind: message.type,
    created_at: seconds(message.created_at),
    author: message.author.type,
    author_id: message.author.id,
    is_redacted: message.redacted_at === null ? undefined : true,
    attachments: files.length === 0 ? undefined : files.length,
    untrusted_attachments: names(files, max),
    untrusted_author: name(message.author.name, max),
    untrusted_body: body.text,
    more_body: body.end === undefined ? undefined : `body.${message.id}.${body.end}`,
  });
}

/** A part of a text, and where the rest of it begins. */
function part(whole: string, max: number, from: number): { text: string; end: number | undefined } {
  const text = cut(whole, max, from);
  const end = from + text.length;
  return { text, end: end < whole.length ? end : undefined };
}

/** Fields whose values a change shows: they are enumerations. */
const SHOWN_CHANGES = ['status', 'priority'] as const;

export function eventItem(event: LoggedEvent, max: number): Item {
  const { data, previous = {} } = event;
  const changes = SHOWN_CHANGES.flatMap((field) =>
    field in previous ? [[`${field}_before`, previous[field]] as const, [field, data[field]] as const] : [],
  );
  const text = (field: string) => (typeof data[field] === 'string' ? data[field] : '');
  return item({
    id: event.id,
    type: event.event,
    at: seconds(event.timestamp),
    record_id: data['id'],
    conversation_id: event.event.startsWith('message.') ? data['conversation_id'] : undefined,
    actor: event.actor.type,
    actor_id: event.actor.id,
    app_id: event.actor.credential?.app_id,
    changed: Object.keys(previous).filter((field) => /^[a-z_]{1,40}$/.test(field)),
    ...Object.fromEntries(changes),
    untrusted_subject: line(text('subject'), max),
    untrusted_body: line(text('body'), max),
    untrusted_name: name(text('name'), max),
  });
}
