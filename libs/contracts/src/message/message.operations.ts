import { z } from 'zod';
import { idOf, type Id } from '../id.ts';
import { text } from '../schema.ts';
import { FileIds } from '../file/attachment.schema.ts';
import { ConversationParams } from '../conversation/conversation.operations.ts';
import { defineOperation, noContent } from '../operation.ts';
import { anyOf, byExternalId, listQuery, pageOf, SortOrder } from '../page.ts';
import {
  MailContent,
  Message,
  MessageDeliveryStatus,
  MessageInput,
  MessageType,
  NoteInput,
  ResendEmailInput,
} from './message.schema.ts';

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
    'A reply of a user leaves, unless `send` is false, if the conversation has a `mailbox_id` or a `connection_id`: it is `queued`, and ' +
    '`message.delivery_updated` tells what becomes of it. Without recipients it is `failed` with `no_recipients`. Any other message is ' +
    'recorded, not sent: its `delivery` is null. ' +
    '`attachments` has the ids of files, which require the scope `files:read`, each of which may be attached to several messages; ' +
    'a multipart form has the files themselves, and `author` as JSON; it leaves out what is null. With files `body` may be left out, and either the message is created with all of them ' +
    'or nothing is. An API key with the scope `users:write` may name another user as the author. ' +
    'A message from the contact opens a conversation that is pending or closed, and so, within a second, the tickets linked to it. ' +
    'With the `ETag` of the conversation in `If-Match` nothing is written if the conversation has changed since, such as by a message of ' +
    'somebody else: 412. ' +
    'The activity of the conversation follows: `last_message_at`, ' +
    '`last_message_by`, `messages_count`, `waiting_since`. Emits `message.created`, and `conversation.updated` only if ' +
    'the message changes the status, with `conversation.status_changed`.',
  params: ConversationParams,
  multipart: { part: 'attachments', required: false, json: FileIds },
  body: MessageInput,
  response: Message,
  takesIfMatch: true,
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

/** Other examples than those of the other operations: their messages are notes, or have channels. */
const paramsOf = (message: Id<'message'>, conversation: Id<'conversation'>) =>
  MessageParams.extend({
    conversation_id: idOf('conversation').meta({ examples: [conversation] }),
    message_id: idOf('message').meta({ examples: [message] }),
  });
const ofChannel = (message: Id<'message'>) => paramsOf(message, 'conv_01h2xcf3k5e8gvzq7wd9mtbn4s');

export const updateMessage = defineOperation({
  id: 'message.update',
  route: 'PATCH /v1/conversations/{conversation_id}/messages/{message_id}',
  scope: 'conversations:write',
  summary: 'Edit a note',
  description:
    'Changes the text of an internal note, which its author, an admin and API keys may do. `edited_at` and `edited_by` tell of the last change; ' +
    '`message.updated`, which it emits, has the former text in `previous`, and names who has made the change in `actor`. Other messages ' +
    'are what somebody has sent or received, and a note that came as a mail is that mail: these return 409 `not_editable`, as a redacted note does.',
  params: paramsOf('msg_01h2xcf3k5e8gvzq7wd9mtbn4v', 'conv_01h2xcejqtf2nbrexx3vqjhp41'),
  body: NoteInput,
  response: Message,
  errors: ['not_editable', 'role_forbidden'],
});

export const deleteMessage = defineOperation({
  id: 'message.delete',
  route: 'DELETE /v1/conversations/{conversation_id}/messages/{message_id}',
  scope: 'conversations:write',
  summary: 'Redact a message',
  description:
    'Removes the text and the attachments of a message permanently, and cancels its sending if it still waits, from search too, and the files that no other message has. ' +
    'Its author may do so, an admin, and API keys. The message keeps its place in the conversation, with an empty `body`, `redacted_at` and `redacted_by`; ' +
    'redacting it again is a 404. Emits `message.redacted`. Within seconds the copies follow: the source of a mail, the event log, pending ' +
    'deliveries of webhooks, which send the message without its content, and stored responses of an `Idempotency-Key`.',
  params: MessageParams,
  response: noContent,
  errors: ['role_forbidden'],
});

export const getMessageEmail = defineOperation({
  id: 'message.email',
  route: 'GET /v1/conversations/{conversation_id}/messages/{message_id}/email',
  scope: 'conversations:read',
  summary: 'Retrieve the mail of a message',
  description:
    'Returns the headers of a mail, and links to its source and to its HTML. The links of an incoming mail work until they expire or the ' +
    'message is redacted. A message whose `email` is null is a 404.',
  params: ofChannel('msg_01h2xcf3k5e8gvzq7wd9mtbn4t'),
  response: MailContent,
});

export const resendMessage = defineOperation({
  id: 'message.resend',
  route: 'POST /v1/conversations/{conversation_id}/messages/{message_id}/resend',
  scope: 'conversations:write',
  summary: 'Send a message again',
  description:
    'Sends a message again that is `failed`, `bounced`, `unknown` or `cancelled`, through the mailbox or the connection that its ' +
    'conversation has now: to the recipients that it has not reached, or to the contact if it had none. `email` replaces those of them that ' +
    'it names, such as those in `to`, and what is left out of it stays. It is `queued` again; an `unknown` one may arrive twice. Emits `message.delivery_updated`, by which a connector learns of it: the `delivery` is `queued`, and was not before.',
  params: ofChannel('msg_01h2xcf3k5e8gvzq7wd9mtbn4t'),
  body: z
    .object({
      email: ResendEmailInput.optional(),
    })
    .optional(),
  response: Message,
  errors: ['invalid_parameter'],
});

/** What a connector reports: what waits is ours to say. */
const ReportedStatus = MessageDeliveryStatus.exclude(['queued', 'cancelled']).meta({
  id: 'ReportedDeliveryStatus',
  description: 'How far the connector has come. A report of an earlier state changes nothing',
});

export const updateMessageDelivery = defineOperation({
  id: 'message.update_delivery',
  route: 'PATCH /v1/conversations/{conversation_id}/messages/{message_id}/delivery',
  scope: 'conversations:write',
  summary: 'Report the delivery of a message',
  description:
    'For connectors: reports what has become of a message with a `connection_id`. States only move forward, so that late and ' +
    'repeated reports change nothing. Emits `message.delivery_updated`. A message without a connection is a 422.',
  params: ofChannel('msg_01h2xcejqtf2nbrexx3vqjhp41'),
  body: z.object({
    status: ReportedStatus,
    error: z
      .object({
        code: text(64).meta({ description: 'Machine-readable cause', examples: ['number_unreachable'] }),
        message: text(200).meta({ description: 'Cause in words', examples: ['The number is not in use.'] }),
      })
      .nullable()
      .default(null)
      .describe('Why it was not sent or delivered, or null'),
  }),
  response: Message,
  isUnversioned: true,
  errors: ['invalid_parameter'],
});
