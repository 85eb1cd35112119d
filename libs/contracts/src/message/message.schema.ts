import { z } from 'zod';
import { component, documentedAs, nullableString, string } from '../documented.ts';
import { Attachable, Attachment, FileIds } from '../file/attachment.schema.ts';
import { idOf } from '../id.ts';
import { CreatedAt, externalId, longText, newExternalId, Timestamp } from '../schema.ts';

export const MessageType = z.enum(['reply', 'note', 'comment']).meta({
  id: 'MessageType',
  description:
    'Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`: for the contact too, ' +
    'but never sent. A reply of a user is sent in live mode, unless `send` is false, if its conversation has a `mailbox_id` ' +
    'or `connection_id`. None has one yet, so it is recorded, not sent',
});
export type MessageType = z.output<typeof MessageType>;

export const AuthorType = z
  .enum(['contact', 'user'])
  .meta({ id: 'AuthorType', description: 'Type of the author' });
export type AuthorType = z.output<typeof AuthorType>;

const author = <Kind extends AuthorType>(kind: Kind, example: string) =>
  z.object({
    type: z.literal(kind).describe('Type of the author'),
    id: idOf(kind),
    name: nullableString('Name of the author', example),
  });

/** Documented without the alternatives, which clients must not rely on to be all. */
const Author = documentedAs(
  z.discriminatedUnion('type', [author('user', 'Kim Lee'), author('contact', 'Dana Reyes')]),
  z.object({
    type: AuthorType,
    id: string('Id of the user or contact', 'user_01h2xcejqtf2nbrexx3vqjhp41'),
    name: nullableString('Name of the author', 'Kim Lee'),
  }),
).meta({
  description: 'Author of the message',
  examples: [{ type: 'user', id: 'user_01h2xcejqtf2nbrexx3vqjhp41', name: 'Kim Lee' }],
});

const MessageDeliveryStatus = z
  .enum(['queued', 'sending', 'sent', 'delivered', 'unknown', 'bounced', 'failed', 'cancelled'])
  .meta({ id: 'MessageDeliveryStatus', description: 'How far the sending of a message is' });

export const MessageDelivery = component('MessageDelivery', 'The sending of a message to its recipients', {
  status: MessageDeliveryStatus,
  updated_at: Timestamp.describe('Time of the last change of the status'),
  error: z
    .object({
      code: string('Machine-readable cause', 'mailbox_full'),
      smtp_status: nullableString('Enhanced status code of the receiving mail server, or null', '5.2.2'),
      message: string('Cause in words', 'The mailbox of the recipient is full.'),
    })
    .nullable()
    .describe('Why it was not sent or delivered, or null'),
  recipients: z
    .array(
      z.object({
        address: string('Address of the recipient', 'dana@example.com'),
        status: MessageDeliveryStatus,
      }),
    )
    .describe('The recipients, each with the status of its own'),
});

export type MessageDelivery = z.output<typeof MessageDelivery>;

export const Message = component('Message', 'A message, internal note or comment in a conversation', {
  id: idOf('message'),
  conversation_id: idOf('conversation'),
  body: string('Text of the message; empty if it was redacted', 'We are looking into it.'),
  type: MessageType,
  external_id: externalId('message', 'mail-5c1f@example.com'),
  author: Author,
  attachments: z.array(Attachment).describe('Files attached to the message'),
  delivery: MessageDelivery.nullable().describe(
    'The sending of the message; null if it is recorded, not sent, as every message is until channels exist',
  ),
  redacted_at: Timestamp.nullable().describe('Time at which its text and attachments were removed, or null'),
  created_at: CreatedAt,
});
export type Message = z.output<typeof Message>;

const writable = {
  external_id: newExternalId('message'),
  type: MessageType.optional().describe(
    'Type of message; defaults to `reply` for users and `comment` for contacts',
  ),
  author: z
    .object({
      type: AuthorType,
      id: idOf('user')
        .optional()
        .describe(
          'Id of another user who has written the message. Only for API keys with the scope `users:write`',
        ),
    })
    .default({ type: 'user' })
    .meta({
      description:
        'Author of the message: the user of the credential (the default), another user, or the contact of the conversation',
      examples: [{ type: 'contact' }],
    }),
  send: z
    .boolean()
    .default(true)
    .describe(
      'Whether a reply of a user leaves through the channel of the conversation; false records it only, as every message ' +
        'is recorded only until channels exist',
    ),
};

interface Draft {
  body?: string | undefined;
  type?: MessageType | undefined;
  author: z.output<typeof writable.author>;
  attachments: readonly unknown[];
}

function refineDraft({ body, type, author, attachments }: Draft, context: z.RefinementCtx): void {
  const refuse = (path: string[], message: string, code = 'invalid_parameter') =>
    context.addIssue({ code: 'custom', path, message, params: { code } });
  if (type === 'note' && author.type === 'contact')
    refuse(['type'], 'must not be note for a message of the contact, who cannot see notes');
  if (author.id !== undefined && author.type === 'contact')
    refuse(['author', 'id'], 'must not be given for the contact, which is that of the conversation');
  if (attachments.length > 0 || (body !== undefined && body.trim() !== '')) return;
  if (body === undefined) refuse(['body'], 'is required unless files are attached', 'missing_parameter');
  else refuse(['body'], 'must not be blank unless files are attached');
}

/** A message with or without files. Files alone are a message, as a photo without a word is. */
const messageWith = <Files extends z.ZodType<readonly unknown[]>>(attachments: Files) =>
  z
    .object({
      body: longText()
        .meta({
          description: 'Text of the message. Required and not blank, unless files are attached',
          examples: ['We are looking into it.'],
        })
        .optional(),
      ...writable,
      attachments,
    })
    .superRefine((draft, context) => refineDraft(draft as Draft, context));

export const NewMessage = messageWith(FileIds.default([]));
export type NewMessage = z.output<typeof NewMessage>;

export const MessageInput = messageWith(
  z.array(Attachable).default([]).describe('Files to attach, as parts `attachments[]` of a multipart form'),
);
