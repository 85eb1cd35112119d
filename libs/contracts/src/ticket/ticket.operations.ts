import { z } from 'zod';
import { bulkBody, bulkResult } from '../bulk.ts';
import { defineOperation } from '../operation.ts';
import { idOf } from '../id.ts';
import { createdRange, listQuery, pageOf } from '../page.ts';
import {
  CustomFields,
  CustomFieldsPatch,
  Priority,
  TagName,
  Tags,
  CreatedAt,
  Timestamp,
  UpdatedAt,
  text,
} from '../schema.ts';
import { defineSearchable, searchQuery } from '../search/search-query.ts';
import { Assignee, ContactSummary } from '../summaries.ts';
import { ContactReference } from '../contact/contact.operations.ts';

export const TICKET_STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;
export const TicketStatus = z.enum(TICKET_STATUSES).meta({ description: 'Where the ticket is in its life' });
export type TicketStatus = z.output<typeof TicketStatus>;

export const SLA_STATUSES = ['on_track', 'warning', 'breached'] as const;
export const SlaStatus = z
  .enum(SLA_STATUSES)
  .meta({ description: 'Whether the first response is in time: warning from 75 % of the target on' });
export type SlaStatus = z.output<typeof SlaStatus>;

export const Ticket = z
  .object({
    id: idOf('ticket'),
    subject: z.string().meta({ description: 'What it is about', examples: ['The printer is on fire'] }),
    description: z
      .string()
      .nullable()
      .meta({ description: 'The request in full', examples: ['It began during a long job.'] }),
    status: TicketStatus,
    priority: Priority,
    sla: z
      .object({
        status: SlaStatus,
        first_response_due: Timestamp.meta({ description: 'Until when somebody should have answered' }),
      })
      .meta({ description: 'The clock of the first response' }),
    first_responded_at: Timestamp.nullable().meta({
      description: 'When a user first replied; null before that',
    }),
    assignee: Assignee.nullable().meta({ description: 'Who works on it; null for nobody' }),
    contact: ContactSummary.nullable().meta({ description: 'Who asks; null when the ticket names nobody' }),
    tags: z.array(z.string().meta({ examples: ['billing'] })).meta({ description: 'Tag names' }),
    inbox_id: idOf('inbox').nullable().meta({ description: 'The inbox that it is in; null for none' }),
    conversation_id: idOf('conversation')
      .nullable()
      .meta({ description: 'The conversation that it is about; null for none' }),
    custom_fields: CustomFields,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Ticket', description: 'A request that somebody has to resolve' });
export type Ticket = z.output<typeof Ticket>;

/** What tickets are found by. */
export const searchableTickets = defineSearchable('tickets', {
  status: TicketStatus,
  priority: Priority,
  assignee: true,
  email: true,
  tag: true,
  custom: true,
});

const TicketParams = z.object({ ticket_id: idOf('ticket') });

const writable = {
  subject: text(512).meta({ description: 'What it is about', examples: ['The printer is on fire'] }),
  description: text(65_536, 0)
    .nullable()
    .meta({ description: 'The request in full', examples: ['It began during a long job.'] }),
  priority: Priority,
  tags: Tags,
  assignee_id: idOf('user')
    .nullable()
    .meta({ description: 'An active user of the workspace; null for nobody' }),
  inbox_id: idOf('inbox').nullable().meta({ description: 'An inbox of the workspace; null for none' }),
  custom_fields: CustomFieldsPatch,
};

const conversationId = idOf('conversation').nullable().meta({
  description:
    'A conversation of the same contact; the first reply in it stops the clock. Needs conversations:read too',
});

export const createTicket = defineOperation({
  id: 'ticket.create',
  service: 'ticket',
  route: 'POST /v1/tickets',
  status: 201,
  scope: 'tickets:write',
  summary: 'Open a ticket',
  description:
    'Opens a ticket and starts the clock of its first response. The contact is found by id or e-mail address, without ' +
    'regard to case, and created when the address is new; that emits `contact.created`. A ticket that links a ' +
    'conversation and names no contact is for the contact of the conversation. Emits `ticket.created`, and ' +
    '`ticket.assigned` when somebody is assigned.',
  body: z.object({
    ...writable,
    description: writable.description.default(null),
    priority: writable.priority.default('normal'),
    tags: writable.tags.default([]),
    assignee_id: writable.assignee_id.default(null),
    inbox_id: writable.inbox_id.default(null),
    conversation_id: conversationId.default(null),
    custom_fields: writable.custom_fields.default({}),
    contact: ContactReference.nullable()
      .default(null)
      .meta({ description: 'Who asks: found by e-mail address or id, created when the address is new' }),
  }),
  response: Ticket,
});

export const getTicket = defineOperation({
  id: 'ticket.get',
  service: 'ticket',
  route: 'GET /v1/tickets/{ticket_id}',
  status: 200,
  scope: 'tickets:read',
  summary: 'Read a ticket',
  params: TicketParams,
  response: Ticket,
});

export const listTickets = defineOperation({
  id: 'ticket.list',
  service: 'ticket',
  route: 'GET /v1/tickets',
  status: 200,
  scope: 'tickets:read',
  summary: 'List tickets',
  description:
    'Lists the tickets that match all given filters, newest first unless told otherwise. `sort=priority` goes by rank. ' +
    '`q` looks in subjects, descriptions, tags, custom fields, and names and addresses of their contacts.',
  query: listQuery(['created_at', 'updated_at', 'priority', 'status', 'first_response_due'], {
    status: TicketStatus.optional(),
    priority: Priority.optional(),
    assignee: idOf('user').optional().meta({ description: 'Id of the user to whom they are assigned' }),
    inbox: idOf('inbox').optional().meta({ description: 'Id of the inbox that they are in' }),
    contact: idOf('contact').optional().meta({ description: 'Id of the contact who asks' }),
    tag: TagName.optional().meta({
      description: 'A tag that they carry, whatever its case',
      examples: ['billing'],
    }),
    q: searchQuery(searchableTickets).optional(),
    sla_status: SlaStatus.optional().meta({ description: 'What their clocks show at this moment' }),
    ...createdRange,
  }),
  response: pageOf(Ticket),
});

export const updateTicket = defineOperation({
  id: 'ticket.update',
  service: 'ticket',
  route: 'PATCH /v1/tickets/{ticket_id}',
  status: 200,
  scope: 'tickets:write',
  summary: 'Change a ticket',
  description:
    'Changes the fields that are sent. Any status may follow any other: `resolved` and `closed` stop the clock of the ' +
    'first response, reopening before a response starts it anew, another priority sets another target. Emits ' +
    '`ticket.updated`, and with it `ticket.assigned` and `ticket.status_changed`; nothing where nothing changes.',
  params: TicketParams,
  body: z.object({ ...writable, status: TicketStatus, conversation_id: conversationId }).partial(),
  response: Ticket,
});

export const updateTickets = defineOperation({
  id: 'ticket.bulk_update',
  service: 'ticket',
  route: 'POST /v1/tickets/bulk',
  status: 200,
  scope: 'tickets:write',
  summary: 'Change up to 100 tickets in the same way, each on its own',
  description:
    'Changes each of the tickets on its own: the status is 200 also where some fail, and `data` says what became of ' +
    'each. A change that no ticket could take is 422, and none is changed. Counts as one request.',
  body: bulkBody(
    z
      .object({
        ...writable,
        status: TicketStatus,
        add_tags: Tags.meta({ description: 'Tags to add to those that are there' }),
        remove_tags: Tags.meta({ description: 'Tags to take away, whatever their case' }),
      })
      .partial(),
  ),
  response: bulkResult,
});
