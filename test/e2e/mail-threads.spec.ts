import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import {
  ScriptedSmtpServer,
  type ReceivedMail,
} from '../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import {
  messageId,
  messagesOf,
  readMails,
  receivingMailbox,
  sendMail,
  unique,
  type TestMail,
} from './arriving-mails.ts';
import { operator } from './platform.ts';

const workspace = await operator.workspace();
const { live } = workspace;
let server: ScriptedSmtpServer;
beforeAll(async () => {
  server = await ScriptedSmtpServer.start();
});
afterAll(() => server.close());

/** A conversation that a contact began by mail and a user has answered, with the mail of that answer. */
async function answered() {
  const mailbox = await receivingMailbox(workspace, server.port, { subaddressing: true });
  const contact = `${unique()}@customer.example`;
  await sendMail({ from: contact, to: mailbox.address });
  const [mail] = await readMails(live, mailbox, 1);
  const conversation = mail?.conversation_id as api.Id<'conversation'>;
  const params = { conversation_id: conversation };
  const { data: reply } = await live.ok(api.createMessage, { params, body: { body: 'It is on its way.' } });
  const sent = await eventually(() => {
    const found = server.mails.find(({ to }) => to.includes(contact));
    if (found === undefined) throw new Error('nothing was sent');
    return found;
  });
  const message = async () =>
    (await live.ok(api.getMessage, { params: { ...params, message_id: reply.id } })).data;
  const status = async () => (await live.ok(api.getConversation, { params })).data.status;
  const update = (body: api.Input<typeof api.updateConversation>['body']) =>
    live.ok(api.updateConversation, { params, body });
  /** The mail that arrives next, and becomes of it. */
  const next = async (arriving: Partial<TestMail>, count = 2) => {
    await sendMail({ from: contact, to: mailbox.address, ...arriving });
    return (await readMails(live, mailbox, count)).at(-1) as api.IncomingMail;
  };
  return { mailbox, contact, conversation, sent, message, status, update, next };
}

/** A field of a mail as it was sent, without its folding. */
function fieldOf({ content }: ReceivedMail, name: string): string {
  const head =
    content
      .toString('latin1')
      .split('\r\n\r\n')[0]
      ?.replaceAll(/\r\n[ \t]+/g, ' ') ?? '';
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}

describe('the answer of a contact', () => {
  it('is found by the Message-ID that it answers', async () => {
    const { conversation, sent, next } = await answered();
    const mail = await next({ fields: [`In-Reply-To: ${fieldOf(sent, 'message-id')}`] });
    expect(mail).toMatchObject({ status: 'delivered', conversation_id: conversation });
  });

  it('is found by the address that it goes to, where its program refers to nothing', async () => {
    const { conversation, sent, next } = await answered();
    const [, address] = /<?([^<>\s]+@[^<>\s]+)>?$/.exec(fieldOf(sent, 'reply-to')) ?? [];
    expect(address).toMatch(/\+r[a-z0-9]{20}@/);
    const mail = await next({ to: address ?? '', subject: 'Something else' });
    expect(mail).toMatchObject({ status: 'delivered', conversation_id: conversation });
  });

  it('goes to the conversation that its one was merged into', async () => {
    const { conversation, contact, sent, next } = await answered();
    const { data: into } = await live.ok(api.createConversation, { body: { contact: { email: contact } } });
    const params = { conversation_id: into.id };
    await live.ok(api.mergeConversations, { params, body: { from_ids: [conversation] } });
    const [, address] = /<?([^<>\s]+@[^<>\s]+)>?$/.exec(fieldOf(sent, 'reply-to')) ?? [];
    const byAddress = await next({ to: address ?? '', subject: 'Something else' });
    expect(byAddress).toMatchObject({ status: 'delivered', conversation_id: into.id });
    const mail = await next({ fields: [`In-Reply-To: ${fieldOf(sent, 'message-id')}`] }, 3);
    expect(mail).toMatchObject({ status: 'delivered', conversation_id: into.id });
  });

  it('reopens a closed conversation, and an automatic one does not', async () => {
    const { sent, next, update, status } = await answered();
    const refers = `In-Reply-To: ${fieldOf(sent, 'message-id')}`;
    await update({ status: 'closed' });
    expect(await next({ fields: [refers, 'Auto-Submitted: auto-replied'] })).toMatchObject({
      type: 'automatic',
    });
    expect(await status()).toBe('closed');
    await next({ fields: [refers] }, 3);
    expect(await status()).toBe('open');
  });

  it('without what it quotes is the body, and the rest is kept beside it', async () => {
    const { conversation, sent, next } = await answered();
    const body = [
      'Thank you!',
      '',
      'On Mon, 23 Nov 2026 at 10:00, Support <support@desk.example> wrote:',
      '> It is on its way.',
    ];
    await next({ fields: [`In-Reply-To: ${fieldOf(sent, 'message-id')}`], body: body.join('\r\n') });
    const last = (await messagesOf(live, conversation)).at(-1);
    expect(last?.body).toBe('Thank you!');
    expect(last?.quoted_body).toContain('> It is on its way.');
  });

  it('of somebody else is theirs, and they take no part in the conversation', async () => {
    const { conversation, contact, sent, next } = await answered();
    const stranger = `${unique()}@elsewhere.example`;
    const mail = await next({ from: stranger, fields: [`In-Reply-To: ${fieldOf(sent, 'message-id')}`] });
    expect(mail).toMatchObject({ status: 'delivered', conversation_id: conversation });
    const last = (await messagesOf(live, conversation)).at(-1);
    expect(last?.email).toMatchObject({ is_participant: false, from: { address: stranger } });
    const params = { conversation_id: conversation };
    const { data: recipients } = await live.ok(api.listReplyRecipients, { params });
    expect(recipients.to.map(({ address }) => address)).toEqual([contact]);
  });

  it('with the id of another mail of the same subject alone begins a conversation', async () => {
    const { conversation, next } = await answered();
    const mail = await next({ subject: 'Re: Where is my order?', fields: [`In-Reply-To: ${messageId()}`] });
    expect(mail.conversation_id).not.toBe(conversation);
  });
});

describe('a report', () => {
  const report = (sent: ReceivedMail, contact: string) => ({
    from: 'MAILER-DAEMON@customer.example',
    envelopeFrom: '',
    subject: 'Undelivered Mail Returned to Sender',
    fields: ['MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary=r'],
    body: [
      '--r',
      'Content-Type: text/plain',
      '',
      'Your mail could not be delivered.',
      '--r',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.customer.example',
      '',
      `Final-Recipient: rfc822; ${contact}`,
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 no such user',
      '--r',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${fieldOf(sent, 'message-id')}`,
      '--r--',
    ].join('\r\n'),
  });

  it('of a mail that could not be delivered is shown at its message', async () => {
    const { sent, contact, message, next } = await answered();
    await eventually(async () => (await message()).delivery?.status === 'sent');
    expect(await next(report(sent, contact))).toMatchObject({
      status: 'ignored',
      type: 'bounce',
      reason: { code: 'bounce' },
    });
    await eventually(async () => {
      expect((await message()).delivery).toMatchObject({
        status: 'bounced',
        recipients: [
          { address: contact, status: 'bounced', error: { code: 'recipient_unknown', smtp_status: '5.1.1' } },
        ],
      });
    });
  });

  it('of a mail that nobody has sent changes nothing', async () => {
    const { sent, contact, message, next } = await answered();
    const forged = report(sent, contact);
    const body = forged.body.replace(fieldOf(sent, 'message-id'), messageId());
    expect(await next({ ...forged, body })).toMatchObject({
      status: 'quarantined',
      reason: { code: 'unknown_bounce' },
    });
    expect((await message()).delivery?.status).not.toBe('bounced');
  });
});

describe('a mail in quarantine', () => {
  it('becomes a message when it is released, and is gone when it is discarded', async () => {
    const mailbox = await receivingMailbox(workspace);
    const from = `${unique()}@monitor.example`;
    for (let nth = 0; nth < 6; nth += 1) await sendMail({ from, to: mailbox.address, body: 'Disk full' });
    const mails = await readMails(live, mailbox, 6);
    const held = mails.filter(({ status }) => status === 'quarantined');
    expect(held.map(({ reason }) => reason?.code)).toEqual(['flood', 'flood']);
    const [first, second] = held.map(({ id }) => ({ params: { incoming_mail_id: id } }));
    if (first === undefined || second === undefined) throw new Error('nothing is held back');
    await live.ok(api.releaseIncomingMail, first);
    await eventually(async () => {
      expect((await live.ok(api.getIncomingMail, first)).data).toMatchObject({
        status: 'delivered',
        conversation_id: expect.any(String),
      });
    });
    const { data } = await live.ok(api.discardIncomingMail, second);
    expect(data).toMatchObject({ status: 'discarded', from: null, subject: null, source_url: null });
  });

  it('is the same in the answer to a repeated release, retry or discard with an Idempotency-Key', async () => {
    const mailbox = await receivingMailbox(workspace);
    await sendMail({ from: `${unique()}@customer.example`, to: mailbox.address });
    const [mail] = await readMails(live, mailbox, 1);
    const sent = { params: { incoming_mail_id: mail?.id as api.Id<'incoming_mail'> } };
    for (const operation of [api.releaseIncomingMail, api.retryIncomingMail, api.discardIncomingMail]) {
      const key = { 'idempotency-key': unique() };
      const first = await live.ok(operation, sent, key);
      expect(await live.ok(operation, sent, key)).toEqual(first);
    }
  });
});
