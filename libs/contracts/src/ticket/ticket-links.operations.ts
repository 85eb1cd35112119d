import { z } from 'zod';
import { idOf, otherExampleId } from '../id.ts';
import { defineOperation, noContent } from '../operation.ts';
import { LINKS_MAX, Ticket, TicketLinkType } from './ticket.schema.ts';

const other = (description: string) => ({ description, examples: [otherExampleId('ticket')] });

export const linkTicket = defineOperation({
  id: 'ticket.link',
  route: 'POST /v1/tickets/{ticket_id}/links',
  status: 201,
  scope: 'tickets:write',
  summary: 'Link two tickets',
  description:
    'Both tickets show the link in `links`: the other end of `parent` is `child`, and that of `duplicate_of` is `duplicate`. Two tickets ' +
    `have one link, so that the same one again changes nothing; a ticket has one parent and at most ${LINKS_MAX} links, and no ticket is above itself. A link goes within a second when ` +
    'one of its tickets is deleted; that of a merged ticket keeps its id, which leads to what it was merged into. Emits `ticket.updated` ' +
    'for both.',
  params: z.object({ ticket_id: idOf('ticket') }),
  body: z.object({
    type: TicketLinkType.extract(['related', 'duplicate_of', 'parent']).meta({
      id: 'NewTicketLinkType',
      description: 'What the other ticket is to this one',
    }),
    linked_ticket_id: idOf('ticket').meta(other('Id of the other ticket')),
  }),
  response: Ticket,
});

export const unlinkTicket = defineOperation({
  id: 'ticket.unlink',
  route: 'DELETE /v1/tickets/{ticket_id}/links/{linked_ticket_id}',
  scope: 'tickets:write',
  summary: 'Remove the link of two tickets',
  description: 'Removes it from both tickets. Emits `ticket.updated` for each.',
  params: z.object({
    ticket_id: idOf('ticket'),
    linked_ticket_id: idOf('ticket').meta(other('Id of the other ticket, as `links` shows it')),
  }),
  response: noContent,
  isUnversioned: true,
});
