import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import {
  ScriptedImapServer,
  type ImapScript,
} from '../../apps/mail/src/incoming/imap/scripted-imap-server.fixture.ts';
import { ScriptedSmtpServer } from '../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { messageId, messagesOf, readMails, unique } from './arriving-mails.ts';
import { operator } from './platform.ts';
import { subscribed } from './steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;

const open: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(open.map((server) => server.close())));

/** The two servers of a provider. */
async function provider(script: ImapScript = {}) {
  const [smtp, imap] = [await ScriptedSmtpServer.start(), await ScriptedImapServer.start({ script })];
  open.push(smtp, imap);
  return { smtp, imap };
}

/** Plain text is possible to the loopback addresses, which MAIL_ALLOW_CIDRS of the tests names. */
const at = ({ smtp, imap }: Awaited<ReturnType<typeof provider>>): api.TransportInput => ({
  type: 'imap_smtp',
  ...{ host: '127.0.0.1', port: smtp.port, security: 'none' },
  ...{ username: 'support', password: 'Rosebud-1941', imap_port: imap.port, imap_security: 'none' },
});

const create = (transport: api.TransportInput) =>
  live.call(api.createMailbox, {
    body: { name: 'Support', address: `${unique()}@desk.example`, transport },
  });

async function connect(transport: api.TransportInput): Promise<api.Mailbox> {
  const answer = await create(transport);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return (answer.body as unknown as { data: api.Mailbox }).data;
}

const read = async ({ id }: api.Mailbox) =>
  (await live.ok(api.getMailbox, { params: { mailbox_id: id } })).data;
const update = ({ id }: api.Mailbox, body: api.Input<typeof api.updateMailbox>['body']) =>
  live.ok(api.updateMailbox, { params: { mailbox_id: id }, body });
const test = async ({ id }: api.Mailbox) =>
  (await live.ok(api.testMailbox, { params: { mailbox_id: id } })).data.checks;

/** A mailbox that has connected to a new provider. */
async function receiving(changes: Partial<api.TransportInput> = {}) {
  const servers = await provider();
  const mailbox = await connect({ ...at(servers), ...changes });
  await eventually(() => servers.imap.idling === 1);
  return { ...servers, mailbox };
}

function mailTo({ address }: api.Mailbox, subject: string, from = `${unique()}@customer.example`): string {
  const head = [`From: Dana Reyes <${from}>`, `To: ${address}`, `Subject: ${subject}`];
  const fields = [`Message-ID: ${messageId()}`, `Date: ${new Date().toUTCString()}`];
  return [...head, ...fields, '', 'It has not arrived.', ''].join('\r\n');
}

describe('a mail in the inbox of an IMAP server', () => {
  it('begins a conversation, and stays unread there', async () => {
    const { imap, mailbox } = await receiving();
    imap.put(mailTo(mailbox, 'Where is my order?'));
    const [mail] = await readMails(live, mailbox, 1);
    expect(mail).toMatchObject({ status: 'delivered', mailbox_id: mailbox.id, from: { name: 'Dana Reyes' } });
    expect(await messagesOf(live, mail?.conversation_id ?? '')).toMatchObject([
      { body: 'It has not arrived.', email: { direction: 'incoming' } },
    ]);
    expect(imap.mails.map(({ flags }) => flags.size)).toEqual([0]);
    expect((await read(mailbox)).last_received_at).not.toBeNull();
  });

  it('arrives also if somebody has read it there', async () => {
    const { imap, mailbox } = await receiving();
    imap.put(mailTo(mailbox, 'Read at once'), { flags: ['\\Seen'] });
    expect(await readMails(live, mailbox, 1)).toMatchObject([
      { status: 'delivered', subject: 'Read at once' },
    ]);
  });

  it('is one message although the server gives it another UID', async () => {
    const { imap, mailbox } = await receiving();
    imap.put(mailTo(mailbox, 'One'));
    const [first] = await readMails(live, mailbox, 1);
    imap.renumber();
    imap.put(mailTo(mailbox, 'Two'));
    const mails = await readMails(live, mailbox, 2);
    expect(mails.map(({ status, subject }) => `${status} ${subject}`)).toEqual([
      'delivered One',
      'delivered Two',
    ]);
    expect(await messagesOf(live, first?.conversation_id ?? '')).toHaveLength(1);
    expect((await test(mailbox)).find(({ name }) => name === 'receiving')).toMatchObject({
      ...{ status: 'passed', detail: expect.stringContaining('other numbers') },
    });
  });

  it('that is too large is shown without a source, cannot be retried, and can be discarded', async () => {
    const { imap, mailbox } = await receiving();
    imap.script = { size: () => 40_000_000 };
    imap.put(mailTo(mailbox, 'All our photographs'));
    const [mail] = await readMails(live, mailbox, 1);
    expect(mail).toMatchObject({
      ...{ status: 'failed', reason: { code: 'too_large' }, subject: 'All our photographs' },
      ...{ from: { name: 'Dana Reyes' }, size: 40_000_000, source_url: null, conversation_id: null },
    });
    const params = { incoming_mail_id: mail?.id as api.Id<'incoming_mail'> };
    const refused = await live.call(api.retryIncomingMail, { params });
    expect(refusalOf(refused)).toBe('422 invalid_parameter incoming_mail_id');
    expect(JSON.stringify(refused.body)).toContain('it is at its mail server');
    expect((await live.ok(api.discardIncomingMail, { params })).data).toMatchObject({
      ...{ status: 'discarded', subject: null, from: null, source_url: null },
    });
  });

  it('is answered through the submission server, as the same user', async () => {
    const { smtp, imap, mailbox } = await receiving();
    const from = `${unique()}@customer.example`;
    imap.put(mailTo(mailbox, 'Where is my order?', from));
    const [mail] = await readMails(live, mailbox, 1);
    const params = { conversation_id: mail?.conversation_id as api.Id<'conversation'> };
    await live.ok(api.createMessage, { params, body: { body: 'On its way.' } });
    await eventually(() => smtp.mails.length === 1);
    expect(smtp.mails).toMatchObject([{ from: mailbox.address, to: [from] }]);
  });

  it('is deleted there if the mailbox says so', async () => {
    const { imap, mailbox } = await receiving({ after_receiving: 'delete' });
    imap.put(mailTo(mailbox, 'One'));
    await readMails(live, mailbox, 1);
    await eventually(() => imap.mails.length === 0);
  });
});

describe('the sender of a mail in the inbox', () => {
  it('is proven by what the server of the mailbox has found, and by no other server', async () => {
    const { imap, mailbox } = await receiving();
    const results = (id: string) =>
      `Authentication-Results: ${id}; dmarc=pass header.from=customer.example\r\n`;
    const verified = async (count: number) => {
      const mails = await readMails(live, mailbox, count);
      return mails.map(({ authentication }) => authentication?.verified);
    };
    imap.put(results('mx.provider.example') + mailTo(mailbox, 'Before'));
    expect(await verified(1)).toEqual([false]);
    const changed = await update(mailbox, { authserv_id: 'mx.provider.example' });
    expect(changed.data.authserv_id).toBe('mx.provider.example');
    await eventually(() => imap.idling === 1);
    imap.put(results('mx.provider.example') + mailTo(mailbox, 'Proven'));
    expect(await verified(2)).toEqual([false, true]);
    imap.put(results('mx.attacker.example') + mailTo(mailbox, 'Forged'));
    expect(await verified(3)).toEqual([false, true, false]);
  });

  it('cannot be proven by a server with an impossible name', async () => {
    const { mailbox } = await receiving();
    const params = { mailbox_id: mailbox.id };
    const refused = await live.call(api.updateMailbox, { params, body: { authserv_id: 'mx; dmarc=pass' } });
    expect(refusalOf(refused)).toBe('422 invalid_parameter authserv_id');
  });
});

describe('a mailbox that fetches its mails', () => {
  it('shows where, and keeps its secrets while both servers and the user stay the same', async () => {
    const servers = await provider();
    const { password: _, ...transport } = at(servers);
    const mailbox = await connect(at(servers));
    expect(mailbox).toMatchObject({
      last_received_at: null,
      transport: {
        ...{ type: 'imap_smtp', imap_host: '127.0.0.1', imap_port: servers.imap.port, imap_security: 'none' },
        ...{ after_receiving: 'leave', authentication: 'password' },
      },
    });
    await update(mailbox, { transport: { ...transport, after_receiving: 'delete' } });
    const elsewhere = { ...transport, imap_host: 'imap.elsewhere.example' };
    const refused = await live.call(api.updateMailbox, {
      params: { mailbox_id: mailbox.id },
      body: { transport: elsewhere },
    });
    expect(refusalOf(refused)).toBe('422 missing_parameter transport.password');
    expect(JSON.stringify(await read(mailbox))).not.toContain('Rosebud');
  });

  it.each([
    ['transport.username', { type: 'imap_smtp', host: 'mail.example' }],
    ['transport.password', { type: 'imap_smtp', host: 'mail.example', username: 'support' }],
    ['transport.authentication', { type: 'imap_smtp', host: 'mail.example', authentication: 'none' }],
    [
      'transport.imap_host',
      { type: 'imap_smtp', host: 'mail.example', username: 'a', password: 'b', imap_host: '169.254.169.254' },
    ],
  ])('names %s of a transport that cannot work', async (param, transport) => {
    expect(refusalOf(await create(transport as api.TransportInput))).toMatch(
      new RegExp(`^422 (?:invalid|missing)_parameter ${param}$`),
    );
  });

  it('is tested for both of its servers', async () => {
    const { imap, mailbox } = await receiving();
    expect((await test(mailbox)).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'dns passed',
      'connection passed',
      'tls skipped',
      'authentication passed',
      'sending passed',
      'receiving passed',
      'signature skipped',
    ]);
    imap.script = { login: 'NO [AUTHENTICATIONFAILED] Invalid credentials' };
    expect((await test(mailbox)).slice(-2)).toMatchObject([
      { name: 'receiving', status: 'failed', detail: expect.stringContaining('Invalid credentials') },
      { name: 'signature', status: 'skipped' },
    ]);
  });

  it('is disconnected with an event when its server refuses it, and connected by a new password', async () => {
    await using receiver = await subscribed(live, 'mailbox.disconnected');
    const servers = await provider({ login: 'NO [AUTHENTICATIONFAILED] Invalid credentials' });
    const mailbox = await connect(at(servers));
    const [disconnected] = await receiver.received('mailbox.disconnected');
    expect(disconnected?.body.data).toMatchObject({
      ...{ id: mailbox.id, status: 'disconnected' },
      status_reason: { code: 'authentication_failed', affects: 'receiving' },
    });
    servers.imap.script = {};
    await update(mailbox, { transport: { ...at(servers), password: 'new' } });
    await eventually(() => servers.imap.idling === 1);
    expect((await read(mailbox)).status).toBe('connected');
    servers.imap.put(mailTo(mailbox, 'One'));
    expect(await readMails(live, mailbox, 1)).toMatchObject([{ status: 'delivered' }]);
  });

  it('sends while its IMAP server refuses it, and stays disconnected until that does not', async () => {
    await using receiver = await subscribed(live, 'mailbox.disconnected');
    const servers = await provider({ login: 'NO [AUTHENTICATIONFAILED] Invalid credentials' });
    const mailbox = await connect(at(servers));
    await receiver.received('mailbox.disconnected');
    const body = { contact: { email: `${unique()}@customer.example` }, mailbox_id: mailbox.id };
    await live.ok(api.createConversation, { body: { ...body, message: { body: 'On its way.' } } });
    await eventually(() => servers.smtp.mails.length === 1);
    await eventually(async () => (await read(mailbox)).last_sent_at !== null);
    expect(await read(mailbox)).toMatchObject({
      ...{ status: 'disconnected', status_reason: { code: 'authentication_failed', affects: 'receiving' } },
    });
    servers.imap.script = {};
    await test(mailbox);
    expect(await read(mailbox)).toMatchObject({ status: 'connected', status_reason: null });
  });

  it('has no connection while it is disabled', async () => {
    const { imap, mailbox } = await receiving();
    await update(mailbox, { status: 'disabled' });
    await eventually(() => imap.openConnections === 0);
    imap.put(mailTo(mailbox, 'Meanwhile'));
    await update(mailbox, { status: 'connected' });
    expect(await readMails(live, mailbox, 1)).toMatchObject([{ status: 'delivered', subject: 'Meanwhile' }]);
  });
});
