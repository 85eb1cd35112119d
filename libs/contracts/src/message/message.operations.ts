import { z } from 'zod';
import { ConversationParams } from '../conversation/conversation.operations.ts';
import { defineOperation } from '../operation.ts';
import { listQuery, pageOf } from '../page.ts';
import { Message, MessageType, NewMessage } from './message.schema.ts';

export const listMessages = defineOperation({
  id: 'message.list',
  service: 'conversation',
  route: 'GET /v1/conversations/{conversation_id}/messages',
  status: 200,
  scope: 'conversations:read',
  summary: 'List the messages of a conversation, oldest first',
  description:
    'Lists the messages of a conversation, oldest first unless told otherwise, internal notes included.',
  params: ConversationParams,
  query: listQuery(['created_at'], { type: MessageType.optional() }).extend({
    order: z.enum(['asc', 'desc']).default('asc').meta({ description: 'Direction of the sort' }),
  }),
  response: pageOf(Message),
});

export const createMessage = defineOperation({
  id: 'message.create',
  service: 'conversation',
  route: 'POST /v1/conversations/{conversation_id}/messages',
  status: 201,
  scope: 'conversations:write',
  summary: 'Write in a conversation; a contact who writes reopens a closed one',
  description:
    'Writes a message as the user of the credential, or as the contact of the conversation with ' +
    '`author: {type: contact}`. What a contact writes reopens a closed conversation. Emits `message.created`.',
  params: ConversationParams,
  body: NewMessage,
  response: Message,
});
