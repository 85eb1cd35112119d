import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import { ScriptedImapServer } from '../../apps/mail/src/incoming/imap/scripted-imap-server.fixture.ts';
import { ScriptedSmtpServer } from '../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { messageId, messagesOf, readMails, unique } from './arriving-mails.ts';
import { operator } from './platform.ts';

const workspace = await operator.workspace();
const { live } = workspace;
let smtp: ScriptedSmtpServer;
let imap: ScriptedImapServer;
beforeAll(async () => {
  [smtp, imap] = [await ScriptedSmtpServer.start(), await ScriptedImapServer.start()];
});
afterAll(() => Promise.all([smtp.close(), imap.close()]));

const transport = (): api.TransportInput => ({
  type: 'imap_smtp',
  ...{ host: '127.0.0.1', port: smtp.port, security: 'none' },
  ...{ username: 'support', password: 'Rosebud-1941', imap_port: imap.port, imap_security: 'none' },
});
const address = `${unique()}@desk.example`;
const dana = `dana.${unique()}@customer.example`;
const day = (nth: number) => new Date(`2025-03-0${nth}T10:00:00.000Z`);

interface OldMail {
  readonly subject: string;
  readonly date: Date;
  readonly from?: string;
  readonly id?: string;
  readonly fields?: readonly string[];
}

/** Puts a mail into the folder of the server, to which it came at the date. */
function put({ subject, date, from = dana, id = messageId(), fields = [] }: OldMail): string {
  const head = [`From: ${from}`, `To: ${address}`, `Subject: ${subject}`, `Message-ID: ${id}`];
  const lines = [...head, `Date: ${date.toUTCString()}`, ...fields, '', 'It has not arrived.', ''];
  imap.put(lines.join('\r\n'), { date });
  return id;
}

const completed = (mailbox: api.Mailbox) =>
  eventually(async () => {
    const { data } = await live.ok(api.getMailbox, { params: { mailbox_id: mailbox.id } });
    if (data.import?.status !== 'completed') throw new Error(JSON.stringify(data.import));
    return data.import;
  });
const mailOf = async (mailbox: api.Mailbox, subject: string) => {
  const query = { mailbox: mailbox.id, per_page: '100' };
  const { data } = await live.ok(api.listIncomingMails, { query });
  return data.filter((one) => one.subject === subject);
};
const conversationOf = async ({ conversation_id: id }: api.IncomingMail) =>
  (await live.ok(api.getConversation, { params: { conversation_id: id as api.Id<'conversation'> } })).data;

describe('the import of an old mailbox', () => {
  let mailbox: api.Mailbox;
  let answerId: string;
  beforeAll(async () => {
    put({ subject: 'Too old', date: new Date('2024-12-31T10:00:00Z') });
    const first = put({ subject: 'Where is my order?', date: day(1) });
    put({
      subject: 'Re: Where is my order?',
      date: day(2),
      from: address,
      fields: [`In-Reply-To: ${first}`],
    });
    answerId = put({ subject: 'It has come', date: day(3), fields: [`References: ${first}`] });
    put({
      subject: 'Undeliverable',
      date: day(4),
      from: 'mailer-daemon@mx.example',
      fields: ['Return-Path: <>'],
    });
    for (let nth = 0; nth < 7; nth += 1)
      put({ subject: `Invoice ${nth}`, date: day(5), from: 'bills@bank.example' });
    const body: api.Input<typeof api.createMailbox>['body'] = {
      ...{ name: 'Support', address, transport: transport(), import: { since: '2025-01-01' } },
      acknowledgement: { enabled: true },
    };
    mailbox = (await live.ok(api.createMailbox, { body })).data;
    expect(mailbox.import).toEqual({
      ...{ since: '2025-01-01T00:00:00.000Z', status: 'pending', imported: 0, completed_at: null },
    });
  });

  it('makes closed conversations of what came since its time, with the dates of the mails', async () => {
    expect(await completed(mailbox)).toMatchObject({ imported: 9, completed_at: expect.any(String) });
    expect(await mailOf(mailbox, 'Too old')).toEqual([]);
    const [first] = await mailOf(mailbox, 'Where is my order?');
    expect(first).toMatchObject({
      status: 'delivered',
      acknowledgement: null,
      received_at: day(1).toISOString(),
    });
    expect(await conversationOf(first as api.IncomingMail)).toMatchObject({
      ...{ status: 'closed', subject: 'Where is my order?', mailbox_id: mailbox.id, assignee: null },
      ...{ created_at: day(1).toISOString(), closed_at: day(3).toISOString() },
      ...{ last_message_at: day(3).toISOString(), messages_count: 2, waiting_since: null },
      contact: { email: dana },
    });
    const messages = await messagesOf(live, first?.conversation_id ?? '');
    expect(messages.map(({ created_at: at }) => at)).toEqual([day(1).toISOString(), day(3).toISOString()]);
    expect(messages.map(({ author }) => author.type)).toEqual(['contact', 'contact']);
  });

  it('takes no mail of the mailbox and no report for one of a customer, and many of one sender for no flood', async () => {
    await completed(mailbox);
    expect(await mailOf(mailbox, 'Re: Where is my order?')).toMatchObject([
      { status: 'ignored', reason: { code: 'own_copy' } },
    ]);
    expect(await mailOf(mailbox, 'Undeliverable')).toMatchObject([
      { status: 'ignored', reason: { code: 'past_report' } },
    ]);
    expect(await mailOf(mailbox, 'Invoice 6')).toMatchObject([{ status: 'delivered' }]);
  });

  it('sends nothing, and tells nobody of new work', async () => {
    await completed(mailbox);
    // What arrives now has events: those of the import would be before them.
    const from = `${unique()}@customer.example`;
    put({ subject: 'Arriving now', date: new Date(), from });
    const [now] = await eventually(async () => {
      const found = await mailOf(mailbox, 'Arriving now');
      if (found[0]?.status !== 'delivered') throw new Error('it has not arrived');
      return found;
    });
    const [first] = await mailOf(mailbox, 'Where is my order?');
    const events = await eventually(async () => {
      const { data } = await live.ok(api.listEvents, { query: { per_page: '100' } });
      const text = JSON.stringify(data);
      if (!text.includes(String(now?.message_id))) throw new Error('the event is not in the log');
      return text;
    });
    expect(events).not.toContain(first?.conversation_id);
    expect(events).not.toContain('"incoming_mail.quarantined"');
    expect(smtp.mails).toEqual([]);
  });

  it('makes nothing twice when it is begun again', async () => {
    await completed(mailbox);
    const before = await readMails(live, mailbox, 1);
    const params = { mailbox_id: mailbox.id };
    const { data } = await live.ok(api.updateMailbox, { params, body: { import: { since: '2025-01-01' } } });
    expect(data.import).toMatchObject({ status: 'pending', imported: 0 });
    expect(await completed(mailbox)).toMatchObject({ imported: 0 });
    const after = await readMails(live, mailbox, 1);
    expect(after.filter(({ status }) => status === 'delivered').length).toBe(
      before.filter(({ status }) => status === 'delivered').length,
    );
    const [first] = await mailOf(mailbox, 'Where is my order?');
    expect(await messagesOf(live, first?.conversation_id ?? '')).toHaveLength(2);
  });

  it('knows the answer to a mail that it has imported, which reopens the conversation', async () => {
    await completed(mailbox);
    put({ subject: 'Once more', date: new Date(), fields: [`In-Reply-To: ${answerId}`] });
    const [mail] = await eventually(async () => {
      const found = await mailOf(mailbox, 'Once more');
      if (found[0]?.status !== 'delivered') throw new Error('it has not arrived');
      return found;
    });
    const [first] = await mailOf(mailbox, 'Where is my order?');
    expect(mail?.conversation_id).toBe(first?.conversation_id);
    expect(await conversationOf(mail as api.IncomingMail)).toMatchObject({
      status: 'open',
      messages_count: 3,
    });
  });

  it('is ended by null, and what it has made stays', async () => {
    await completed(mailbox);
    const params = { mailbox_id: mailbox.id };
    const { data } = await live.ok(api.updateMailbox, { params, body: { import: null } });
    expect(data.import).toBeNull();
    expect(await mailOf(mailbox, 'Invoice 0')).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('an import is refused', () => {
  const refused = async (body: Partial<api.Input<typeof api.createMailbox>['body']>) => {
    const mailbox = { name: 'Support', address: `${unique()}@desk.example`, transport: transport(), ...body };
    return refusalOf(await live.call(api.createMailbox, { body: mailbox }));
  };

  it('of a mailbox that does not read over IMAP', async () => {
    const byPassword = { type: 'smtp', host: '127.0.0.1', port: smtp.port, security: 'none' } as const;
    const body = { transport: byPassword, import: { since: '2025-01-01' } };
    expect(await refused(body)).toBe('422 invalid_parameter import');
  });

  it('from a time on that is in the future, or is none', async () => {
    expect(await refused({ import: { since: '2999-01-01' } })).toBe('422 invalid_parameter import.since');
    expect(await refused({ import: { since: 'yesterday' } })).toBe('422 invalid_parameter import.since');
  });
});
