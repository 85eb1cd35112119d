import { z } from 'zod';
import { component, documentedAs, nullableString, string } from '../documented.ts';
import { MailAuthentication } from '../incoming-mail/incoming-mail.schema.ts';
import { Attachable, Attachment, FileIds } from '../file/attachment.schema.ts';
import { idOf } from '../id.ts';
import { CreatedAt, Email, externalId, longText, newExternalId, text, Timestamp } from '../schema.ts';

export const MessageType = z.enum(['reply', 'note', 'comment']).meta({
  id: 'MessageType',
  description:
    'Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`: for the contact too, ' +
    'but never sent. A reply of a user is sent, unless `send` is false, if its conversation has a `mailbox_id` or ' +
    '`connection_id`; others are recorded, not sent',
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

export const MessageDeliveryStatus = z
  .enum(['queued', 'sending', 'sent', 'delivered', 'unknown', 'bounced', 'failed', 'cancelled'])
  .meta({
    id: 'MessageDeliveryStatus',
    description:
      'How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which connectors alone report: a mail is ' +
      '`queued` until it is `sent`; `sent`: the server of the mailbox has taken it over; `delivered`: the server of the recipient has ' +
      'taken it; `unknown`: it was handed over and no answer came; `bounced`: refused after it was sent; `failed`: not sent; ' +
      '`cancelled`: redacted before it was sent',
  });
export type MessageDeliveryStatus = z.output<typeof MessageDeliveryStatus>;

/**
 * The worst state is first: that of a message is the worst of its recipients. What waits is worse than what was sent, since it may
 * still fail; a message that one recipient has is not cancelled because another one does not get it.
 */
export const WORST_DELIVERY_FIRST: readonly MessageDeliveryStatus[] = [
  'failed',
  'bounced',
  'unknown',
  'queued',
  'sending',
  'sent',
  'delivered',
  'cancelled',
];

export const DeliveryError = z.object({
  code: string('Machine-readable cause', 'mailbox_full'),
  smtp_status: nullableString('Enhanced status code of the receiving mail server, or null', '5.2.2'),
  message: string('Cause in words', 'The mailbox of the recipient is full.'),
});
export type DeliveryError = z.output<typeof DeliveryError>;

export const MessageDelivery = component('MessageDelivery', 'The sending of a message to its recipients', {
  status: MessageDeliveryStatus,
  updated_at: Timestamp.describe('Time of the last change of the status'),
  error: DeliveryError.nullable().describe('Why it waits, or was not sent or delivered; or null'),
  recipients: z
    .array(
      z.object({
        address: string('Address of the recipient', 'dana@example.com'),
        status: MessageDeliveryStatus,
        error: DeliveryError.nullable().describe('Why it waits, or was not sent or delivered; or null'),
      }),
    )
    .describe('The recipients, each with the status of its own'),
});

export type MessageDelivery = z.output<typeof MessageDelivery>;

export const MailAddress = component('MailAddress', 'A sender or recipient of a mail', {
  address: string('E-mail address', 'dana@example.com'),
  name: nullableString('Name beside the address, or null', 'Dana Reyes'),
});
export type MailAddress = z.output<typeof MailAddress>;

const addresses = (description: string) => z.array(MailAddress).describe(description);

export const MessageEmail = component('MessageEmail', 'A message as a mail', {
  direction: z.enum(['incoming', 'outgoing']).describe('Whether it came or leaves'),
  from: MailAddress.nullable().describe(
    'The sender of an incoming mail; null for an outgoing one, which the mailbox sends',
  ),
  reply_to: addresses('Where the sender of an incoming mail asks for answers, if not at its own address'),
  to: addresses('The recipients'),
  cc: addresses('Recipients of a copy'),
  bcc: addresses('Recipients of a copy whom no other recipient sees'),
  subject: nullableString('Subject line, or null for none', 'Re: Where is my order?'),
  has_html: z.boolean().describe('Whether it has a body in HTML beside its text'),
  is_automatic: z
    .boolean()
    .describe(
      'Whether a program wrote it, such as an out-of-office notice: it reopens nothing, and nobody waits for an answer to it',
    ),
  is_participant: z
    .boolean()
    .describe(
      'Whether the sender takes part in the conversation. A reply is not sent to one who does not, unless it names the address',
    ),
  is_truncated: z.boolean().describe('Whether parts of an incoming mail were left out, which its source has'),
  authentication: MailAuthentication.nullable().describe(
    'What proves the sender of an incoming mail; null for an outgoing one, and for one that was imported',
  ),
});
export type MessageEmail = z.output<typeof MessageEmail>;

export const Message = component('Message', 'A message, internal note or comment in a conversation', {
  id: idOf('message'),
  conversation_id: idOf('conversation'),
  body: string('Text of the message; empty if it was redacted', 'We are looking into it.'),
  quoted_body: nullableString(
    'Text of earlier messages that a mail repeats, which `body` is without; or null',
    'On Monday, Kim Lee wrote: …',
  ),
  type: MessageType,
  external_id: externalId('message', 'mail-5c1f@example.com'),
  author: Author,
  attachments: z.array(Attachment).describe('Files attached to the message'),
  email: MessageEmail.nullable().describe('Its addresses and its subject, if it is a mail, or null'),
  mailbox_id: idOf('mailbox')
    .nullable()
    .describe('Id of the mailbox through which it leaves or came, or null'),
  connection_id: idOf('connection')
    .nullable()
    .describe('Id of the connection through which it leaves or came, or null'),
  delivery: MessageDelivery.nullable().describe(
    'The sending of the message; null if it is recorded, not sent',
  ),
  sent_at: Timestamp.nullable().describe(
    'Time at which the contact sent it, as a connector or the mail has told; or null',
  ),
  edited_at: Timestamp.nullable().describe('Time at which its text was changed last, or null'),
  edited_by: idOf('user').nullable().describe('Id of the user who changed its text last, or null'),
  redacted_at: Timestamp.nullable().describe('Time at which its text and attachments were removed, or null'),
  redacted_by: idOf('user')
    .nullable()
    .describe('Id of the user who removed them; null also if an operator has erased its contact'),
  mentions: z
    .array(idOf('user'))
    .meta({ description: 'Ids of the users whom a note mentions', examples: [[]] }),
  created_at: CreatedAt,
});
export type Message = z.output<typeof Message>;

export const MailContent = component('MailContent', 'What a mail contains beside the text of its message', {
  headers: z
    .array(
      z.object({
        name: string('Name of the field, in lower case', 'subject'),
        value: string('Its value in one line, as it came', 'Where is my order?'),
      }),
    )
    .describe('The fields of its head in their order, of at most 256 KiB; empty if it has no source'),
  html_url: nullableString(
    'Signed, expiring URL of the HTML of an incoming mail as a document for a sandboxed frame: without scripts and forms, with links that ' +
      'open pages of their own, and without content of other servers. Null without HTML, and for HTML that is too large',
    'https://files.example.com/f',
  ),
  html_url_with_remote_content: nullableString(
    'The same with images of other servers, whose request tells the sender that the mail is read; null if it has none',
    'https://files.example.com/f',
  ),
  source_url: nullableString(
    'Signed, expiring URL of the mail as it arrived or was composed; null before it is composed, and once it is deleted',
    'https://files.example.com/f',
  ),
});
export type MailContent = z.output<typeof MailContent>;

/** Most recipients of a mail, blind ones included. */
export const RECIPIENTS_MAX = 50;
/** Characters of a body in HTML, which is parsed where it arrives. */
const HTML_MAX = 262_144;

const recipients = (description: string) =>
  z
    .array(Email)
    .max(RECIPIENTS_MAX)
    .meta({ description, examples: [['dana@example.com']] });

/** Control characters, as a pattern that needs no flag: JSON Schema has none, and generators add none for `\p{Cc}`. */
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f`;
const ONE_LINE = new RegExp(`^[^${CONTROLS}]*$`);

/** What a mail may have another of than by default. */
const mailFields = (defaults: Record<'to' | 'cc' | 'bcc' | 'subject', string>) => ({
  to: recipients(`Addresses of the recipients${defaults.to}`).optional(),
  cc: recipients(`Addresses of the recipients of a copy${defaults.cc}`).optional(),
  bcc: recipients(
    `Addresses of the recipients of a copy whom no other recipient sees${defaults.bcc}`,
  ).optional(),
  subject: text(998)
    .regex(ONE_LINE, 'must be one line without control characters')
    .optional()
    .meta({ description: `Subject line${defaults.subject}`, examples: ['Your order 4711'] }),
});

type Recipients = Partial<Record<'to' | 'cc' | 'bcc', readonly string[]>>;

function refineRecipients({ to = [], cc = [], bcc = [] }: Recipients, context: z.RefinementCtx): void {
  if (to.length + cc.length + bcc.length <= RECIPIENTS_MAX) return;
  const message = `must have at most ${RECIPIENTS_MAX} recipients together`;
  context.addIssue({ code: 'custom', path: ['to'], message, params: { code: 'too_many_items' } });
}

export const EmailInput = z
  .object({
    ...mailFields({
      to: '; by default those of `reply_recipients`',
      cc: '; by default those of `reply_recipients`, and none if `to` is given',
      bcc: '',
      subject: '; by default that of the conversation, as a reply',
    }),
    html: text(HTML_MAX)
      .optional()
      .meta({
        description:
          'Body in HTML, sent beside the text in a form that cannot harm: scripts, forms and unknown styles are removed. Without ' +
          'a `body` the text is made of it',
        examples: ['<p>We are <b>looking into it</b>.</p>'],
      }),
  })
  .superRefine(refineRecipients)
  .meta({
    description:
      'What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50 recipients at most, none of ' +
      'whom is a mailbox of the workspace',
    examples: [{ cc: ['kim@example.com'] }],
  });

/** What may be another when a message is sent again. */
export const ResendEmailInput = z
  .object(
    mailFields({
      to: '; by default those whom it has not reached, or the contact if it had no recipients',
      cc: '; by default those whom it has not reached, also if `to` is given',
      bcc: '; by default those whom it has not reached, also if `to` is given',
      subject: '; by default the one that it had',
    }),
  )
  .superRefine(refineRecipients)
  .meta({
    description:
      'Other recipients or another subject; what is left out stays. Only for a message that leaves by mail',
    examples: [{ to: ['dana@example.com'] }],
  });

/** Users whom a note mentions. */
const MENTIONS_MAX = 20;

const Mentions = z
  .array(idOf('user'))
  .max(MENTIONS_MAX)
  .transform((ids) => [...new Set(ids)])
  .meta({
    description: `Ids of active users whom a note mentions, at most ${MENTIONS_MAX}: they are notified, and follow the conversation. Only for notes`,
    examples: [[]],
  });

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
      examples: [{ type: 'user' }],
    }),
  send: z
    .boolean()
    .default(true)
    .describe(
      'Whether a reply of a user leaves through the mailbox or the connection of the conversation; false records it only',
    ),
  email: EmailInput.optional(),
  mentions: Mentions.optional(),
};

interface Draft {
  body?: string | undefined;
  type?: MessageType | undefined;
  author: z.output<typeof writable.author>;
  email?: z.output<typeof EmailInput> | undefined;
  mentions?: readonly unknown[] | undefined;
  attachments: readonly unknown[];
}

function refineDraft(
  { body, type, author, email, mentions = [], attachments }: Draft,
  context: z.RefinementCtx,
): void {
  const refuse = (path: string[], message: string, code = 'invalid_parameter') =>
    context.addIssue({ code: 'custom', path, message, params: { code } });
  if (type === 'note' && author.type === 'contact')
    refuse(['type'], 'must not be note for a message of the contact, who cannot see notes');
  if (author.id !== undefined && author.type === 'contact')
    refuse(['author', 'id'], 'must not be given for the contact, which is that of the conversation');
  if (mentions.length > 0 && type !== 'note')
    refuse(['mentions'], 'must be empty unless the message is a note');
  if (attachments.length > 0 || (body !== undefined && body.trim() !== '')) return;
  if (body === undefined && email?.html !== undefined) return;
  if (body === undefined) refuse(['body'], 'is required unless files are attached', 'missing_parameter');
  else refuse(['body'], 'must not be blank unless files are attached');
}

/** A message with or without files. Files alone are a message, as a photo without a word is. */
const messageWith = <Files extends z.ZodType<readonly unknown[]>>(attachments: Files) =>
  z
    .object({
      body: longText()
        .meta({
          description:
            'Text of the message. Required and not blank, unless files are attached; with `email.html` it may be left out',
          examples: ['We are looking into it.'],
        })
        .optional(),
      ...writable,
      attachments,
    })
    .superRefine((draft, context) => refineDraft(draft as Draft, context));

export const NewMessage = messageWith(FileIds.default([]));
export type NewMessage = z.output<typeof NewMessage>;

/** What may be changed of a note. */
export const NoteInput = z.object({
  body: longText()
    .refine((value) => value.trim() !== '', 'must not be blank')
    .meta({ description: 'Text of the note', examples: ['The carrier has found it.'] }),
});

export const MessageInput = messageWith(
  z.array(Attachable).default([]).describe('Files to attach, as parts `attachments[]` of a multipart form'),
);
