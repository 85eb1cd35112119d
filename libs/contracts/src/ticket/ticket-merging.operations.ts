import { z } from 'zod';
import { idOf } from '../id.ts';
import { describeMerge, describeUnmerge, mergeIds } from '../merging/merge.schema.ts';
import { defineOperation } from '../operation.ts';
import { Ticket } from './ticket.schema.ts';

const params = z.object({ ticket_id: idOf('ticket') });

export const mergeTickets = defineOperation({
  id: 'ticket.merge',
  route: 'POST /v1/tickets/{ticket_id}/merge',
  scope: 'tickets:write',
  summary: 'Merge tickets',
  description:
    describeMerge(
      'ticket',
      'their tags, and their custom fields that it lacks; without a conversation, it gets the first of theirs that has the same contact',
    ) + ' The SLA is that of this ticket.',
  params,
  body: z.object({ from_ids: mergeIds('ticket', 'Ids of the tickets to merge into this one') }),
  response: Ticket,
});

export const unmergeTickets = defineOperation({
  id: 'ticket.unmerge',
  route: 'POST /v1/tickets/{ticket_id}/unmerge',
  scope: 'tickets:write',
  summary: 'Undo a merge of tickets',
  description: describeUnmerge('ticket', ''),
  params,
  body: z.object({ ids: mergeIds('ticket', 'Ids of the tickets to give back, of `merged_from`') }),
  response: Ticket,
});
