import { z } from 'zod';
import {
  changesByItself,
  component,
  documentedAs,
  integer,
  nullableInteger,
  nullableString,
  string,
} from '../documented.ts';
import { idOf } from '../id.ts';
import { CreatedAt, Email, isBlank, nameText, text, Timestamp, UpdatedAt } from '../schema.ts';
import { MailboxImport } from './import.schema.ts';
import { Receiving } from './receiving.schema.ts';
import { Transport } from './transport.schema.ts';

export const MailboxStatus = z.enum(['connected', 'disconnected', 'disabled']).meta({
  id: 'MailboxStatus',
  description:
    '`connected`: the mailbox works; `disconnected`: its server refuses it or cannot be reached, and it is tried again; ' +
    '`disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three days; those of a mailbox that is only ' +
    'refused where its mails are fetched leave, as `affects` of the reason tells',
});
export type MailboxStatus = z.output<typeof MailboxStatus>;

const MailboxStatusReason = z
  .object({
    code: string('Machine-readable cause', 'authentication_failed'),
    message: string('Cause in words', 'The server refuses the password.'),
    affects: z
      .enum(['sending', 'receiving'])
      .describe('`sending`: mails wait; `receiving`: mails leave, and those that arrive are not fetched'),
  })
  .meta({ id: 'MailboxStatusReason', description: 'Why a mailbox is disconnected' });
export type MailboxStatusReason = z.output<typeof MailboxStatusReason>;

export const UnknownOutcome = z.enum(['hold', 'retry']).meta({
  id: 'UnknownOutcome',
  description:
    'What becomes of a mail that was handed over without an answer of the server. `hold`: it stays `unknown`; `retry`: it is sent ' +
    'once more after 15 minutes, with the same Message-ID, and may arrive twice',
});

const limits = {
  per_minute: z
    .int()
    .min(1)
    .max(10_000)
    .meta({ description: 'Most attempts to send a mail in a minute', examples: [30] }),
  per_day: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .meta({
      description: 'Most attempts to send a mail in 24 hours, or null for no limit',
      examples: [10_000],
    }),
  concurrency: z
    .int()
    .min(1)
    .max(20)
    .meta({ description: 'Most connections at a time', examples: [2] }),
};

const MailboxLimits = z
  .object({
    per_minute: integer('Most attempts to send a mail in a minute', 600),
    per_day: nullableInteger('Most attempts to send a mail in 24 hours, or null for no limit', 10_000),
    concurrency: integer('Most connections at a time', 2),
  })
  .meta({ id: 'MailboxLimits', description: 'How fast mails leave' });

export const MailboxLimitsInput = z
  .object({
    per_minute: limits.per_minute.default(600),
    per_day: limits.per_day.default(null),
    concurrency: limits.concurrency.default(2),
  })
  .describe(
    'How fast mails leave: by default 600 a minute, without a limit for a day, over 2 connections. Ask your provider for its limits',
  );

const optionalText = (max: number) =>
  documentedAs(
    text(max, 0)
      .nullable()
      .transform((value) => (isBlank(value) ? null : value)),
    z.string().max(max).nullable(),
  );

/** Fields that callers write and read in the same form. */
export const mailboxFields = {
  name: nameText(255).meta({ description: 'Display name', examples: ['Support'] }),
  inbox_id: idOf('inbox')
    .nullable()
    .describe('Id of the inbox whose conversations have this mailbox by default, or null'),
  address: Email.meta({
    description:
      'Address of the mailbox, from which replies are sent. It belongs to one mailbox of the installation',
    examples: ['support@example.com'],
  }),
  from_name: optionalText(255).meta({
    description: 'Name beside the address of the sender; by default that of the user who replies',
    examples: ['Acme Support'],
  }),
  signature: optionalText(10_000).meta({
    description: 'Text below each reply, or null',
    examples: ['Acme Support · acme.example'],
  }),
  send_delay: z
    .int()
    .min(0)
    .max(60)
    .meta({
      description: 'Seconds for which a reply waits, and within which its redaction cancels it',
      examples: [10],
    }),
  on_unknown: UnknownOutcome,
  subaddressing: z
    .boolean()
    .describe(
      'Whether the server delivers mail to `support+anything@example.com` to this mailbox, as Google and Microsoft 365 do. Answers then ' +
        'go to an address with a token, by which they find their conversation; a server that does not would refuse them',
    ),
};

/** Such an id is a word, as a rule the name of a server (RFC 8601 section 2.2). */
export const AuthservId = text(255)
  .regex(/^[^\s;="()]+$/, 'must be an authserv-id, such as mx.example.com')
  .nullable()
  .meta({
    description:
      'The id that your mail server or provider writes into `Authentication-Results` of the mails that it takes, or null. With it, the ' +
      'topmost such field with this id proves the sender of a mail that is fetched, or comes by LMTP or from a provider; without it, a ' +
      'signature (DKIM) alone does. The server has to remove fields with its id that others have written (RFC 8601 section 5)',
    examples: ['mx.example.com'],
  });

/** Characters of the text of an acknowledgement. */
const ACKNOWLEDGEMENT_MAX = 2_000;

export const MailboxAcknowledgement = z
  .object({
    enabled: z.boolean().describe('Whether acknowledgements are sent'),
    text: nullableString(
      'Text of the acknowledgement, or null for the default',
      'We have received your message and answer within a day.',
    ),
  })
  .meta({
    id: 'MailboxAcknowledgement',
    description: 'The automatic answer to the first mail of a conversation',
  });

export const MailboxAcknowledgementInput = z
  .object({
    enabled: z.boolean().describe('Whether acknowledgements are sent'),
    text: optionalText(ACKNOWLEDGEMENT_MAX)
      .default(null)
      .meta({
        description: 'Text of the acknowledgement; by default that the mail was received',
        examples: ['We have received your message and answer within a day.'],
      }),
  })
  .describe(
    'The automatic answer to the first mail of a conversation, once a day for each address, and only where the domain of the sender ' +
      'proves that it sent the mail. It has neither the subject nor the text of that mail. Off by default',
  );

export const MailboxAliases = z
  .array(Email)
  .max(20)
  .meta({
    description: 'Further addresses of the mailbox',
    examples: [['help@example.com']],
  });

export const Mailbox = component('Mailbox', 'A mailbox through which replies leave', {
  id: idOf('mailbox'),
  ...mailboxFields,
  address: string('Address of the mailbox, from which replies are sent', 'support@example.com'),
  aliases: z
    .array(z.string().meta({ examples: ['help@example.com'] }))
    .describe('Further addresses of the mailbox'),
  from_name: nullableString(
    'Name beside the address of the sender, or null for that of the user',
    'Acme Support',
  ),
  signature: nullableString('Text below each reply, or null', 'Acme Support · acme.example'),
  send_delay: integer('Seconds for which a reply waits, and within which its redaction cancels it', 10),
  limits: MailboxLimits,
  acknowledgement: MailboxAcknowledgement,
  transport: Transport,
  authserv_id: nullableString(
    'The id of whose `Authentication-Results` prove senders, or null',
    'mx.example.com',
  ),
  receiving: Receiving.nullable().describe('How a provider hands over mails that arrive, or null'),
  import: MailboxImport.nullable().describe('The import of older mails from its IMAP server, or null'),
  status: changesByItself(MailboxStatus),
  status_reason: changesByItself(MailboxStatusReason.nullable().describe('Why it is disconnected, or null')),
  last_sent_at: changesByItself(Timestamp.nullable().describe('Time at which a mail was last sent, or null')),
  last_received_at: changesByItself(
    Timestamp.nullable().describe('Time at which a mail that arrived was last read, or null'),
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Mailbox = z.output<typeof Mailbox>;
