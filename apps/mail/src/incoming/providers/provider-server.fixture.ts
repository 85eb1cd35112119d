import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { AddressLimiter, MemoryState } from '@parley/authentication';
import type { ReceivingInput } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { randomBase32 } from '@parley/mail-text';
import { Credentials } from '../../mailboxes/credentials.ts';
import { MailboxRow } from '../../mailboxes/mailbox.entity.ts';
import { storeMailbox, type StoredMailbox } from '../../mailboxes/mailbox.fixture.ts';
import { replaceAddresses, setReceiver } from '../../mailboxes/mailboxes.queries.ts';
import { receiverOf } from '../../mailboxes/receiving.rules.ts';
import { arrivals, keepIn, openArrivals } from '../arrivals.fixture.ts';
import { MailboxAddresses } from '../mailbox-addresses.ts';
import { Admission, ADMISSION, type AdmissionLimits } from './admission.ts';
import { mailgun } from './mailgun.ts';
import { postmark } from './postmark.ts';
import { ProviderConfig } from './provider.config.ts';
import { ProviderMails } from './provider-mails.ts';
import { ProviderServer } from './provider-server.ts';
import { Receivers } from './receivers.ts';
import { sendgrid } from './sendgrid.ts';
import { Ses } from './ses.ts';
import { signedText, type SnsMessage } from './sns/sns-message.rules.ts';

/** What is posted. */
export interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** A mailbox whose mails a provider hands over, at `path`. */
export interface ReceivingBox extends StoredMailbox {
  readonly path: string;
}

export type Endpoint = ConstructorParameters<typeof Ses>[0];

/** {mail_url} of a mail service whose file service keeps mails in memory. */
export async function openProviders() {
  const { store, contents, files, drain, acceptor } = await openArrivals();
  const { db, app } = store;
  const credentials = app.get(Credentials);
  const logger = app.get<Logger>(LOGGER);
  const servers: ProviderServer[] = [];

  async function serve(endpoint: Endpoint, limits: Partial<AdmissionLimits> = {}): Promise<ProviderServer> {
    const config = new ProviderConfig({
      ...{ MAIL_HTTP_PORT: '0', MAIL_HTTP_HOST: '127.0.0.1', DRAIN_DELAY: '0s', DRAIN_TIMEOUT: '1s' },
    });
    const receivers = new Receivers(db, new MailboxAddresses(db), credentials);
    const providers = { postmark, mailgun, sendgrid, ses: new Ses(endpoint, logger) };
    const admission = new Admission({ ...ADMISSION, ...limits });
    const mails = new ProviderMails(receivers, acceptor, providers, admission);
    const limiter = new AddressLimiter(new MemoryState(), 'mail', 100_000);
    const server = new ProviderServer(config, mails, limiter, logger, { install: () => Promise.resolve() });
    await server.onApplicationBootstrap();
    servers.push(server);
    return server;
  }

  /** A mailbox that receives by a provider; with `beside` in the workspace of another one. */
  async function receiving(input: ReceivingInput, beside?: StoredMailbox): Promise<ReceivingBox> {
    const { row, ctx } = await storeMailbox(store, {}, undefined, beside?.ctx);
    const { receiving: stored, secret } = receiverOf(input, null, {
      isTest: false,
      newToken: () => randomBase32(26),
    });
    const encrypted = credentials.encryptReceiving(row.id, secret);
    await db.transaction(ctx, async (tx) => {
      await tx.update(MailboxRow, row, { receiving: stored, encrypted_receiving_secret: encrypted });
      await tx.query(setReceiver, [row.id, stored.token]);
      await tx.query(replaceAddresses, [row.id, [row.address]]);
    });
    return { row, ctx, path: `/providers/${stored.token}` };
  }

  async function close(): Promise<void> {
    for (const server of servers) await server.beforeApplicationShutdown();
    await drain();
    await store.close();
  }
  const reset = () => (files.receive = keepIn(contents));
  return { store, files, reset, serve, receiving, close, ...arrivals(store, contents) };
}

/** A form as providers post it. */
export function formOf(fields: Readonly<Record<string, string | Uint8Array>>): Posted {
  const boundary = 'xYzZY';
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
    Buffer.from(value as Uint8Array),
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(body),
  };
}

export const basic = (password: string, user = 'any'): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** What Mailgun signs. */
export function mailgunSignature(key: string, at = Date.now(), token = randomBase32(50)) {
  const timestamp = String(Math.floor(at / 1_000));
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  return { timestamp, token, signature };
}

export const ecKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const EC_PUBLIC_KEY = ecKeys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

/** A form with the signature of a security policy of SendGrid. */
export function signedBySendGrid({ headers, body }: Posted, key: KeyObject = ecKeys.privateKey): Posted {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = sign(
    'sha256',
    Buffer.concat([Buffer.from(timestamp), Buffer.from(body as Uint8Array)]),
    key,
  );
  return {
    body,
    headers: {
      ...headers,
      'x-twilio-email-event-webhook-signature': signature.toString('base64'),
      'x-twilio-email-event-webhook-timestamp': timestamp,
    },
  };
}

export const snsKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:incoming-mail';
export const CERTIFICATE_URL =
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a1b2c3d4e5f60718293a4b5c6d7e8f9.pem';

/** A message of SNS, signed unless `changes` has a signature. */
export function snsMessage(changes: Partial<SnsMessage>, key: KeyObject = snsKeys.privateKey): Posted {
  const message: SnsMessage = {
    ...{ Type: 'Notification', MessageId: crypto.randomUUID(), TopicArn: TOPIC, Message: '' },
    ...{ Timestamp: new Date().toISOString(), SignatureVersion: '2', SigningCertURL: CERTIFICATE_URL },
    ...{ Signature: '', ...changes },
  };
  const algorithm = message.SignatureVersion === '1' ? 'sha1' : 'sha256';
  const signature = sign(algorithm, Buffer.from(signedText(message)), key).toString('base64');
  return {
    headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': message.Type },
    body: JSON.stringify({ ...message, Signature: changes.Signature ?? signature }),
  };
}

/** What SES tells of a mail. */
export const sesMessage = (content: string, changes: object = {}): string =>
  JSON.stringify({
    notificationType: 'Received',
    mail: { messageId: randomBase32(20), source: 'dana@customer.example', destination: [] },
    receipt: { recipients: [], action: { type: 'SNS', topicArn: TOPIC, encoding: 'UTF8' } },
    content,
    ...changes,
  });
