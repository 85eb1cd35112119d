import { z } from 'zod';
import { defineTenantCall } from '../call.ts';
import { idOf } from '../id.ts';

/** Tickets of a conversation whose assignees and followers are notified of its messages. */
export const NOTIFIED_TICKETS_MAX = 50;

export const findTicketsOfConversation = defineTenantCall({
  id: 'ticket.find_of_conversation',
  summary: `The tickets that are linked to a conversation, with their assignees; the newest ${NOTIFIED_TICKETS_MAX}`,
  input: z.object({ conversation_id: idOf('conversation') }),
  output: z.array(z.object({ id: idOf('ticket'), assignee_id: idOf('user').nullable() })),
});
