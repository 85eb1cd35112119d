import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { updateMailbox, type Mailbox } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { read, valueOf } from '../../apps/mail/src/composing/composed.fixture.ts';
import { exim } from './mail/exim.ts';
import { ACCOUNT, MailServerProcess, type MailServerProgram } from './mail/mail-server-process.ts';
import { Mailing } from './mail/mailing.ts';
import { opensmtpd } from './mail/opensmtpd.ts';
import { postfix } from './mail/postfix.ts';

// What a server that has accepted a mail tells later, as a bounce, arrives at the server of the mailbox: the product reads no mails yet.

const PROGRAMS = [postfix, exim, opensmtpd];
const servers = new Map<MailServerProgram, MailServerProcess>();
let mailing: Mailing;

beforeAll(async () => {
  for (const program of PROGRAMS) servers.set(program, await MailServerProcess.start(program));
  const [first] = servers.values();
  if (first === undefined) throw new Error('no server');
  const bundle = `${first.authorityFile}.all`;
  const authorities = [...servers.values()].map(({ authorityFile }) => readFile(authorityFile, 'utf8'));
  await writeFile(bundle, (await Promise.all(authorities)).join('\n'));
  mailing = await Mailing.start({
    settingsOf: (key): Record<string, string> => (key === 'mail 0' ? { NODE_EXTRA_CA_CERTS: bundle } : {}),
  });
});
afterAll(async () => {
  await mailing.close();
  for (const server of servers.values()) await server.close();
});

describe.each(PROGRAMS)('through $name', (program) => {
  const server = () => servers.get(program) as MailServerProcess;
  const addressOf = (person: string) => `${person}@${program.name}.test`;
  const transport = (password = ACCOUNT.password) => {
    const where = { type: 'smtp', host: '127.0.0.1', port: server().port } as const;
    return program.isSecured
      ? { ...where, security: 'starttls' as const, username: ACCOUNT.username, password }
      : { ...where, security: 'none' as const };
  };
  const connect = () => mailing.connectMailbox(transport());
  /** The mails in all mailboxes of the server with this text. */
  const arrived = (text: string) => server().mails.filter(({ source }) => source.includes(text));
  const received = (text: string, count = 1) =>
    eventually(() => {
      const found = arrived(text);
      expect(found).toHaveLength(count);
      return found.map(({ source }) => read(source.replaceAll(/\r?\n/g, '\r\n')));
    });

  it('replies arrive with the headers by which an answer finds its conversation', async () => {
    const mailbox = await connect();
    const conversation = await mailing.converse(mailbox, addressOf('dana'));
    const texts = [crypto.randomUUID(), crypto.randomUUID()] as const;
    for (const text of texts) {
      const message = await mailing.reply(conversation, { body: `Hello ${text}.` });
      expect(await mailing.delivered(message)).toMatchObject({ status: 'sent', error: null });
    }
    const [first] = await received(texts[0]);
    const [second] = await received(texts[1]);
    if (first === undefined || second === undefined) throw new Error('a mail is missing');
    const idsIn = (name: string, mail = second) => valueOf(mail, name).split(' ');
    for (const mail of [first, second]) {
      for (const name of ['Message-ID', 'From', 'Date', 'Reply-To', 'References'])
        expect([name, mail.fields.filter(([field]) => field === name).length]).toEqual([name, 1]);
      expect(valueOf(mail, 'Message-ID')).toMatch(/^<[\da-hjkmnp-tv-z]{26}@desk\.example>$/);
      const [local = ''] = mailbox.address.split('@');
      expect(valueOf(mail, 'Reply-To')).toMatch(new RegExp(`<?${local}\\+r[\\da-z]{20}@desk\\.example>?$`));
      expect(valueOf(mail, 'From')).toContain(`<${mailbox.address}>`);
    }
    expect(valueOf(first, 'In-Reply-To')).toBe('');
    expect(idsIn('In-Reply-To')).toEqual(idsIn('Message-ID', first));
    expect(idsIn('References')).toEqual([...idsIn('Message-ID', first), ...idsIn('Message-ID')]);
    expect(valueOf(second, 'Subject')).toBe('Re: Where is my order?');
    expect(valueOf(second, 'Reply-To')).toBe(valueOf(first, 'Reply-To'));
  });

  it('a recipient whom it does not know fails, and the other one of the mail gets it', async () => {
    const conversation = await mailing.converse(await connect(), addressOf('dana'));
    const text = crypto.randomUUID();
    const email = { to: [addressOf('nobody'), addressOf('kim')] };
    const message = await mailing.reply(conversation, { body: text, email });
    const delivery = await mailing.delivered(message);
    expect(delivery).toMatchObject({
      status: 'failed',
      error: { code: 'recipient_unknown' },
      recipients: [
        { address: addressOf('nobody'), status: 'failed', error: { code: 'recipient_unknown' } },
        { address: addressOf('kim'), status: 'sent', error: null },
      ],
    });
    if (program === postfix) expect(delivery.error).toMatchObject({ smtp_status: '5.1.1' });
    await received(text);
    expect(arrived(text).map(({ person }) => person)).toEqual(['kim']);
  });

  it('a reply that it defers is sent later, once', async () => {
    const conversation = await mailing.converse(await connect(), addressOf('dana'));
    const text = crypto.randomUUID();
    await server().greylist(true);
    const message = await mailing.reply(conversation, { body: text });
    await eventually(async () =>
      expect(await mailing.delivery(message)).toMatchObject({
        status: 'queued',
        error: { code: 'temporarily_refused', smtp_status: '4.7.1' },
      }),
    );
    expect(arrived(text)).toEqual([]);
    await server().greylist(false);
    expect(await mailing.delivered(message)).toMatchObject({ status: 'sent', error: null });
    await received(text);
  });

  it('a mailbox is disconnected while it is away, and what waited arrives when it is back, in order', async () => {
    const mailbox = await connect();
    const conversation = await mailing.converse(mailbox, addressOf('dana'));
    const text = crypto.randomUUID();
    await server().kill();
    const messages = [];
    for (const nth of [1, 2, 3])
      messages.push(await mailing.reply(conversation, { body: `Reply ${nth} ${text}` }));
    const { status_reason: reason } = await mailing.becomes(mailbox, 'disconnected');
    expect(reason).toMatchObject({ code: 'connection_refused' });
    expect((await mailing.delivery(messages[0] as never)).status).toBe('queued');
    const typesOf = async () => (await mailing.events(mailbox.id)).map(({ event }) => event);
    await eventually(async () =>
      expect(await typesOf()).toEqual(['mailbox.connected', 'mailbox.disconnected']),
    );
    await server().run();
    await mailing.becomes(mailbox, 'connected');
    for (const message of messages) expect((await mailing.delivered(message)).status).toBe('sent');
    const ids = (await received(text, 3)).map((mail) => valueOf(mail, 'References').split(' '));
    // Each mail refers to those before it, whatever the order of the files.
    expect(ids.map(({ length }) => length).toSorted()).toEqual([1, 2, 3]);
    await eventually(async () =>
      expect(await typesOf()).toEqual(['mailbox.connected', 'mailbox.disconnected', 'mailbox.connected']),
    );
  });

  if (program.isSecured)
    it('a mailbox with a wrong password is disconnected at once, and sends with the right one', async () => {
      const mailbox: Mailbox = await mailing.connectMailbox(transport('wrong'));
      const text = crypto.randomUUID();
      const message = await mailing.reply(await mailing.converse(mailbox, addressOf('dana')), { body: text });
      const disconnected = await mailing.becomes(mailbox, 'disconnected');
      expect(disconnected.status_reason).toMatchObject({ code: 'authentication_failed' });
      expect((await mailing.delivery(message)).status).toBe('queued');
      await mailing.live.ok(updateMailbox, {
        params: { mailbox_id: mailbox.id },
        body: { transport: transport(), status: 'connected' },
      });
      expect((await mailing.delivered(message)).status).toBe('sent');
      await received(text);
    });
});
