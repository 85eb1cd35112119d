import { idOf } from '../id.ts';
import { FileIds } from '../file/attachment.schema.ts';
import { ConversationParams } from '../conversation/conversation.operations.ts';
import { defineOperation, noContent } from '../operation.ts';
import { anyOf, byExternalId, listQuery, pageOf, SortOrder } from '../page.ts';
import { Message, MessageInput, MessageType } from './message.schema.ts';

export const listMessages = defineOperation({
  id: 'message.list',
  route: 'GET /v1/conversations/{conversation_id}/messages',
  scope: 'conversations:read',
  summary: 'List the messages of a conversation',
  description: 'Returns the messages, oldest first by default, including internal notes.',
  params: ConversationParams,
  query: listQuery(['created_at'], {
    type: anyOf(MessageType, { description: 'Type of the message', examples: ['reply,comment'] }),
    external_id: byExternalId,
  }).extend({ order: SortOrder.default('asc') }),
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
    'It is recorded, not sent: `delivery` is null until channels exist through which replies leave. ' +
    '`attachments` has the ids of files, which require the scope `files:read`, each of which may be attached to several messages; ' +
    'a multipart form has the files themselves, and `author` as JSON; it leaves out what is null. With files `body` may be left out, and either the message is created with all of them ' +
    'or nothing is. An API key with the scope `users:write` may name another user as the author. ' +
    'A message from the contact opens a conversation that is pending or closed, and so, within a second, the tickets linked to it. ' +
    'The activity of the conversation follows: `last_message_at`, ' +
    '`last_message_by`, `messages_count`, `waiting_since`. Emits `message.created`, and `conversation.updated` only if ' +
    'the message changes the status, with `conversation.status_changed`.',
  params: ConversationParams,
  multipart: { part: 'attachments', required: false, json: FileIds },
  body: MessageInput,
  response: Message,
  errors: ['duplicate_value'],
});

const MessageParams = ConversationParams.extend({ message_id: idOf('message') });

export const getMessage = defineOperation({
  id: 'message.get',
  route: 'GET /v1/conversations/{conversation_id}/messages/{message_id}',
  scope: 'conversations:read',
  summary: 'Retrieve a message',
  params: MessageParams,
  response: Message,
});

export const deleteMessage = defineOperation({
  id: 'message.delete',
  route: 'DELETE /v1/conversations/{conversation_id}/messages/{message_id}',
  scope: 'conversations:write',
  summary: 'Redact a message',
  description:
    'Removes the text and the attachments of a message permanently, from search too, and the files that no other message has. The message keeps its place in the ' +
    'conversation, with an empty `body` and `redacted_at`; redacting it again is a 404. Emits `message.redacted`. Copies ' +
    'that were made before expire: stored responses of an `Idempotency-Key` after 24 hours, the log of webhook deliveries ' +
    'after its retention time (30 days by default); pending deliveries are still sent.',
  params: MessageParams,
  response: noContent,
});
