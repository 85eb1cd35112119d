import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, type ApiClient } from '@parley/testing';
import { signed } from '../../../apps/mail/src/composing/dkim.ts';
import { ScriptedImapServer } from '../../../apps/mail/src/incoming/imap/scripted-imap-server.fixture.ts';
import { DnsServer } from '../../../libs/egress/src/dns-server.fixture.ts';
import {
  ScriptedSmtpServer,
  type ReceivedMail,
} from '../../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { freePorts } from '../../setup/services-process.mjs';
import {
  messageId,
  messagesOf,
  readMails,
  receivingMailbox,
  sendMail,
  unique,
  type TestMail,
} from '../arriving-mails.ts';
import { COPIES, reportOf, type Content } from './forged-contents.ts';
import { MailingPlatform } from './mailed.ts';

/** The key of every domain, which fits into one string of a record. */
const key = generateKeyPairSync('rsa', {
  modulusLength: 1_024,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
});
/** Every domain lets this machine send for it, and asks to refuse what is not aligned with it. */
const dns = await DnsServer.start(() => [], {
  texts: (name) => {
    if (name.startsWith('_dmarc.')) return 'v=DMARC1; p=reject; aspf=s; adkim=s';
    if (name.includes('._domainkey.')) return `v=DKIM1; k=rsa; p=${key.publicKey.toString('base64')}`;
    return 'v=spf1 ip4:127.0.0.1 -all';
  },
});
const [smtpPort = 0, systemPort = 0] = await freePorts(2);
const server = await ScriptedSmtpServer.start();
const platform = await MailingPlatform.start(
  { port: systemPort },
  {
    MAIL_LISTEN_PORT: String(smtpPort),
    NODE_OPTIONS: `--import ${join(import.meta.dirname, '../../setup/resolve-records.mjs')}`,
    TEST_NAME_SERVER: dns.address,
  },
);
const [workspace, elsewhere] = [await platform.operator.workspace(), await platform.operator.workspace()];
const { live } = workspace;

const table: Record<'case' | 'expected' | 'seen', string>[] = [];
afterAll(async () => {
  const widthOf = (name: 'case' | 'expected') => Math.max(...table.map((row) => row[name].length));
  for (const { case: name, expected, seen } of [
    { case: 'case', expected: 'expected', seen: 'seen' },
    ...table,
  ])
    process.stdout.write(
      `${name.padEnd(widthOf('case'))}  ${expected.padEnd(widthOf('expected'))}  ${seen}\n`,
    );
  await platform.close();
  await server.close();
  // The last test has closed it, if it ran.
  await dns.close().catch(() => undefined);
});

/** A conversation that a customer began by a proven mail and a user has answered. */
interface Answered {
  readonly client: ApiClient;
  readonly mailbox: api.Mailbox;
  readonly customer: string;
  readonly id: api.Id<'conversation'>;
  /** The mail of the customer, and the mail that answers it. */
  readonly first: TestMail & { id: string; date: Date };
  readonly sent: ReceivedMail;
  readonly reply: api.Id<'message'>;
}

async function answered(of = workspace): Promise<Answered> {
  const client = of.live;
  const mailbox = await receivingMailbox(of, server.port, { subaddressing: true });
  const customer = `${unique()}@customer.test`;
  const first = { from: customer, to: mailbox.address, id: messageId(), date: new Date() };
  await sendMail(first, smtpPort);
  const [mail] = await readMails(client, mailbox, 1);
  expect(mail).toMatchObject({ status: 'delivered', authentication: { verified: true, dmarc: 'pass' } });
  const id = mail?.conversation_id as api.Id<'conversation'>;
  const body = { body: 'It is on its way.' };
  const { data: reply } = await client.ok(api.createMessage, { params: { conversation_id: id }, body });
  const sent = await eventually(() => {
    const found = server.mails.find(({ to }) => to.includes(customer));
    if (found === undefined) throw new Error('nothing was sent');
    return found;
  });
  return { client, mailbox, customer, id, first, sent, reply: reply.id };
}

function fieldOf({ content }: ReceivedMail, name: string): string {
  const head =
    content
      .toString('latin1')
      .split('\r\n\r\n')[0]
      ?.replaceAll(/\r\n[ \t]+/g, ' ') ?? '';
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}
const ownId = (one: Answered) => fieldOf(one.sent, 'message-id');
const tokenAddress = (one: Answered) =>
  /<?([^<>\s]+\+r[a-z0-9]{20}@[^<>\s]+)>?$/.exec(fieldOf(one.sent, 'reply-to'))?.[1] ?? 'no token';
const tokenOf = (one: Answered) => /\+r[a-z0-9]{20}/.exec(tokenAddress(one))?.[0] ?? 'no token';
/** What an attacker sends: the reverse path is theirs, so that nothing proves the address of From. */
const forged = (mail: Partial<TestMail>): Partial<TestMail> => ({ envelopeFrom: ATTACKER, ...mail });
const ATTACKER = `${unique()}@attacker.test`;
const answers = (id: string) => [`In-Reply-To: ${id}`];

/** What became of the mail that arrived last in a mailbox, in words. */
async function seenOf(one: Answered, count: number): Promise<string> {
  const mail = (await readMails(one.client, one.mailbox, count)).at(-1) as api.IncomingMail;
  if (mail.status !== 'delivered') return `${mail.status} ${mail.reason?.code}`;
  if (mail.conversation_id !== one.id) return 'new conversation';
  const message = (await messagesOf(one.client, one.id)).find(({ id }) => id === mail.message_id);
  const { email, author } = message ?? {};
  const who = email?.is_participant === true ? 'participant' : 'other sender';
  const proof = email?.authentication?.verified === true ? 'proven' : 'not proven';
  return `added, ${author?.type} as ${who}, ${proof}`;
}

/** Nothing has changed for who takes part in a conversation, and nothing was sent to anybody else. */
async function expectNothingGained(one: Answered): Promise<void> {
  const params = { conversation_id: one.id };
  const { data: recipients } = await one.client.ok(api.listReplyRecipients, { params });
  const { to, cc } = recipients;
  expect([...to, ...cc].map(({ address }) => address)).toEqual([one.customer]);
  const receivers = server.mails.flatMap((mail) => mail.to);
  expect(receivers.filter((address) => address.endsWith('@attacker.test'))).toEqual([]);
}

type Attack = (one: Answered, other: Answered) => Partial<TestMail> | Promise<Partial<TestMail>>;

const UNPROVEN = 'added, contact as participant, not proven';
const STRANGER = 'added, contact as other sender, proven';
const CASES: readonly (readonly [string, string, Attack])[] = [
  [
    'the right From, no token and no reference',
    'new conversation',
    ({ customer }) => forged({ from: customer, subject: 'Re: Where is my order?' }),
  ],
  [
    'the right From and a reference of the customer, where DMARC fails with p=reject',
    'quarantined unverified_sender',
    ({ customer, first }) => forged({ from: customer, fields: answers(first.id) }),
  ],
  [
    'somebody else with a reference of the customer',
    'new conversation',
    ({ first }) => ({ from: ATTACKER, fields: answers(first.id) }),
  ],
  [
    'the right From and our Message-ID',
    UNPROVEN,
    (one) => forged({ from: one.customer, fields: answers(ownId(one)) }),
  ],
  [
    'the right From, our Message-ID and an added Cc',
    UNPROVEN,
    (one) => forged({ from: one.customer, fields: [...answers(ownId(one)), `Cc: ${ATTACKER}`] }),
  ],
  [
    'the right From, our Message-ID, Reply-To elsewhere',
    UNPROVEN,
    (one) => forged({ from: one.customer, fields: [...answers(ownId(one)), `Reply-To: ${ATTACKER}`] }),
  ],
  [
    'somebody else with our Message-ID and an added Cc',
    STRANGER,
    (one) => ({ from: ATTACKER, fields: [...answers(ownId(one)), `Cc: kim@attacker.test`] }),
  ],
  ['somebody else with the token', STRANGER, (one) => ({ from: ATTACKER, to: tokenAddress(one) })],
  [
    'a Message-ID like ours that we have not sent',
    'new conversation',
    (one) =>
      forged({
        from: one.customer,
        fields: answers(ownId(one).replace(/<.{26}/, '<0123456789abcdefghjkmnpqrs')),
      }),
  ],
  ['our Message-ID as its own', 'ignored own_copy', (one) => forged({ from: one.customer, id: ownId(one) })],
  [
    'the token of another workspace',
    'new conversation',
    (one, other) => ({
      from: ATTACKER,
      to: one.mailbox.address,
      fields: [`Delivered-To: ${one.mailbox.address.replace('@', `${tokenOf(other)}@`)}`],
    }),
  ],
  [
    'a Message-ID of another workspace',
    'new conversation',
    (one, other) => forged({ from: one.customer, fields: answers(ownId(other)) }),
  ],
  [
    'the address of the mailbox as From',
    'ignored own_copy',
    (one) => forged({ from: one.mailbox.address, fields: answers(ownId(one)) }),
  ],
  [
    'a report about a mail that we have not sent',
    'quarantined unknown_bounce',
    (one) => ({ from: 'MAILER-DAEMON@customer.test', envelopeFrom: '', ...reportOf(one.customer) }),
  ],
];

it.each(CASES)('a forged mail with %s gains nothing: %s', async (name, expected, attack) => {
  const [one, other] = [await answered(), await answered(elsewhere)];
  await sendMail({ from: one.customer, to: one.mailbox.address, ...(await attack(one, other)) }, smtpPort);
  const seen = await seenOf(one, 2);
  table.push({ case: name, expected, seen });
  expect(seen).toBe(expected);
  await expectNothingGained(one);
  await expectNothingGained(other);
  const params = { conversation_id: one.id, message_id: one.reply };
  expect((await live.ok(api.getMessage, { params })).data.delivery?.status).not.toBe('bounced');
});

it('a mail with the token of another conversation is in that one, as one of somebody else', async () => {
  const [one, other] = [await answered(), await answered()];
  await sendMail({ from: one.customer, to: tokenAddress(other) }, smtpPort);
  const seen = await seenOf(other, 2);
  table.push({ case: 'the token of another conversation', expected: STRANGER, seen });
  expect(seen).toBe(STRANGER);
  await expectNothingGained(one);
  await expectNothingGained(other);
});

it('a mail with a token of the other mode begins a conversation of its own', async () => {
  const one = await answered();
  const { test } = workspace;
  const body = { name: 'Test', address: `${unique()}@desk.example`, transport: { type: 'sandbox' } } as const;
  const { data: mailbox } = await test.ok(api.createMailbox, { body });
  const source = `From: ${one.customer}\r\nTo: ${mailbox.address.replace('@', `${tokenOf(one)}@`)}\r\nIn-Reply-To: ${ownId(one)}\r\n\r\nHi`;
  await test.ok(api.createIncomingMail, { body: { mailbox_id: mailbox.id, source } });
  const seen = await seenOf({ ...one, client: test, mailbox }, 1);
  table.push({ case: 'a token of the other mode', expected: 'new conversation', seen });
  expect(seen).toBe('new conversation');
  expect(await messagesOf(live, one.id)).toHaveLength(2);
});

it('a forged mail of a user is one of somebody else, who answers nobody', async () => {
  const one = await answered();
  const user = workspace.credentials.email;
  const mail = forged({ from: user, fields: [...answers(ownId(one)), `To: ${one.customer}`] });
  await sendMail({ to: one.mailbox.address, ...mail }, smtpPort);
  const seen = await seenOf(one, 2);
  const expected = 'added, contact as other sender, not proven';
  table.push({ case: 'the address of a user as From', expected, seen });
  expect(seen).toBe(expected);
  expect(server.mails.filter(({ to }) => to.includes(one.customer))).toHaveLength(1);
  await expectNothingGained(one);
});

it.each(COPIES)(
  'a forged copy with another %s that comes before the mail that it imitates does not take its place',
  async (what, imitation, genuine) => {
    const one = await answered();
    const head = { from: one.customer, to: one.mailbox.address, id: messageId(), date: new Date() };
    const mailOf = ({ fields = [], answered: id = ownId(one), ...content }: Content) => ({
      ...{ ...head, ...content },
      fields: [...answers(id), ...fields],
    });
    await sendMail(forged(mailOf(imitation)) as TestMail, smtpPort);
    await readMails(live, one.mailbox, 2);
    await sendMail(mailOf(genuine), smtpPort);
    const seen = await seenOf(one, 3);
    const expected = 'added, contact as participant, proven';
    table.push({ case: `a forged first copy with another ${what}`, expected, seen });
    expect(seen).toBe(expected);
    // A further copy of the true mail is one, and is known by that.
    await sendMail(mailOf(genuine), smtpPort);
    expect(await seenOf(one, 4)).toBe('ignored duplicate');
    expect((await readMails(live, one.mailbox, 4)).at(-1)?.conversation_id).toBe(one.id);
    await expectNothingGained(one);
  },
);

it('a forged copy that was discarded before the mail that it imitates does not take its place', async () => {
  const one = await answered();
  const mail = { from: one.customer, to: one.mailbox.address, id: messageId(), date: new Date() };
  const fields = answers(one.first.id);
  await sendMail({ ...mail, ...forged({ fields }) }, smtpPort);
  expect(await seenOf(one, 2)).toBe('quarantined unverified_sender');
  const id = (await readMails(live, one.mailbox, 2)).at(-1)?.id as api.Id<'incoming_mail'>;
  await live.ok(api.discardIncomingMail, { params: { incoming_mail_id: id } });
  await sendMail({ ...mail, fields }, smtpPort);
  const seen = await seenOf(one, 3);
  const expected = 'added, contact as participant, proven';
  table.push({ case: 'a forged first copy that was discarded', expected, seen });
  expect(seen).toBe(expected);
  await expectNothingGained(one);
});

it('a mail that is imported after a forged copy of it is a message if its signature proves it', async () => {
  const imap = await ScriptedImapServer.start();
  try {
    const [from, to, id, date] = [
      `${unique()}@customer.test`,
      `${unique()}@desk.example`,
      messageId(),
      new Date(),
    ];
    const head = [`From: ${from}`, `To: ${to}`, `Message-ID: ${id}`, `Date: ${date.toUTCString()}`];
    const source = [...head, 'Subject: Where is my order?', '', 'Thank you.', ''].join('\r\n');
    const options = { domain: 'customer.test', selector: 's1', privateKey: key.privateKey };
    const bytes = await signed(Readable.from([Buffer.from(source)]), options, tmpdir());
    imap.put(Buffer.concat((await bytes.toArray()) as Buffer[]));
    const login = { username: 'support', password: 'Rosebud-1941' };
    const ports = { port: server.port, imap_port: imap.port };
    const transport: api.TransportInput = {
      ...{ type: 'imap_smtp', host: '127.0.0.1', security: 'none', imap_security: 'none' },
      ...{ ...login, ...ports },
    };
    const { data: mailbox } = await live.ok(api.createMailbox, {
      body: { name: 'Old', address: to, transport },
    });
    await sendMail({ to, id, date, ...forged({ from, body: 'Pay to another account.' }) }, smtpPort);
    const [imitation] = await readMails(live, mailbox, 1);
    const params = { mailbox_id: mailbox.id };
    await live.ok(api.updateMailbox, { params, body: { import: { since: '2025-01-01' } } });
    const genuine = (await readMails(live, mailbox, 2)).find((mail) => mail.id !== imitation?.id);
    const seen = genuine?.reason?.code ?? genuine?.status ?? '';
    table.push({ case: 'a forged copy before an import', expected: 'delivered', seen });
    expect(seen).toBe('delivered');
    expect(await messagesOf(live, genuine?.conversation_id ?? '')).toMatchObject([{ body: 'Thank you.' }]);
  } finally {
    await imap.close();
  }
});

// The last one: nobody can ask a name server any more.
it('a copy of which nobody can tell whether it is genuine is a message once it is released', async () => {
  await dns.close();
  const mailbox = await receivingMailbox(workspace);
  const mail = { from: `dana@${unique()}.test`, to: mailbox.address, id: messageId(), date: new Date() };
  for (const body of ['The first one.', 'The second one.']) await sendMail({ ...mail, body }, smtpPort);
  const [first, copy] = await readMails(live, mailbox, 2);
  expect(copy).toMatchObject({ status: 'quarantined', reason: { code: 'unproven_copy' } });
  const params = { incoming_mail_id: copy?.id as api.Id<'incoming_mail'> };
  await live.ok(api.releaseIncomingMail, { params });
  const released = await eventually(async () => {
    const { data } = await live.ok(api.getIncomingMail, { params });
    return data.status === 'delivered' ? data : Promise.reject(new Error(JSON.stringify(data)));
  });
  expect(released.message_id).not.toBe(first?.message_id);
  const [message] = await messagesOf(live, released.conversation_id as string);
  expect(message?.body).toBe('The second one.');
});
