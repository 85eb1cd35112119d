import * as api from '@parley/contracts';
import { eventually, type ApiClient, type TestWorkspace } from '@parley/testing';
import { createTransport } from 'nodemailer';
import { smtpPort } from './platform.ts';

export const unique = (): string => crypto.randomUUID();

/** A mail of a test: its lines, with the fields that every mail has unless they are given. */
export interface TestMail {
  readonly from?: string;
  readonly to: string | readonly string[];
  readonly subject?: string;
  readonly id?: string;
  readonly date?: Date;
  readonly fields?: readonly string[];
  readonly body?: string;
  /** The reverse path, if not the address of From. */
  readonly envelopeFrom?: string;
}

export const messageId = (): string => `<${unique()}@customer.example>`;

/**
 * Sends a mail to the listener of the platform, as another mail server does, and answers its source. Rejects with the answer of the
 * server that refuses it.
 */
export async function sendMail(mail: TestMail, port = smtpPort): Promise<string> {
  const {
    from = `${unique()}@customer.example`,
    to,
    subject = 'Where is my order?',
    id = messageId(),
  } = mail;
  const { date = new Date(), fields = [], body = 'It has not arrived.', envelopeFrom = from } = mail;
  const recipients = [to].flat();
  const head = [`From: ${from}`, `To: ${recipients.join(', ')}`, `Subject: ${subject}`, `Message-ID: ${id}`];
  const raw = [...head, `Date: ${date.toUTCString()}`, ...fields, '', body, ''].join('\r\n');
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from: envelopeFrom, to: recipients }, raw });
    return raw;
  } finally {
    transport.close();
  }
}

/** A mailbox that can receive, since its address belongs to it alone. */
export async function receivingMailbox(
  { live }: TestWorkspace,
  port = 1,
  fields: Partial<api.Input<typeof api.createMailbox>['body']> = {},
): Promise<api.Mailbox> {
  const transport = { type: 'smtp', host: '127.0.0.1', port, security: 'none' } as const;
  const body = { name: 'Support', address: `${unique()}@desk.example`, transport, ...fields };
  return (await live.ok(api.createMailbox, { body })).data;
}

/** The mails of a mailbox that have been read, oldest first, once there are so many. */
export function readMails(live: ApiClient, mailbox: api.Mailbox, count: number): Promise<api.IncomingMail[]> {
  return eventually(async () => {
    const query = { mailbox: mailbox.id, sort: 'created_at', order: 'asc' } as const;
    const { data } = await live.ok(api.listIncomingMails, { query });
    const done = data.filter(({ status }) => status !== 'stored' && status !== 'importing');
    if (done.length < count) throw new Error(`${done.length} of ${count} are read: ${JSON.stringify(data)}`);
    return done;
  });
}

export async function messagesOf(live: ApiClient, conversation: string): Promise<api.Message[]> {
  const params = { conversation_id: conversation as api.Id<'conversation'> };
  return (await live.ok(api.listMessages, { params, query: { sort: 'created_at', order: 'asc' } as never }))
    .data;
}
