import { z } from 'zod';
import { idOf } from '../id.ts';
import { createMessage, listMessages } from '../message/message.operations.ts';
import { Message } from '../message/message.schema.ts';
import { defineOperation } from '../operation.ts';
import { pageOf } from '../page.ts';

const params = z.object({ ticket_id: idOf('ticket') });

export const listTicketMessages = defineOperation({
  id: 'ticket.list_messages',
  route: 'GET /v1/tickets/{ticket_id}/messages',
  scope: 'conversations:read',
  summary: 'List the messages of a ticket',
  description:
    'Returns the messages of the linked conversation, as the list of its messages does; none without a conversation.',
  params,
  query: listMessages.query,
  response: pageOf(Message),
});

export const createTicketMessage = defineOperation({
  id: 'ticket.create_message',
  route: 'POST /v1/tickets/{ticket_id}/messages',
  status: 201,
  scope: 'conversations:write',
  summary: 'Create a message of a ticket',
  description:
    'Adds a message to the linked conversation, as the creation of a message there does. The first message of a ticket without ' +
    'a conversation creates one with the contact of the ticket, its subject, its priority and its inbox, and links it, which emits ' +
    '`conversation.created` and `ticket.updated`; a ticket without a contact is a 422. Emits `message.created`.',
  params,
  multipart: createMessage.multipart,
  body: createMessage.body,
  response: Message,
  errors: ['duplicate_value', 'invalid_parameter'],
});
