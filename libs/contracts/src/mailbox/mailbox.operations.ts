import { z } from 'zod';
import { changesByItself, component, string } from '../documented.ts';
import { defineOperation } from '../operation.ts';
import { anyInbox, anyOf, listQuery } from '../page.ts';
import { defineResource } from '../resource.ts';
import {
  AuthservId,
  Mailbox,
  MailboxAcknowledgementInput,
  MailboxAliases,
  mailboxFields,
  MailboxLimitsInput,
  MailboxStatus,
} from './mailbox.schema.ts';
import { Timestamp } from '../schema.ts';
import { MailboxImportInput } from './import.schema.ts';
import { ReceivingInput } from './receiving.schema.ts';
import { TransportInput } from './transport.schema.ts';

const mailboxes = defineResource('mailbox', Mailbox, {
  path: '/v1/mailboxes',
  read: 'conversations:read',
  write: 'mailboxes:manage',
});
const MailboxParams = mailboxes.params;

const writable = {
  ...mailboxFields,
  aliases: MailboxAliases,
  limits: MailboxLimitsInput,
  acknowledgement: MailboxAcknowledgementInput,
  transport: TransportInput,
  authserv_id: AuthservId,
  receiving: ReceivingInput,
  import: MailboxImportInput,
};

/** What an admin sets; the rest is what the server answers. */
const WritableStatus = MailboxStatus.exclude(['disconnected']).meta({
  id: 'WritableMailboxStatus',
  description: '`disabled` holds mails back, for three days at most; `connected` tries again at once',
});

export const createMailbox = mailboxes.create({
  description:
    'Replies of users leave through it in the conversations that have its id as `mailbox_id`. In test mode only the transport ' +
    '`sandbox` is possible, which sends nothing. A workspace can have 100 mailboxes in each mode; beyond that, `too_many_items` is ' +
    'returned. Emits `mailbox.connected`.',
  body: z.object({
    ...writable,
    inbox_id: writable.inbox_id.default(null),
    address: writable.address.meta({ examples: ['orders@example.com'] }),
    aliases: writable.aliases.meta({ examples: [[]] }).default([]),
    from_name: writable.from_name.default(null),
    signature: writable.signature.default(null),
    send_delay: writable.send_delay.default(0),
    on_unknown: writable.on_unknown.default('hold'),
    subaddressing: writable.subaddressing.default(false),
    limits: writable.limits.prefault({}),
    authserv_id: writable.authserv_id.meta({ examples: [null] }).default(null),
    receiving: writable.receiving.default(null),
    import: writable.import.default(null),
    acknowledgement: writable.acknowledgement.default({ enabled: false, text: null }),
  }),
  errors: ['duplicate_value', 'too_many_items'],
});

export const listMailboxes = mailboxes.list({
  query: listQuery(['created_at', 'name'], {
    status: anyOf(MailboxStatus, {
      description: 'Status: `connected`, `disconnected` or `disabled`',
      examples: ['disconnected,disabled'],
    }),
    inbox: anyInbox,
  }),
});

export const getMailbox = mailboxes.get();

export const updateMailbox = mailboxes.update({
  description:
    'Changes only the fields that are sent; `transport`, `receiving`, `import`, `limits` and `acknowledgement` as a whole. The same `import` again begins one that is completed anew. What waits is sent with the new transport. ' +
    'Emits `mailbox.connected` if the status becomes `connected`.',
  body: z.object({ ...writable, status: WritableStatus }).partial(),
  errors: ['duplicate_value'],
});

export const deleteMailbox = mailboxes.delete({
  description:
    'What waits is not sent: its messages are `failed`. Conversations keep their messages, and their `mailbox_id` becomes ' +
    'null shortly after, with `conversation.updated`.',
});

export const MailboxProbe = component(
  'MailboxProbe',
  'The mails that a test has sent from a mailbox to itself, and what is known of their way back',
  {
    status: changesByItself(
      z
        .enum(['none', 'pending', 'passed', 'failed'])
        .describe(
          '`none`: the mailbox was not tested, or receives no mails; `pending`: mails are on their way; `failed`: at least one check has failed',
        ),
    ),
    started_at: changesByItself(Timestamp.nullable().describe('Time at which the mails were sent, or null')),
    checks: changesByItself(
      z
        .array(
          z.object({
            name: z
              .enum(['arrival', 'subaddressing', 'message_id', 'references', 'authentication'])
              .describe('What was checked'),
            status: z.enum(['pending', 'passed', 'failed', 'skipped']).describe('Its outcome'),
            detail: string('Outcome in words', 'It came back after 3 seconds.'),
          }),
        )
        .describe('The checks, in their order'),
    ),
  },
);
export type MailboxProbe = z.output<typeof MailboxProbe>;

export const testMailbox = defineOperation({
  id: 'mailbox.test',
  route: 'POST /v1/mailboxes/{mailbox_id}/test',
  scope: 'mailboxes:manage',
  summary: 'Test a mailbox',
  description:
    'Resolves the name of the server, connects, signs in, sends a mail from the mailbox to itself, and tells whether mails are signed ' +
    'in the name of a verified sending domain. Where the mailbox fetches its mails it also opens the inbox, with `imap_smtp` after ' +
    'signing in at the IMAP server (`receiving`). Returns 200 whatever the outcome; look at `checks`. A test that passes connects a mailbox that was disconnected. ' +
    'Where the mailbox receives its mails, `probe` tells what is known of the way back, at most once a minute anew; ' +
    'read it until it is no longer `pending`, which takes two minutes at most.',
  params: MailboxParams,
  response: component('MailboxTestResult', 'Result of testing a mailbox', {
    checks: z
      .array(
        z.object({
          name: z
            .enum(['dns', 'connection', 'tls', 'authentication', 'sending', 'receiving', 'signature'])
            .describe('What was checked'),
          status: z.enum(['passed', 'failed', 'skipped']).describe('Its outcome'),
          detail: string('Outcome in words', 'The server accepted the mail.'),
        }),
      )
      .describe('The checks, in their order; those after a failed one are skipped'),
    probe: MailboxProbe,
  }),
});

export const getMailboxProbe = defineOperation({
  id: 'mailbox.probe',
  route: 'GET /v1/mailboxes/{mailbox_id}/probe',
  scope: 'mailboxes:manage',
  summary: 'Retrieve the last probe of a mailbox',
  description:
    'Tells whether the mails of the last test have come back, whether subaddresses work, and what the way back has changed. While subaddresses ' +
    'do not work, answers go to the plain address, whatever `subaddressing` says.',
  params: MailboxParams,
  response: MailboxProbe,
});
