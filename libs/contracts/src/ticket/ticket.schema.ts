import { z } from 'zod';
import { changesByItself, component, integer, nullableString } from '../documented.ts';
import { idOf } from '../id.ts';
import { mergedFrom } from '../merging/merge.schema.ts';
import {
  CreatedAt,
  CustomFields,
  externalId,
  longText,
  Priority,
  RecordNumber,
  text,
  Timestamp,
  UpdatedAt,
} from '../schema.ts';
import { snoozeFields } from '../snooze.ts';
import { Assignee, ContactSummary, TagNames, TeamSummary } from '../summaries.ts';

export const TICKET_STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;
export const TicketStatus = z
  .enum(TICKET_STATUSES)
  .meta({ id: 'TicketStatus', description: 'Current status of the ticket' });
export type TicketStatus = z.output<typeof TicketStatus>;

export const SLA_STATUSES = ['on_track', 'warning', 'breached'] as const;
export const SlaStatus = z.enum(SLA_STATUSES).meta({
  id: 'SlaStatus',
  description:
    'SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it',
});
export type SlaStatus = z.output<typeof SlaStatus>;

export const SlaMetricName = z.enum(['first_response']).meta({
  id: 'SlaMetricName',
  description:
    'What is measured. `first_response`: the time until a user first replies. More metrics may follow',
});

const SlaMetric = component('SlaMetric', 'A measured time with its deadline', {
  metric: SlaMetricName,
  status: SlaStatus,
  due_at: Timestamp.describe('Deadline'),
  started_at: Timestamp.describe('Time at which the timer last started: creation, or reopening'),
  stopped_at: Timestamp.nullable().describe('Time at which the timer stopped; null while it runs'),
});

/** Links that a ticket can have. */
export const LINKS_MAX = 100;

export const TicketLinkType = z
  .enum(['related', 'duplicate_of', 'duplicate', 'parent', 'child'])
  .meta({ id: 'TicketLinkType', description: 'What the other ticket is to this one' });
export type TicketLinkType = z.output<typeof TicketLinkType>;

const TicketLink = component('TicketLink', 'Another ticket, and what it is to this one', {
  type: TicketLinkType,
  ticket_id: idOf('ticket').describe('Id of the other ticket'),
});

/** What events of an SLA have at the top of their payload. */
export const SlaEventAttributes = z.object({
  metric: SlaMetricName,
  policy_id: nullableString(
    'Id of the SLA policy; null for the targets of the workspace',
    'slap_01h2xcejqtf2nbrexx3vqjhp41',
  ),
});

/** Fields that callers write and read in the same form. */
export const ticketFields = {
  subject: text(998).meta({ description: 'Subject line', examples: ['The printer is on fire'] }),
  description: longText()
    .nullable()
    .meta({ description: 'Full text of the request', examples: ['It began during a long job.'] }),
  external_id: externalId('ticket', 'ORD-1042'),
  priority: Priority,
  inbox_id: idOf('inbox').nullable().describe('Id of the inbox, or null'),
};

export const Ticket = component('Ticket', 'A support request with a status, a priority and an SLA', {
  id: idOf('ticket'),
  number: RecordNumber,
  ...ticketFields,
  status: TicketStatus,
  sla: changesByItself(
    z
      .object({
        status: SlaStatus,
        first_response_due: Timestamp.nullable().describe('Deadline for the first response, or null'),
        metrics: z.array(SlaMetric).describe('Each measured time'),
      })
      .nullable()
      .describe('First-response SLA: status and deadline; null without a target'),
  ),
  first_responded_at: Timestamp.nullable().describe('Time of the first response by a user, or null'),
  resolved_at: Timestamp.nullable().describe(
    'Time at which it was last resolved; null unless resolved, or closed after that',
  ),
  closed_at: Timestamp.nullable().describe('Time at which it was closed; null unless closed'),
  reopened_count: integer('Number of times that it was reopened after it was resolved or closed', 0),
  assignee: Assignee.nullable().describe('The user assigned to the ticket, or null'),
  ...snoozeFields,
  team: TeamSummary.nullable().describe('The team that the ticket belongs to, or null'),
  contact: ContactSummary.nullable().describe('The contact who requested the ticket, or null'),
  tags: TagNames,
  conversation_id: idOf('conversation').nullable().describe('Id of the linked conversation, or null'),
  custom_fields: CustomFields,
  merged_from: mergedFrom('ticket'),
  links: z.array(TicketLink).meta({
    description: `Links to other tickets, at most ${LINKS_MAX}, in the order in which they were made`,
    examples: [[]],
  }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Ticket = z.output<typeof Ticket>;
