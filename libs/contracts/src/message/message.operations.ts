import { z } from 'zod';
import { ConversationParams } from '../conversation/conversation.operations.ts';
import { defineOperation } from '../operation.ts';
import { listQuery, pageOf } from '../page.ts';
import { Message, MessageType, NewMessage } from './message.schema.ts';

export const listMessages = defineOperation({
  id: 'message.list',
  route: 'GET /v1/conversations/{conversation_id}/messages',
  scope: 'conversations:read',
  summary: 'List the messages of a conversation',
  description: 'Returns the messages, oldest first by default, including internal notes.',
  params: ConversationParams,
  query: listQuery(['created_at'], { type: MessageType.optional() }).extend({
    order: z.enum(['asc', 'desc']).default('asc').meta({ description: 'Sort direction' }),
  }),
  response: pageOf(Message),
});

export const createMessage = defineOperation({
  id: 'message.create',
  route: 'POST /v1/conversations/{conversation_id}/messages',
  status: 201,
  scope: 'conversations:write',
  summary: 'Create a message',
  description:
    'Adds a message to the conversation as the user of the credential, or as its contact with `author: {type: contact}`. ' +
    'A message from the contact reopens a closed conversation. The activity of the conversation follows: `last_message_at`, ' +
    '`last_message_by`, `messages_count`, `waiting_since`. Emits `message.created`, and `conversation.updated` only if ' +
    'the message reopens the conversation.',
  params: ConversationParams,
  body: NewMessage,
  response: Message,
});
