import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  listIncomingMails,
  listMessages,
  uuidOf,
  type Conversation,
  type IncomingMail,
  type Mailbox,
} from '@parley/contracts';
import { eventually } from '@parley/testing';
import { ImapFlow } from 'imapflow';
import { valueOf, type ReadPart } from '../../apps/mail/src/composing/composed.fixture.ts';
import { freePorts } from '../setup/services-process.mjs';
import { answering, Customer } from './mail/customer.ts';
import { dovecot } from './mail/dovecot.ts';
import { ACCOUNT, MailServerProcess } from './mail/mail-server-process.ts';
import { Mailing } from './mail/mailing.ts';
import { postfixBefore } from './mail/postfix.ts';

const PEOPLE = {
  support: ['references', 'subaddresses', 'renumbered', 'junk', 'restarted'].map(
    (name) => `${name}@desk.test`,
  ),
  customers: ['dana', 'kim', 'lee', 'noor', 'sam'].map((name) => `${name}@customer.test`),
};
const MAILS_EACH_WAY = 5;

let mailboxes: MailServerProcess;
let server: MailServerProcess;
let mailing: Mailing;

beforeAll(async () => {
  const [lmtpPort = 0, authPort = 0] = await freePorts(2);
  const people = [...PEOPLE.support, ...PEOPLE.customers];
  mailboxes = await MailServerProcess.start(dovecot({ lmtpPort, authPort, people }));
  const domains = ['desk.test', 'customer.test'];
  server = await MailServerProcess.start(postfixBefore({ lmtpPort, authPort, domains }));
  const bundle = `${server.authorityFile}.all`;
  const authorities = [server, mailboxes].map(({ authorityFile }) => readFile(authorityFile, 'utf8'));
  await writeFile(bundle, (await Promise.all(authorities)).join('\n'));
  mailing = await Mailing.start({
    settingsOf: (key): Record<string, string> => (key === 'mail 0' ? { NODE_EXTRA_CA_CERTS: bundle } : {}),
  });
});
afterAll(async () => {
  await mailing.close();
  await server.close();
  await mailboxes.close();
});

const customer = (name: string) => new Customer(`${name}@customer.test`, server.port, mailboxes);

/** A mailbox whose mails are fetched from now on. */
async function fetching(name: string): Promise<Mailbox> {
  const address = `${name}@desk.test`;
  const mailbox = await mailing.connectMailbox(
    {
      type: 'imap_smtp',
      ...{ host: '127.0.0.1', port: server.port, security: 'starttls' },
      ...{ username: address, password: ACCOUNT.password },
      ...{ imap_port: mailboxes.port, imap_security: 'starttls' },
    },
    { address },
  );
  await eventually(async () => (await uidValidity(mailbox)) !== undefined);
  return mailbox;
}

async function uidValidity({ id }: Mailbox): Promise<string | undefined> {
  const [folder] = await mailing.sql<{ uid_validity: string }>(
    'select uid_validity from mail.imap_folder where mailbox_id = $1',
    [uuidOf('mailbox', id)],
  );
  return folder?.uid_validity;
}

/** All mails of a mailbox, oldest first, once they are those with the subjects and each of them was read. */
const arrived = (mailbox: Mailbox, ...subjects: string[]): Promise<IncomingMail[]> =>
  eventually(async () => {
    const query = { mailbox: mailbox.id, sort: 'created_at', order: 'asc' } as const;
    const { data } = await mailing.live.ok(listIncomingMails, { query });
    const found = data.map(({ subject, status }) => `${subject} ${status}`);
    expect(found).toEqual(subjects.map((subject) => `${subject} delivered`));
    return data;
  });

/** The messages of a conversation in their order, once there are so many. */
const messages = (id: Conversation['id'], count: number) =>
  eventually(async () => {
    const query = { sort: 'created_at', order: 'asc', per_page: '100' } as never;
    const { data } = await mailing.live.ok(listMessages, { params: { conversation_id: id }, query });
    expect(data).toHaveLength(count);
    return data;
  });

describe('a conversation through Postfix and Dovecot', () => {
  it.each([
    [
      'by what its answers refer to',
      'references',
      'dana',
      (mail: ReadPart, to: string) => ({ to, fields: answering(mail) }),
    ],
    [
      'by the address that its answers go to alone',
      'subaddresses',
      'kim',
      (mail: ReadPart) => ({ to: valueOf(mail, 'Reply-To').replaceAll(/^.*<|>$/g, '') }),
    ],
  ])('of ten mails both ways stays one, %s', async (_, name, person, answer) => {
    const mailbox = await fetching(name);
    const writer = customer(person);
    const expected: string[] = [];
    let letter: Omit<Parameters<Customer['write']>[0], 'body'> = { to: mailbox.address };
    for (let nth = 1; nth <= MAILS_EACH_WAY; nth += 1) {
      await writer.write({ ...letter, body: `Question ${nth}` });
      expected.push(`Question ${nth}`);
      const mails = await eventually(async () => {
        const { data } = await mailing.live.ok(listIncomingMails, { query: { mailbox: mailbox.id } });
        expect(data.map(({ status }) => status)).toEqual(Array.from({ length: nth }, () => 'delivered'));
        return data;
      });
      const ids = new Set(mails.map(({ conversation_id: id }) => id));
      expect(ids.size).toBe(1);
      const id = [...ids][0] as Conversation['id'];
      const reply = await mailing.reply({ id }, { body: `Answer ${nth}.` });
      expect(await mailing.delivered(reply)).toMatchObject({
        status: 'sent',
        recipients: [{ address: writer.address }],
      });
      expected.push(`Answer ${nth}.`);
      letter = answer(await writer.received(`Answer ${nth}.`), mailbox.address);
    }
    const [mail] = (await mailing.live.ok(listIncomingMails, { query: { mailbox: mailbox.id } })).data;
    const found = await messages(mail?.conversation_id as Conversation['id'], expected.length);
    expect(found.map(({ body }) => body)).toEqual(expected);
    expect(found.map(({ email }) => email?.is_participant ?? true)).not.toContain(false);
    expect(writer.mails).toHaveLength(MAILS_EACH_WAY);
  });
});

describe('a mailbox at Dovecot', () => {
  it('whose mails get other UIDs has nothing twice and loses nothing', async () => {
    const mailbox = await fetching('renumbered');
    const writer = customer('lee');
    await writer.write({ to: mailbox.address, subject: 'One', body: 'One' });
    await arrived(mailbox, 'One');
    await writer.write({ to: mailbox.address, subject: 'Two', body: 'Two' });
    await arrived(mailbox, 'One', 'Two');
    const before = await uidValidity(mailbox);
    // What arrives meanwhile has one of the new UIDs too.
    await mailing.change(mailbox, { status: 'disabled' });
    await writer.write({ to: mailbox.address, subject: 'Three', body: 'Three' });
    const maildir = `${mailbox.address}/Maildir`;
    await eventually(() => mailboxes.mailsOf(maildir).some((source) => source.includes('Subject: Three')));
    await mailboxes.kill();
    await mailboxes.removeFiles(maildir, /^dovecot/);
    await mailboxes.run();
    await mailing.change(mailbox, { status: 'connected' });
    await arrived(mailbox, 'One', 'Two', 'Three');
    expect(await uidValidity(mailbox)).not.toBe(before);
    await writer.write({ to: mailbox.address, subject: 'Four', body: 'Four' });
    await arrived(mailbox, 'One', 'Two', 'Three', 'Four');
  });

  it('gets what is moved from the spam folder to the inbox, once', async () => {
    const mailbox = await fetching('junk');
    const writer = customer('noor');
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port: mailboxes.port, secure: false, doSTARTTLS: true, logger: false },
      auth: { user: mailbox.address, pass: ACCOUNT.password },
      tls: { ca: await readFile(mailboxes.authorityFile, 'utf8') },
    });
    await client.connect();
    try {
      const spam = [`From: ${writer.address}`, `To: ${mailbox.address}`, 'Subject: No spam'];
      const fields = ['Message-ID: <no-spam@customer.test>', `Date: ${new Date(0).toUTCString()}`];
      await client.append('Junk', [...spam, ...fields, '', 'Hello', ''].join('\r\n'), [], new Date(0));
      await writer.write({ to: mailbox.address, subject: 'One', body: 'One' });
      await arrived(mailbox, 'One');
      await client.mailboxOpen('Junk');
      expect(await client.messageMove('1:*', 'INBOX')).toBeTruthy();
      await arrived(mailbox, 'One', 'No spam');
      await writer.write({ to: mailbox.address, subject: 'Two', body: 'Two' });
      await arrived(mailbox, 'One', 'No spam', 'Two');
    } finally {
      await client.logout();
    }
  });

  it('goes on after its server was started again', async () => {
    const mailbox = await fetching('restarted');
    const writer = customer('sam');
    for (const [nth, subjects] of [['One'], ['One', 'Two'], ['One', 'Two', 'Three']].entries()) {
      if (nth > 0) {
        await mailboxes.kill();
        await mailboxes.run();
      }
      const subject = subjects.at(-1) ?? '';
      await writer.write({ to: mailbox.address, subject, body: subject });
      await arrived(mailbox, ...subjects);
    }
    expect((await mailing.mailbox(mailbox)).status).toBe('connected');
  });
});
