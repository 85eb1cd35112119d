import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { CreatedAt } from '../schema.ts';
import { TagNames } from '../summaries.ts';
import { SlaEventAttributes, Ticket } from './ticket.schema.ts';

const ticketEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, summary, data: Ticket });

export const ticketCreated = ticketEvent('ticket.created', 'A ticket was created');
export const ticketUpdated = ticketEvent(
  'ticket.updated',
  'A ticket was updated; `previous` contains the old values',
);
const slaEvent = <const Type extends string>(type: Type, summary: string) => ({
  ...ticketEvent(type, summary),
  attributes: SlaEventAttributes,
});
export const ticketSlaWarning = slaEvent(
  'ticket.sla_warning',
  '75% of the target time for the first response has passed',
);
export const ticketSlaBreached = slaEvent(
  'ticket.sla_breached',
  'The deadline for the first response has passed',
);
export const ticketAssigned = ticketEvent(
  'ticket.assigned',
  'The assignee of a ticket changed; `previous` contains the old values',
);
export const ticketTeamChanged = ticketEvent(
  'ticket.team_changed',
  'A ticket was given to another team, or to none; `previous` contains the old values',
);
export const ticketSnoozed = ticketEvent(
  'ticket.snoozed',
  'A ticket was snoozed, or its snooze got another end; `previous` contains the old values',
);
export const ticketWoken = ticketEvent(
  'ticket.woken',
  'The snooze of a ticket has ended: its time came, the contact wrote, or somebody ended it; `previous` contains the old values',
);
export const ticketStatusChanged = ticketEvent(
  'ticket.status_changed',
  'The status of a ticket changed; `previous` contains the old values',
);
export const ticketMerged = defineEvent({
  type: 'ticket.merged',
  summary: 'A ticket was merged into another one, which answers for it; `data` contains both ids',
  data: z
    .object({
      id: idOf('ticket'),
      merged_into: idOf('ticket').describe('Id of the ticket that it was merged into'),
    })
    .describe('The merged ticket'),
});
export const ticketUnmerged = ticketEvent(
  'ticket.unmerged',
  'A ticket that had been merged into another one is a ticket of its own again',
);
export const ticketDeleted = defineEvent({
  type: 'ticket.deleted',
  summary: 'A ticket was deleted; `data` contains only its id',
  data: z.object({ id: idOf('ticket') }).describe('The deleted ticket'),
});

/** What was said since the creation of the ticket counts as if it had been linked then. */
export const ticketConversationLinked = defineEvent({
  type: 'ticket.conversation_linked',
  audience: 'bus',
  summary: 'A conversation was linked to a ticket',
  data: z.object({ id: idOf('ticket'), conversation_id: idOf('conversation'), created_at: CreatedAt }),
});
/** One for each ticket, for the counts of tags; webhooks get a single `tag.updated` or `tag.deleted`. */
export const ticketTagsChanged = defineEvent({
  type: 'ticket.tags_changed',
  audience: 'bus',
  summary: 'A tag of the ticket was renamed or deleted',
  data: z.object({ id: idOf('ticket'), tags: TagNames }),
});
