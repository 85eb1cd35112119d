import { z } from 'zod';
import { changesByItself, component, integer, nullableString, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { MailAddress, MessageDeliveryStatus } from '../message/message.schema.ts';
import { defineOperation } from '../operation.ts';
import { anyMailbox, anyOf, listQuery } from '../page.ts';
import { defineResource } from '../resource.ts';
import { CreatedAt, text, Timestamp, UpdatedAt } from '../schema.ts';
import { IncomingMailType, MailAuthentication } from './incoming-mail.schema.ts';

const IncomingMailStatus = z
  .enum(['stored', 'importing', 'delivered', 'quarantined', 'ignored', 'failed', 'discarded'])
  .meta({
    id: 'IncomingMailStatus',
    description:
      'What became of a mail. `stored`: not read yet; `importing`: the same of a mail of the past; `delivered`: it is a message; `quarantined`: held back, until it is ' +
      'released or discarded, for 90 days at most; `ignored`: it is no message, such as a copy of one or a report about a mail that was ' +
      'sent; `failed`: it could not be read or recorded, and can be retried, or it was too large to be stored; `discarded`: by a user, or after 90 days',
  });
export type IncomingMailStatus = z.output<typeof IncomingMailStatus>;

export const IncomingMail = component('IncomingMail', 'A mail that arrived at a mailbox', {
  id: idOf('incoming_mail'),
  mailbox_id: idOf('mailbox').describe('Id of the mailbox that it came to, which may have been deleted'),
  status: changesByItself(IncomingMailStatus),
  reason: z
    .object({
      code: string('Machine-readable cause', 'flood'),
      message: string('Cause in words', 'More than 20 mails came from the address within 10 minutes.'),
    })
    .nullable()
    .describe('Why it is quarantined, ignored or failed; or null'),
  type: IncomingMailType.nullable().describe('Kind of mail; null until it was read'),
  from: MailAddress.nullable().describe(
    'The sender that its header names; null until it was read, and without one',
  ),
  to: z
    .array(z.string().meta({ examples: ['support@example.com'] }))
    .describe('The addresses that it was delivered to'),
  subject: nullableString('Subject line, or null', 'Where is my order?'),
  size: integer('Size of its source in bytes, as far as it is known', 4_711),
  authentication: MailAuthentication.nullable().describe(
    'What is known of its sender; null until it was read',
  ),
  conversation_id: idOf('conversation')
    .nullable()
    .describe('Id of the conversation that it became a message of, or null'),
  message_id: idOf('message').nullable().describe('Id of the message that it became, or null'),
  acknowledgement: changesByItself(
    z
      .object({
        status: z
          .enum(['withheld', ...MessageDeliveryStatus.options])
          .describe('`withheld`: none is sent, for the `reason`; else what became of it'),
        reason: nullableString('Machine-readable cause of withholding it, or null', 'unauthenticated'),
      })
      .nullable()
      .describe(
        'The acknowledgement of the mail; null if it began no conversation, or the mailbox sends none',
      ),
  ),
  source_url: nullableString(
    'Signed, expiring URL of the mail as it arrived, issued anew at every read; null once it is deleted, and for a mail that was not stored',
    'https://files.example.com/f',
  ),
  received_at: Timestamp.describe(
    'Time at which it was stored, or at which its server got it if it was imported',
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type IncomingMail = z.output<typeof IncomingMail>;

const incomingMails = defineResource('incoming_mail', IncomingMail, {
  path: '/v1/incoming_mails',
  read: 'mailboxes:manage',
  write: 'mailboxes:manage',
});

/** Characters of a mail that a sandbox receives: its line ends may be CRLF or LF. */
const SOURCE_MAX = 65_536;

export const createIncomingMail = incomingMails.create({
  summary: 'Receive a mail in a sandbox',
  description:
    'Has a sandbox receive a mail, as if it had arrived: it is read soon, and what becomes of it is what would become of it in a mailbox. ' +
    'Only for a mailbox with the transport `sandbox`.',
  errors: ['file_too_large'],
  body: z.object({
    mailbox_id: idOf('mailbox').describe('Id of the mailbox'),
    source: text(SOURCE_MAX).meta({
      description: 'The mail with its header fields (RFC 5322)',
      examples: ['From: Dana Reyes <dana@example.com>\nSubject: Where is my order?\n\nIt has not arrived.'],
    }),
  }),
});

export const listIncomingMails = incomingMails.list({
  summary: 'List incoming mails',
  query: listQuery(['created_at'], {
    status: anyOf(IncomingMailStatus, {
      description:
        'Status: `stored`, `importing`, `delivered`, `quarantined`, `ignored`, `failed` or `discarded`',
      examples: ['quarantined,failed'],
    }),
    mailbox: anyMailbox,
  }),
});

export const getIncomingMail = incomingMails.get({ summary: 'Retrieve an incoming mail' });

const action = (verb: 'release' | 'discard' | 'retry', summary: string, description: string) =>
  defineOperation({
    id: `incoming_mail.${verb}`,
    route: `POST /v1/incoming_mails/{incoming_mail_id}/${verb}`,
    scope: 'mailboxes:manage',
    summary,
    description,
    params: incomingMails.params,
    errors: ['invalid_parameter'],
    response: IncomingMail,
  });

export const releaseIncomingMail = action(
  'release',
  'Release a mail from quarantine',
  'The mail becomes a message soon, unless it cannot be read or no contact can be made of its sender: it is held back again then. ' +
    'If it was held back as `spam` or `flood`, its sender gets a sender rule that allows it. Only for one with the status `quarantined`; others are returned as they are.',
);

export const discardIncomingMail = action(
  'discard',
  'Discard an incoming mail',
  'The mail and its source are deleted, and a copy of it that arrives later is ignored. Only for one with the status `quarantined` or ' +
    '`failed`; others are returned as they are.',
);

export const retryIncomingMail = action(
  'retry',
  'Retry an incoming mail',
  'The mail is read again. Only for one with the status `failed`; others are returned as they are. Refused for a mail without a source, ' +
    'such as one that is too large: it is at its mail server.',
);
