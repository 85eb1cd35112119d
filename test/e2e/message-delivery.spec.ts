import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { subscribed } from './steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;
const unique = () => crypto.randomUUID();

const connectMailbox = async (fields: Partial<api.Input<typeof api.createMailbox>['body']> = {}) => {
  const body = {
    name: 'Support',
    address: `${unique()}@desk.example`,
    transport: { type: 'sandbox' },
  } as const;
  return (await live.ok(api.createMailbox, { body: { ...body, ...fields } })).data;
};
const mailbox = await connectMailbox();

type Fields = Partial<api.Input<typeof api.createConversation>['body']>;
const converse = async (fields: Fields = {}) => {
  const body = {
    contact: { email: `${unique()}@example.com`, name: 'Dana Reyes' },
    mailbox_id: mailbox.id,
    ...fields,
  };
  return (await live.ok(api.createConversation, { body })).data;
};
const tryReply = ({ id }: api.Conversation, body: Record<string, unknown> = {}) =>
  live.call(api.createMessage, { params: { conversation_id: id }, body: { body: 'On its way.', ...body } });
async function reply(
  conversation: api.Conversation,
  body: Record<string, unknown> = {},
): Promise<api.Message> {
  const answer = await tryReply(conversation, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return (answer.body as unknown as { data: api.Message }).data;
}
const recipientsOf = async ({ id }: api.Conversation) =>
  (await live.ok(api.listReplyRecipients, { params: { conversation_id: id } })).data;
const addressesOf = (message: api.Message) => message.delivery?.recipients.map(({ address }) => address);

describe('the mailbox of a conversation', () => {
  it('is that of its inbox, unless another one or none is named', async () => {
    const { id: inbox_id } = (await live.ok(api.addInbox, { body: { name: 'Mail' } })).data;
    const own = await connectMailbox({ inbox_id });
    await eventually(async () =>
      expect((await converse({ inbox_id, mailbox_id: undefined })).mailbox_id).toBe(own.id),
    );
    expect((await converse({ inbox_id, mailbox_id: null })).mailbox_id).toBeNull();
    expect((await converse({ inbox_id })).mailbox_id).toBe(mailbox.id);
    const contact = { email: `${unique()}@example.com` };
    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject: 'Help', inbox_id, contact },
    });
    const params = { ticket_id: ticket.id };
    const { data: message } = await live.ok(api.createTicketMessage, { params, body: { body: 'Hello' } });
    expect(message).toMatchObject({ mailbox_id: own.id, delivery: { status: 'queued' } });
  });

  it('is found by the filter, is changed, and goes when it is deleted', async () => {
    const passing = await connectMailbox();
    const params = { conversation_id: (await converse({ mailbox_id: passing.id })).id };
    const listed = async (filter: string) =>
      (await live.ok(api.listConversations, { query: { mailbox: filter } })).data.map(({ id }) => id);
    expect(await listed(passing.id)).toEqual([params.conversation_id]);
    await live.ok(api.updateConversation, { params, body: { mailbox_id: null } });
    expect(await listed('none')).toContain(params.conversation_id);
    await live.ok(api.updateConversation, { params, body: { mailbox_id: passing.id } });
    await using receiver = await subscribed(live, 'conversation.updated');
    await live.ok(api.deleteMailbox, { params: { mailbox_id: passing.id } });
    const [update] = await receiver.received('conversation.updated');
    expect(update?.body).toMatchObject({ data: { mailbox_id: null }, previous: { mailbox_id: passing.id } });
    const again = await live.call(api.updateConversation, { params, body: { mailbox_id: passing.id } });
    expect(refusalOf(again)).toBe('422 invalid_parameter mailbox_id');
  });

  it('is none of another workspace or mode, and stands beside no connection', async () => {
    const contact = { email: `${unique()}@example.com` };
    const mailbox_id = 'mbx_01h455vb4pex5vsknk084sn02q' as const;
    for (const [client, id] of [
      [live, mailbox_id],
      [workspace.test, mailbox.id],
    ] as const) {
      const refused = await client.call(api.createConversation, { body: { contact, mailbox_id: id } });
      expect(refusalOf(refused)).toBe('422 invalid_parameter mailbox_id');
    }
    const { data: connection } = await live.ok(api.createConnection, { body: { name: 'SMS' } });
    const both = { contact, mailbox_id: mailbox.id, connection_id: connection.id };
    const refusal = '422 invalid_parameter connection_id';
    expect(refusalOf(await live.call(api.createConversation, { body: both }))).toBe(refusal);
    const params = { conversation_id: (await converse()).id };
    const change = (body: object) => live.call(api.updateConversation, { params, body });
    expect(refusalOf(await change({ connection_id: connection.id }))).toBe(refusal);
    expect((await change({ connection_id: connection.id, mailbox_id: null })).status).toBe(200);
    expect(refusalOf(await change({ mailbox_id: mailbox.id }))).toBe('422 invalid_parameter mailbox_id');
  });
});

describe('the participants of a conversation', () => {
  it('are those beside the contact whom its mails were sent to, and an event tells of new ones', async () => {
    const conversation = await converse();
    expect(conversation.participants).toEqual([]);
    await using receiver = await subscribed(live, 'conversation.updated');
    const [kim, lee, max] = [`${unique()}@example.com`, `${unique()}@example.com`, `${unique()}@example.com`];
    const dana = conversation.contact.email ?? '';
    await reply(conversation, { email: { to: [dana], cc: [kim], bcc: [max] } });
    await reply(conversation, { type: 'note' });
    const sent = await reply(conversation, { email: { to: [dana, lee], cc: [kim.toUpperCase()] } });
    const participants = [kim, lee].map((address) => ({ address, name: null }));
    const params = { conversation_id: conversation.id };
    expect((await live.ok(api.getConversation, { params })).data).toMatchObject({ participants });
    const [first, second] = await receiver.received('conversation.updated', 2);
    expect(first?.body).toMatchObject({
      data: { participants: [{ address: kim }] },
      previous: { participants: [] },
    });
    expect(second?.body).toMatchObject({
      data: { participants },
      previous: { participants: [{ address: kim }] },
    });
    expect(sent.email?.cc).toEqual([{ address: kim.toUpperCase(), name: null }]);
  });

  it('are also those whom a message is sent to again, and none of one that does not leave', async () => {
    const conversation = await converse();
    const failed = await reply(conversation, { email: { to: ['failed@customer.sandbox'] } });
    const params = { conversation_id: conversation.id, message_id: failed.id };
    const status = async () => (await live.ok(api.getMessage, { params })).data.delivery?.status;
    await eventually(async () => expect(await status()).toBe('failed'));
    const other = `${unique()}@example.com`;
    await live.ok(api.resendMessage, { params, body: { email: { to: [other] } } });
    const { data } = await live.ok(api.getConversation, { params });
    expect(data.participants.map(({ address }) => address)).toEqual(['failed@customer.sandbox', other]);
    const silent = await converse();
    await reply(silent, { send: false });
    expect(
      (await live.ok(api.getConversation, { params: { conversation_id: silent.id } })).data,
    ).toMatchObject({
      participants: [],
    });
  });
});

describe('a reply by mail', () => {
  it('goes to the contact, then to those of the mail before it', async () => {
    const conversation = await converse({ subject: 'Where is my order?' });
    const dana = { address: conversation.contact.email, name: 'Dana Reyes' };
    expect(await recipientsOf(conversation)).toEqual({
      mailbox_id: mailbox.id,
      to: [dana],
      cc: [],
      subject: 'Where is my order?',
    });
    const first = await reply(conversation, { email: { cc: ['kim@example.com'], bcc: ['lee@example.com'] } });
    const kim = { address: 'kim@example.com', name: null };
    expect(first).toMatchObject({
      mailbox_id: mailbox.id,
      connection_id: null,
      email: {
        direction: 'outgoing',
        from: null,
        to: [dana],
        cc: [kim],
        subject: 'Where is my order?',
        has_html: false,
      },
      delivery: { status: 'queued', error: null },
    });
    expect(addressesOf(first)).toEqual([dana.address, 'kim@example.com', 'lee@example.com']);
    expect(await recipientsOf(conversation)).toMatchObject({
      to: [dana],
      cc: [kim],
      subject: 'Re: Where is my order?',
    });
    const second = await reply(conversation, { email: { to: ['kim@example.com'], subject: 'Your order' } });
    expect(second.email).toMatchObject({ to: [kim], cc: [], subject: 'Your order' });
    expect((await reply(conversation)).email).toMatchObject({
      to: [kim],
      cc: [],
      subject: 'Re: Where is my order?',
    });
  });

  it('has its text by its HTML, which no answer and no event shows', async () => {
    await using receiver = await subscribed(live, 'message.created');
    const html = '<p>It is <b>on its way</b>.</p>';
    const message = await reply(await converse(), { body: undefined, email: { html } });
    expect(message).toMatchObject({ body: 'It is on its way.', email: { has_html: true } });
    const [created] = await receiver.received('message.created');
    expect(created?.body.data).toEqual(message);
    expect(created?.raw).not.toContain('<b>');
    const nested = await tryReply(await converse(), {
      body: undefined,
      email: { html: '<b>'.repeat(30_001) },
    });
    expect(refusalOf(nested)).toBe('422 invalid_parameter email.html');
  });

  it('without recipients has failed', async () => {
    const conversation = await converse({ contact: { phone: '+49 30 1234567' } });
    const message = await reply(conversation);
    expect(message.delivery).toMatchObject({
      status: 'failed',
      error: { code: 'no_recipients' },
      recipients: [],
    });
    const params = { conversation_id: conversation.id, message_id: message.id };
    const { data: again } = await live.ok(api.resendMessage, { params, body: {} });
    expect(again.delivery).toMatchObject({ status: 'failed', error: { code: 'no_recipients' } });
    const body = { email: { to: ['kim@example.com'] } };
    const { data: sent } = await live.ok(api.resendMessage, { params, body });
    expect(sent).toMatchObject({
      email: { to: [{ address: 'kim@example.com' }] },
      delivery: { status: 'queued' },
    });
  });

  it.each([
    [
      'too many recipients',
      { to: Array.from({ length: 51 }, (_, n) => `a${n}@example.com`) },
      'too_many_items email.to',
    ],
    [
      'too many together',
      { to: Array.from({ length: 50 }, (_, n) => `a${n}@example.com`), bcc: ['b@example.com'] },
      'too_many_items email.to',
    ],
    [
      'a line break in a recipient',
      { to: ['a@example.com\r\nBcc: b@example.com'] },
      'invalid_parameter email.to[0]',
    ],
    [
      'a line break in the subject',
      { subject: 'Hello\r\nBcc: b@example.com' },
      'invalid_parameter email.subject',
    ],
    [
      'a line feed in the subject',
      { subject: 'Hello\nBcc: b@example.com' },
      'invalid_parameter email.subject',
    ],
    ['HTML that is too long', { html: 'x'.repeat(262_145) }, 'invalid_parameter email.html'],
    [
      'HTML with too many tags within each other',
      { html: '<b>'.repeat(251) },
      'invalid_parameter email.html',
    ],
  ])('is refused with %s', async (_, email, refusal) => {
    expect(refusalOf(await tryReply(await converse(), { email }))).toBe(`422 ${refusal}`);
  });

  it('has the line break of a quoted address as a blank', async () => {
    const { email } = await reply(await converse(), { email: { cc: ['"a\r\nBcc: b"@example.com'] } });
    expect(email?.cc).toEqual([{ address: '"a Bcc: b"@example.com', name: null }]);
  });

  it('goes to no mailbox of the workspace', async () => {
    const conversation = await converse();
    const [name = '', domain = ''] = mailbox.address.split('@');
    await eventually(async () => {
      for (const address of [mailbox.address.toUpperCase(), `${name}+r1@${domain}`]) {
        const refused = await tryReply(conversation, { email: { cc: [address] } });
        expect(refusalOf(refused)).toBe('422 invalid_parameter email.cc[0]');
      }
    });
    const loop = await converse({ contact: { email: mailbox.address } });
    expect(await recipientsOf(loop)).toMatchObject({ to: [], cc: [] });
  });

  it('is none as the first message of a conversation without a mailbox, where `email` is refused', async () => {
    const contact = { email: `${unique()}@example.com` };
    const message = { body: 'Hello', email: { subject: 'Hello' } };
    const refused = await live.call(api.createConversation, { body: { contact, message } });
    expect(refusalOf(refused)).toBe('422 invalid_parameter message.email');
    const { id } = await converse({ message });
    const [first] = (await live.ok(api.listMessages, { params: { conversation_id: id }, query: {} })).data;
    expect(first).toMatchObject({ email: { subject: 'Hello' }, mailbox_id: mailbox.id });
  });

  it('that is redacted names nobody any more', async () => {
    const conversation = await converse();
    const { id } = await reply(conversation);
    const params = { conversation_id: conversation.id, message_id: id };
    await live.ok(api.deleteMessage, { params });
    const { data } = await live.ok(api.getMessage, { params });
    expect(data).toMatchObject({ body: '', email: null, delivery: { error: null, recipients: [] } });
  });
});
