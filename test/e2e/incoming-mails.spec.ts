import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { messageId, messagesOf, readMails, receivingMailbox, sendMail, unique } from './arriving-mails.ts';
import { operator } from './platform.ts';

const workspace = await operator.workspace();
const { live } = workspace;

describe('a mail that arrives', () => {
  it('begins a conversation with its sender', async () => {
    const mailbox = await receivingMailbox(workspace);
    const from = `${unique()}@customer.example`;
    await sendMail({ from: `Dana Reyes <${from}>`, to: mailbox.address, envelopeFrom: from });
    const [mail] = await readMails(live, mailbox, 1);
    expect(mail).toMatchObject({
      status: 'delivered',
      type: 'ordinary',
      from: { address: from, name: 'Dana Reyes' },
    });
    const id = mail?.conversation_id as api.Id<'conversation'>;
    const { data: conversation } = await live.ok(api.getConversation, { params: { conversation_id: id } });
    expect(conversation).toMatchObject({
      subject: 'Where is my order?',
      channel: 'email',
      mailbox_id: mailbox.id,
      contact: { email: from, name: 'Dana Reyes' },
      messages_count: 1,
    });
    expect(await messagesOf(live, id)).toEqual([
      expect.objectContaining({
        id: mail?.message_id,
        body: 'It has not arrived.',
        type: 'comment',
        author: expect.objectContaining({ type: 'contact', name: 'Dana Reyes' }),
        email: expect.objectContaining({ direction: 'incoming', is_participant: true, is_automatic: false }),
      }),
    ]);
  });

  it('is in the conversation of the mail that it answers', async () => {
    const mailbox = await receivingMailbox(workspace);
    const [from, first] = [`${unique()}@customer.example`, messageId()];
    await sendMail({ from, to: mailbox.address, id: first });
    await sendMail({
      from,
      to: mailbox.address,
      subject: 'Re: Where is my order?',
      fields: [`In-Reply-To: ${first}`],
    });
    const [one, other] = await readMails(live, mailbox, 2);
    expect(other).toMatchObject({ status: 'delivered', conversation_id: one?.conversation_id });
  });

  it('is one message, however often it arrives', async () => {
    const mailbox = await receivingMailbox(workspace);
    const from = `${unique()}@customer.example`;
    const mail = { from, to: mailbox.address, id: messageId(), date: new Date() };
    await sendMail(mail);
    await sendMail({ ...mail, fields: ['Received: from elsewhere'] });
    const [one, other] = await readMails(live, mailbox, 2);
    expect(other).toMatchObject({
      status: 'ignored',
      reason: { code: 'duplicate' },
      conversation_id: one?.conversation_id,
    });
  });

  it('with files is a message with them', async () => {
    const mailbox = await receivingMailbox(workspace);
    const body = [
      '--b',
      'Content-Type: text/plain',
      '',
      'Here it is.',
      '--b',
      'Content-Type: application/pdf; name="invoice.pdf"',
      'Content-Disposition: attachment; filename="invoice.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('%PDF-1.7\n').toString('base64'),
      '--b--',
    ].join('\r\n');
    const fields = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'];
    await sendMail({ to: mailbox.address, fields, body });
    const [mail] = await readMails(live, mailbox, 1);
    const [message] = await messagesOf(live, mail?.conversation_id ?? '');
    expect(message).toMatchObject({
      body: 'Here it is.',
      attachments: [{ name: 'invoice.pdf', mime_type: 'application/pdf' }],
    });
  });

  it('is refused where nobody has the address', async () => {
    await expect(sendMail({ to: `${unique()}@desk.example` })).rejects.toMatchObject({
      rejectedErrors: [
        expect.objectContaining({ responseCode: 550, response: expect.stringMatching(/^550 5\.1\.1 /) }),
      ],
    });
  });

  it('is forgotten with its message, and with its conversation', async () => {
    const mailbox = await receivingMailbox(workspace);
    const [from, first] = [`${unique()}@customer.example`, messageId()];
    await sendMail({ from, to: mailbox.address, id: first });
    await sendMail({ from, to: mailbox.address, fields: [`In-Reply-To: ${first}`] });
    const [one, other] = await readMails(live, mailbox, 2);
    const id = one?.conversation_id as api.Id<'conversation'>;
    const read = async (mail: api.IncomingMail | undefined) => {
      const params = { incoming_mail_id: mail?.id as api.Id<'incoming_mail'> };
      return (await live.ok(api.getIncomingMail, { params })).data;
    };
    const forgotten = { from: null, subject: null, source_url: null, to: [] };
    const message_id = one?.message_id as api.Id<'message'>;
    await live.ok(api.deleteMessage, { params: { conversation_id: id, message_id } });
    await eventually(async () => expect(await read(one)).toMatchObject(forgotten));
    expect(await read(other)).toMatchObject({ from: { address: from } });
    await live.ok(api.deleteConversation, { params: { conversation_id: id } });
    await eventually(async () => expect(await read(other)).toMatchObject(forgotten));
  });

  it('of another workspace is not found', async () => {
    const mailbox = await receivingMailbox(workspace);
    await sendMail({ to: mailbox.address });
    const [mail] = await readMails(live, mailbox, 1);
    const params = { incoming_mail_id: mail?.id as api.Id<'incoming_mail'> };
    const other = await operator.workspace();
    const { status } = await other.live.call(api.getIncomingMail, { params });
    expect(status).toBe(404);
  });
});
