import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineOperation } from '../operation.ts';
import { listQuery, pageOf } from '../page.ts';
import { HistoryEntry } from './history.ts';

const ofHistory = {
  service: 'gateway',
  query: listQuery(['logged_at'], {}),
  response: pageOf(HistoryEntry),
} as const;

const describe = (noun: string): string =>
  `Returns who changed what in the ${noun}, and when, newest first by default: an entry for its creation and one for each ` +
  `later change, from the event log of the last 30 days. The history of a deleted ${noun} is not returned; its events remain ` +
  'in `GET /v1/events`.';

const describeTagged = (noun: string): string =>
  `${describe(noun)} A tag that is renamed or deleted changes every ${noun} that has it, without an entry: see ` +
  '`tag.updated` and `tag.deleted` there.';

export const listTicketHistory = defineOperation({
  ...ofHistory,
  id: 'ticket.history',
  route: 'GET /v1/tickets/{ticket_id}/history',
  scope: 'tickets:read',
  summary: 'List the changes of a ticket',
  description: describeTagged('ticket'),
  params: z.object({ ticket_id: idOf('ticket') }),
});

export const listConversationHistory = defineOperation({
  ...ofHistory,
  id: 'conversation.history',
  route: 'GET /v1/conversations/{conversation_id}/history',
  scope: 'conversations:read',
  summary: 'List the changes of a conversation',
  description: `${describeTagged('conversation')} Messages are no changes: list them with \`GET /v1/conversations/{conversation_id}/messages\`.`,
  params: z.object({ conversation_id: idOf('conversation') }),
});

export const listContactHistory = defineOperation({
  ...ofHistory,
  id: 'contact.history',
  route: 'GET /v1/contacts/{contact_id}/history',
  scope: 'contacts:read',
  summary: 'List the changes of a contact',
  description: describe('contact'),
  params: z.object({ contact_id: idOf('contact') }),
});
