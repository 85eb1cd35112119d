import { z } from 'zod';
import { component } from '../documented.ts';
import { FileIds } from '../file/attachment.schema.ts';
import { idOf } from '../id.ts';
import { Message } from '../message/message.schema.ts';
import { defineOperation, withMeta } from '../operation.ts';
import { anyInbox, listQuery } from '../page.ts';
import { defineResource } from '../resource.ts';
import { CreatedAt, Email, Instant, longText, nameText, text, UpdatedAt } from '../schema.ts';

const ConnectionType = z
  .enum(['custom', 'sms', 'whatsapp', 'messenger', 'instagram', 'telegram', 'line', 'chat'])
  .meta({
    id: 'ConnectionType',
    description: 'The channel that the connector attaches; `custom` for any other',
  });

const fields = {
  name: nameText(255).meta({ description: 'Display name', examples: ['SMS Germany'] }),
  inbox_id: idOf('inbox').nullable().describe('Id of the inbox of its new conversations, or null'),
  type: ConnectionType,
};

export const Connection = component('Connection', 'A channel that a connector of yours attaches', {
  id: idOf('connection'),
  ...fields,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Connection = z.output<typeof Connection>;

const connections = defineResource('connection', Connection, {
  path: '/v1/connections',
  read: 'conversations:read',
  write: 'mailboxes:manage',
});

export const createConnection = connections.create({
  description:
    'A connector posts what contacts write to `POST /v1/connections/{connection_id}/inbound_messages`, receives the replies as ' +
    '`message.created` with `connection_id`, and reports their delivery. A workspace can have 100 connections in each mode; beyond ' +
    'that, `too_many_items` is returned.',
  body: z.object({
    ...fields,
    type: fields.type.default('custom'),
    inbox_id: fields.inbox_id.default(null),
  }),
  errors: ['too_many_items'],
});

export const listConnections = connections.list({
  query: listQuery(['created_at', 'name'], { inbox: anyInbox }),
});

export const getConnection = connections.get();

export const updateConnection = connections.update({
  body: z.object({ name: fields.name, inbox_id: fields.inbox_id }).partial(),
});

export const deleteConnection = connections.delete({
  description:
    'Its conversations keep their messages; their `connection_id` becomes null shortly after, with `conversation.updated`. Replies that ' +
    'wait for a report of their delivery stay as they are.',
});

const handle = text(200).meta({
  description: 'What identifies the sender in the channel, such as a phone number or a user name',
  examples: ['+4915112345678'],
});

export const receiveMessage = defineOperation({
  id: 'connection.receive_message',
  route: 'POST /v1/connections/{connection_id}/inbound_messages',
  status: 201,
  isUpsert: true,
  scope: 'conversations:write',
  summary: 'Receive a message of a channel',
  description:
    'Records a message that a contact wrote. The same `external_id` again, whatever else is sent, is answered 200 with the message that ' +
    'it made. Messages with the same `external_conversation_id` are in one conversation, which is created by the first, or by the next ' +
    'one after it was deleted; all of them are those of its contact. The contact is found by the e-mail address, or else by the phone ' +
    'number, or else by the handle, which is its `external_id` behind the id of the connection; or it is created: give only an address or ' +
    "number that the channel has verified, since the message is shown as that contact's. Files require the scope " +
    '`files:read`. Emits `message.created`, and `contact.created`, `conversation.created` or what a message of the contact changes.',
  params: connections.params,
  body: z
    .object({
      external_id: text(255).meta({
        description: 'Id of the message in the channel, unique in the connection',
        examples: ['SM3f2a'],
      }),
      external_conversation_id: text(255).meta({
        description: 'Id of the conversation in the channel, such as the numbers of both sides',
        examples: ['+4915112345678'],
      }),
      from: z
        .object({
          handle,
          name: text(255, 0)
            .nullable()
            .default(null)
            .meta({ description: 'Name of the sender, or null', examples: ['Dana Reyes'] }),
          email: Email.nullable()
            .default(null)
            .meta({ description: 'E-mail address of the sender, or null', examples: ['dana@example.com'] }),
          phone: text(64)
            .nullable()
            .default(null)
            .meta({ description: 'Phone number of the sender, or null', examples: ['+49 151 12345678'] }),
        })
        .describe('The sender'),
      body: longText()
        .default('')
        .meta({ description: 'Text of the message; may be empty beside files', examples: ['Where is it?'] }),
      attachments: FileIds.default([]),
      sent_at: Instant.nullable()
        .default(null)
        .meta({
          description: 'Time at which it was sent in the channel, as ISO 8601, or null',
          examples: ['2026-11-21T06:29:58Z'],
        }),
    })
    .superRefine(({ body, attachments }, context) => {
      if (attachments.length > 0 || body.trim() !== '') return;
      context.addIssue({
        code: 'custom',
        path: ['body'],
        message: 'must not be blank unless files are attached',
        params: { code: 'invalid_parameter' },
      });
    }),
  errors: ['file_too_large', 'too_many_items'],
  response: withMeta(
    Message,
    component('ReceivedMeta', 'What the call has done', {
      created: z.boolean().describe('Whether the message was created; else it was there'),
    }),
  ),
});
