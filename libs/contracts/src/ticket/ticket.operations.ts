import { z } from 'zod';
import { bulkUpdate } from '../bulk.ts';
import { defineOperation } from '../operation.ts';
import { defineResource } from '../resource.ts';
import { idOf } from '../id.ts';
import {
  anyAssignee,
  anyContact,
  anyInbox,
  anyNumber,
  anyOf,
  anyPriority,
  anyTag,
  anyTeam,
  byExternalId,
  createdRange,
  describeFollowing,
  listQuery,
  isSnoozed,
  updatedRange,
} from '../page.ts';
import { CustomFieldsPatch, ifGiven, newExternalId, Priority, tagChanges, Tags, text } from '../schema.ts';
import { includeOf } from '../included/include.ts';
import { defineSearchable, searchQuery } from '../search/search-query.ts';
import { newSnooze, writableSnooze } from '../snooze.ts';
import { AssigneeId, TeamId } from '../summaries.ts';
import { ContactReference } from '../contact/contact.operations.ts';
import type { ErrorCode } from '../error.ts';
import { FileIds } from '../file/attachment.schema.ts';
import { NewMessage } from '../message/message.schema.ts';
import { SlaStatus, Ticket, ticketFields, TicketStatus } from './ticket.schema.ts';

export const searchableTickets = defineSearchable({
  status: TicketStatus,
  priority: Priority,
  assignee: true,
  email: true,
  tag: true,
  custom: true,
});

const writable = {
  ...ticketFields,
  tags: Tags,
  assignee_id: AssigneeId,
  team_id: TeamId,
  ...writableSnooze,
  custom_fields: CustomFieldsPatch,
};

const conversationId = idOf('conversation')
  .nullable()
  .describe(
    'Id of a conversation with the same contact, or null. A reply in it since the creation of the ticket counts as the first response, and a ' +
      'message of the contact reopens the ticket. Also requires ' +
      'the scope `conversations:read`',
  );

/** The fields of a new ticket. */
export const TicketInput = z.object({
  ...writable,
  subject: ifGiven(writable.subject, z.string().max(998)).meta({
    description:
      'Subject line; without it, or if it is blank, the first words of `description` or of `message`',
    examples: ['The printer is on fire'],
  }),
  description: writable.description.default(null),
  external_id: newExternalId('ticket'),
  priority: writable.priority.default('normal'),
  tags: writable.tags.default([]),
  assignee_id: writable.assignee_id.default(null),
  team_id: writable.team_id.optional().meta({
    description:
      'Id of a team of the workspace, or null for none; by default that of the inbox, if it has one',
    examples: [null],
  }),
  ...newSnooze,
  inbox_id: writable.inbox_id.default(null),
  conversation_id: conversationId.default(null),
  custom_fields: writable.custom_fields.default({}),
  contact: ContactReference.nullable()
    .default(null)
    .describe(
      'The contact who requests the ticket, by id, `external_id`, e-mail address or phone number; created if nobody has it',
    ),
  message: NewMessage.nullable()
    .default(null)
    .describe(
      'Message to the contact, or from it, in the linked conversation: that of `conversation_id`, else a new one. Requires one of ' +
        '`contact` and `conversation_id`, and the scope `conversations:write`',
    ),
  attachments: FileIds.default([]).describe(
    'Ids of files that came with the request, each uploaded by `POST /v1/files` in the same mode. They are a message of the ' +
      'contact in the linked conversation, so that they require what `message` requires, and the scope `files:read`; files of a ' +
      '`message` go into `message.attachments`',
  ),
});

/** The message that a new ticket brings with it: the given one, or its files as one of the contact. */
export const messageOfTicket = ({
  message,
  attachments,
}: Pick<z.output<typeof TicketInput>, 'message' | 'attachments'>): NewMessage | null =>
  message ??
  (attachments.length === 0
    ? null
    : { author: { type: 'contact' }, send: false, body: '', attachments, external_id: null });

type TicketText = Pick<z.output<typeof TicketInput>, 'subject' | 'description' | 'message'>;

/** What the subject of a new ticket is taken from, unless it is given. */
export const textOfTicket = ({ subject, description, message }: TicketText): string | undefined =>
  subject ?? [description, message?.body].find((text) => text != null && text.trim() !== '') ?? undefined;

/** Body of POST /v1/tickets, with what its fields require of each other. */
export const NewTicket = TicketInput.superRefine((body, context) => {
  const refuse = (path: string, message: string, code: ErrorCode) => {
    context.addIssue({ code: 'custom', path: [path], message, params: { code } });
  };
  if (textOfTicket(body) === undefined)
    refuse('subject', 'is required (or description, or message)', 'missing_parameter');
  if (body.message !== null && body.attachments.length > 0)
    refuse('attachments', 'must not be given beside message, which has its own', 'invalid_parameter');
  if (messageOfTicket(body) !== null && body.conversation_id === null && body.contact === null)
    refuse('contact', 'is required with a message or attachments (or conversation_id)', 'missing_parameter');
});

const tickets = defineResource('ticket', Ticket, {
  path: '/v1/tickets',
  read: 'tickets:read',
  write: 'tickets:write',
});

export const createTicket = tickets.create({
  description:
    'The first-response SLA starts when the ticket is created. If nobody has what names the ' +
    '`contact`, a contact is created and `contact.created` emitted. If `conversation_id` is set ' +
    'and `contact` is omitted, the ticket gets the contact of the conversation. Emits `ticket.created`, and ' +
    '`ticket.assigned` if `assignee_id` is set. `message` (or `attachments`) is written first, with its conversation, and remains if ' +
    'the ticket is then refused; it emits `message.created`, and `conversation.created` if it begins one.',
  body: NewTicket,
  errors: ['ambiguous_match', 'duplicate_value', 'file_too_large'],
});

/** What a ticket can be read with. */
const include = includeOf('Ticket', 'contact', 'conversation', 'last_message', 'assignee');

export const getTicket = tickets.get({ query: z.object({ include }) });

/** What tickets can be sorted by. */
export const TICKET_SORTS = ['created_at', 'updated_at', 'priority', 'status', 'first_response_due'] as const;

export const listTickets = tickets.list({
  description:
    'Returns the tickets that match all filters, newest first by default. `sort=priority` sorts by urgency, not by name. ' +
    '`q` searches subjects, descriptions, tags, custom fields, and the names, e-mail addresses and phone numbers of contacts.' +
    describeFollowing('ticket', ', nor does the time, which changes `sla.status`'),
  query: listQuery(TICKET_SORTS, {
    status: anyOf(TicketStatus, {
      description: 'Status: `open`, `pending`, `resolved` or `closed`',
      examples: ['open,pending'],
    }),
    priority: anyPriority,
    assignee: anyAssignee,
    team: anyTeam,
    snoozed: isSnoozed,
    inbox: anyInbox,
    contact: anyContact,
    tag: anyTag,
    number: anyNumber,
    external_id: byExternalId,
    q: searchQuery(searchableTickets).optional(),
    sla_status: anyOf(z.union([z.literal('none'), SlaStatus]), {
      description:
        'SLA status at the time of the request, or `none` for tickets without a first-response target',
      examples: ['warning,breached'],
    }),
    ...createdRange,
    ...updatedRange,
    include,
  }),
});

export const updateTicket = tickets.update({
  description:
    'Changes only the fields that are sent. All status transitions are allowed. `resolved` and `closed` stop the ' +
    'first-response SLA; reopening a ticket that has no response restarts it, and a new `priority` sets a new target. ' +
    'A ticket that is reopened while its assignee is deactivated becomes unassigned. ' +
    'Emits `ticket.updated`, plus `ticket.assigned`, `ticket.team_changed`, `ticket.status_changed`, `ticket.snoozed` and `ticket.woken` where they apply. No event is sent if ' +
    'the request changes nothing.',
  body: z
    .object({
      ...writable,
      status: TicketStatus,
      conversation_id: conversationId,
      contact: ContactReference.nullable().describe(
        'The contact who requests the ticket, as in its creation, or null. A ticket and its conversation have the same contact: ' +
          'change that of the conversation, and its tickets follow',
      ),
    })
    .partial(),
  errors: ['ambiguous_match', 'duplicate_value', 'missing_parameter'],
});

export const upsertTicket = tickets.upsert({
  description:
    'Finds the ticket by `external_id` and changes the fields that are sent, as an update does but for `status`; if there is none, it is created, ' +
    'for which `subject` or `description` is required. Emits the events of a creation, or those of an update.',
  body: z
    .object({
      ...writable,
      conversation_id: conversationId,
      contact: ContactReference.nullable().describe(
        'The contact who requests the ticket, as in its creation, or null',
      ),
    })
    .partial()
    .extend({
      external_id: text(255).meta({
        description: 'Id of the ticket in an external system',
        examples: ['ORD-2001'],
      }),
    }),
  errors: ['ambiguous_match', 'missing_parameter'],
});

export const deleteTicket = tickets.delete({
  onlyAdmins: true,
  description:
    'Deletes the ticket permanently, with those that were merged into it; its contact and its conversation are kept. Emits `ticket.deleted` for each. The log of webhook ' +
    'deliveries and stored responses of an `Idempotency-Key` may contain the ticket until they expire.',
});

/** What can be the same in several tickets. */
export const TicketsUpdate = z.object({ ...writable, status: TicketStatus, ...tagChanges }).partial();

export const updateTickets = defineOperation({
  id: 'ticket.bulk_update',
  route: 'POST /v1/tickets/bulk',
  scope: 'tickets:write',
  ...bulkUpdate('ticket', Ticket, TicketsUpdate),
});
