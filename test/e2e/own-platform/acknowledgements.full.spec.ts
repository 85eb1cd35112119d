import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, type ApiClient, type TestWorkspace } from '@parley/testing';
import { DnsServer } from '../../../libs/egress/src/dns-server.fixture.ts';
import { freePorts } from '../../setup/services-process.mjs';
import { messageId, readMails, sendMail, unique, type TestMail } from '../arriving-mails.ts';
import { MailingPlatform } from './mailed.ts';

/** All mails of the tests come from this machine, which may send for every domain but one. */
const dns = await DnsServer.start(() => [], {
  texts: (name) => {
    if (name.startsWith('_dmarc.')) return 'v=DMARC1; p=reject';
    return name === 'forged.test' ? 'v=spf1 -all' : 'v=spf1 ip4:127.0.0.1 -all';
  },
});

interface Desk {
  readonly platform: MailingPlatform;
  readonly workspace: TestWorkspace;
  readonly port: number;
  readonly domain: string;
}

const [portA = 0, portB = 0, systemPort = 0] = await freePorts(3);

async function deskAt(domain: string, port: number): Promise<Desk> {
  const platform = await MailingPlatform.start(
    { port: systemPort },
    {
      MAIL_LISTEN_PORT: String(port),
      MAIL_CLIENT_NAME: domain,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, '../../setup/resolve-records.mjs')}`,
      TEST_NAME_SERVER: dns.address,
    },
  );
  return { platform, workspace: await platform.operator.workspace(), port, domain };
}

/** Two installations, each of which sends its mails to the other one. */
const [one, other] = await Promise.all([deskAt('one.test', portA), deskAt('other.test', portB)]);
afterAll(async () => {
  await Promise.all([one.platform.close(), other.platform.close()]);
  await dns.close();
});

const live = ({ workspace }: Desk): ApiClient => workspace.live;

/** A mailbox whose mails go to the other installation. */
async function mailboxOf(
  desk: Desk,
  acknowledgement: api.Input<typeof api.createMailbox>['body']['acknowledgement'] = { enabled: true },
): Promise<api.Mailbox> {
  const port = desk === one ? other.port : one.port;
  const transport = { type: 'smtp', host: '127.0.0.1', port, security: 'none' } as const;
  const body = { name: 'Support', address: `${unique()}@${desk.domain}`, transport, acknowledgement };
  return (await live(desk).ok(api.createMailbox, { body })).data;
}

/** The acknowledgement of the last of `count` mails, once something has become of it. */
async function acknowledged(desk: Desk, mailbox: api.Mailbox, count = 1) {
  await readMails(live(desk), mailbox, count);
  return eventually(async () => {
    const { acknowledgement } = (await readMails(live(desk), mailbox, count)).at(-1) as api.IncomingMail;
    if (acknowledgement?.status === 'queued') throw new Error('it is queued');
    return acknowledgement;
  });
}

const send = (desk: Desk, mailbox: api.Mailbox, mail: Partial<TestMail> = {}) =>
  sendMail({ from: `${unique()}@customer.test`, to: mailbox.address, ...mail }, desk.port);

async function contentOf(desk: Desk, mail: api.IncomingMail | undefined): Promise<api.MailContent> {
  const params = {
    conversation_id: mail?.conversation_id as api.Id<'conversation'>,
    message_id: mail?.message_id as api.Id<'message'>,
  };
  return (await live(desk).ok(api.getMessageEmail, { params })).data;
}

const fieldOf = ({ headers }: api.MailContent, name: string) =>
  headers.find((field) => field.name.toLowerCase() === name)?.value;

describe('an acknowledgement', () => {
  it('answers the first mail of a conversation, with nothing that its sender has written', async () => {
    const mailbox = await mailboxOf(one, { enabled: true, text: 'We answer within a day.' });
    const customer = await mailboxOf(other, { enabled: false });
    const mail = {
      from: `"Buy at evil.example" <${customer.address}>`,
      envelopeFrom: customer.address,
      id: messageId(),
      subject: 'Look at evil.example',
      body: 'Look at evil.example',
    };
    await send(one, mailbox, mail);
    expect(await acknowledged(one, mailbox)).toEqual({ status: 'sent', reason: null });
    const [received] = await readMails(live(other), customer, 1);
    expect(received).toMatchObject({
      ...{ type: 'automatic', subject: 'We have received your message', acknowledgement: null },
      // The null reverse-path is proven by the name in the greeting.
      authentication: { verified: true, spf: 'pass' },
    });
    const content = await contentOf(other, received);
    expect(JSON.stringify(content.headers)).not.toContain('evil');
    expect(fieldOf(content, 'auto-submitted')).toBe('auto-replied');
    expect(fieldOf(content, 'in-reply-to')).toBe(mail.id);
    const source = await (await fetch(content.source_url ?? '')).text();
    expect(source).toContain('We answer within a day.');
    expect(source).not.toContain('evil');
    // It is no message, and a further mail of the conversation gets none.
    const [first] = await readMails(live(one), mailbox, 1);
    await send(one, mailbox, { from: customer.address, fields: [`In-Reply-To: ${mail.id}`] });
    const [, second] = await readMails(live(one), mailbox, 2);
    expect(second).toMatchObject({ conversation_id: first?.conversation_id, acknowledgement: null });
    const params = { conversation_id: first?.conversation_id as api.Id<'conversation'> };
    expect((await live(one).ok(api.getConversation, { params })).data.messages_count).toBe(2);
  });

  it('of two desks that acknowledge each other ends after one of each', async () => {
    const [mine, theirs] = [await mailboxOf(one), await mailboxOf(other)];
    await send(one, mine, { from: theirs.address });
    await send(other, theirs, { from: mine.address });
    const automatic = { type: 'automatic', acknowledgement: { status: 'withheld', reason: 'not_ordinary' } };
    for (const [desk, mailbox] of [
      [one, mine],
      [other, theirs],
    ] as const) {
      const mails = await readMails(live(desk), mailbox, 2);
      expect(mails).toHaveLength(2);
      expect(mails).toContainEqual(expect.objectContaining(automatic));
      await eventually(async () =>
        expect(await readMails(live(desk), mailbox, 2)).toContainEqual(
          expect.objectContaining({ type: 'ordinary', acknowledgement: { status: 'sent', reason: null } }),
        ),
      );
    }
  });

  it('is sent once a day to an address, however many conversations it begins', async () => {
    const mailbox = await mailboxOf(one);
    const customer = await mailboxOf(other, { enabled: false });
    await send(one, mailbox, { from: customer.address });
    expect(await acknowledged(one, mailbox)).toMatchObject({ status: 'sent' });
    await send(one, mailbox, { from: customer.address.replace('@', '+again@') });
    expect(await acknowledged(one, mailbox, 2)).toEqual({ status: 'withheld', reason: 'over_budget' });
  });

  it.each([
    ['a newsletter', { fields: ['List-Unsubscribe: <https://news.example/>'] }, 'not_ordinary'],
    ['an out-of-office notice', { fields: ['Auto-Submitted: auto-replied'] }, 'not_ordinary'],
    ['a mail without a reverse path', { envelopeFrom: '' }, 'not_ordinary'],
    ['a forged sender', { from: 'dana@forged.test' }, 'unauthenticated'],
    ['an address that nobody reads', { from: 'no-reply@customer.test' }, 'role_address'],
  ])('is not sent to %s', async (_what, mail, reason) => {
    const mailbox = await mailboxOf(one);
    await send(one, mailbox, mail);
    expect(await acknowledged(one, mailbox)).toEqual({ status: 'withheld', reason });
  });

  it('that bounces is shown so, and has no answer', async () => {
    const mailbox = await mailboxOf(one);
    const customer = await mailboxOf(other, { enabled: false });
    await send(one, mailbox, { from: customer.address });
    await acknowledged(one, mailbox);
    const content = await contentOf(other, (await readMails(live(other), customer, 1))[0]);
    const body = [
      ...['--b', 'Content-Type: text/plain', '', 'It could not be delivered.'],
      ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.other.test', ''],
      ...[`Final-Recipient: rfc822; ${customer.address}`, 'Action: failed', 'Status: 5.1.1'],
      ...['--b', 'Content-Type: message/rfc822', '', `Message-ID: ${fieldOf(content, 'message-id')}`, '', ''],
      '--b--',
    ].join('\r\n');
    const fields = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    ];
    await send(one, mailbox, { from: 'mailer-daemon@other.test', envelopeFrom: '', fields, body });
    const [first, bounce] = await readMails(live(one), mailbox, 2);
    expect(bounce).toMatchObject({ status: 'ignored', reason: { code: 'bounce' }, acknowledgement: null });
    expect(first).toMatchObject({ acknowledgement: { status: 'bounced', reason: 'recipient_unknown' } });
  });

  it('is off unless the mailbox has it on', async () => {
    const mailbox = await mailboxOf(one, { enabled: false });
    await send(one, mailbox);
    expect(await acknowledged(one, mailbox)).toBeNull();
    const stored = (await live(one).ok(api.getMailbox, { params: { mailbox_id: mailbox.id } })).data;
    expect(stored.acknowledgement).toEqual({ enabled: false, text: null });
  });
});

describe('a flood of forged mails', () => {
  it('does not hold back those that are proven to be of the sender', async () => {
    const mailbox = await mailboxOf(one, { enabled: false });
    const from = `${unique()}@customer.test`;
    for (let at = 0; at < 6; at += 1)
      await send(one, mailbox, { from, envelopeFrom: `${unique()}@forged.test` });
    const forged = await readMails(live(one), mailbox, 6);
    expect(forged.at(-1)).toMatchObject({ reason: { code: 'flood' }, authentication: { verified: false } });
    await send(one, mailbox, { from });
    expect((await readMails(live(one), mailbox, 7)).at(-1)).toMatchObject({ status: 'delivered' });
  });
});
