import type { ReceivingInput } from '@parley/contracts';
import {
  basic,
  EC_PUBLIC_KEY,
  formOf,
  mailgunSignature,
  openProviders,
  sesMessage,
  signedBySendGrid,
  snsKeys,
  snsMessage,
  TOPIC,
  type Endpoint,
  type Posted,
  type ReceivingBox,
} from './provider-server.fixture.ts';
import type { ProviderServer } from './provider-server.ts';

export const PASSWORD = '7rJ2mVx0q9TzLw4c';
export const KEY = 'key-3ax6xnjp29jd6fds4gc373sgvjxteol0';
export const INPUTS = {
  postmark: { type: 'postmark', password: PASSWORD },
  mailgun: { type: 'mailgun', signing_key: KEY },
  sendgrid: { type: 'sendgrid', signing_key: EC_PUBLIC_KEY },
  ses: { type: 'ses', topic_arn: TOPIC },
} as const satisfies Record<string, ReceivingInput>;
export type Type = keyof typeof INPUTS;
export const TYPES = Object.keys(INPUTS) as Type[];

const id = () => crypto.randomUUID();

export const fromPostmark = (mail: string, recipient: string, changes: object = {}): Posted => ({
  headers: { 'content-type': 'application/json', ...basic(PASSWORD) },
  body: JSON.stringify({
    FromName: 'Dana "D" Reyes',
    FromFull: { Email: 'dana@customer.example', Name: 'Dana', MailboxHash: '' },
    OriginalRecipient: recipient,
    MessageID: id(),
    Headers: [{ Name: 'X-"odd', Value: '\\' }],
    TextBody: 'Hello',
    RawEmail: mail,
    Attachments: [{ Name: 'a.txt', Content: 'SGk=', ContentLength: 2 }],
    ...changes,
  }),
});

export const fromMailgun = (mail: string, recipient: string, signature = mailgunSignature(KEY)): Posted =>
  formOf({ recipient, sender: 'dana@customer.example', 'body-mime': mail, ...signature });

export const fromSendGrid = (mail: string | Uint8Array, recipient: string): Posted =>
  signedBySendGrid(
    formOf({
      headers: 'Received: by mx',
      envelope: JSON.stringify({ to: [recipient], from: 'dana@customer.example' }),
      email: mail,
      charsets: '{"to":"UTF-8"}',
    }),
  );

export const receiptFor = (recipient: string, action: object = { type: 'SNS', encoding: 'UTF8' }) => ({
  receipt: { recipients: [recipient], action },
});
export const fromSes = (mail: string, recipient: string): Posted =>
  snsMessage({ Message: sesMessage(mail, receiptFor(recipient)) });

export const POSTS: Readonly<Record<Type, (mail: string, recipient: string) => Posted>> = {
  postmark: fromPostmark,
  mailgun: fromMailgun,
  sendgrid: fromSendGrid,
  ses: fromSes,
};

/** {mail_url} with an SNS that answers at once, unless it is down. */
export async function openMailUrl() {
  const providers = await openProviders();
  const sns = { asked: [] as unknown[][], isDown: false };
  const answer = <T>(value: T) =>
    sns.isDown ? Promise.reject(new Error('no route')) : Promise.resolve(value);
  const endpoint: Endpoint = {
    keyOf: (...args) => {
      sns.asked.push(args);
      return answer(snsKeys.publicKey);
    },
    confirm: (...args) => {
      sns.asked.push(args);
      return answer(undefined);
    },
  };
  const server = await providers.serve(endpoint);
  async function post(
    { path }: Pick<ReceivingBox, 'path'>,
    { headers, body }: Posted,
    at: ProviderServer = server,
  ) {
    const response = await fetch(at.url + path, { method: 'POST', headers, body });
    const json = (await response.json()) as { status?: string; error?: { code: string; message: string } };
    return {
      status: response.status,
      outcome: json.status ?? json.error?.code,
      message: json.error?.message ?? '',
      retryAfter: response.headers.get('retry-after'),
    };
  }
  /** Ends what a test has begun. */
  function clear(): void {
    sns.asked.length = 0;
    sns.isDown = false;
    providers.reset();
  }
  return { ...providers, sns, endpoint, server, post, clear };
}
