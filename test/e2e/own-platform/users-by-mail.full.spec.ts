import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { DnsServer } from '../../../libs/egress/src/dns-server.fixture.ts';
import { ScriptedSmtpServer } from '../../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
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
import { MailingPlatform } from './mailed.ts';

/** All mails of the tests come from this machine, which may send for every domain but one. */
const dns = await DnsServer.start(() => [], {
  texts: (name) => {
    if (name.startsWith('_dmarc.')) return 'v=DMARC1; p=none';
    return name === 'forged.test' ? 'v=spf1 -all' : 'v=spf1 ip4:127.0.0.1 -all';
  },
});
const server = await ScriptedSmtpServer.start();
const [port = 0, systemPort = 0] = await freePorts(2);
const platform = await MailingPlatform.start(
  { port: systemPort },
  {
    MAIL_LISTEN_PORT: String(port),
    MAIL_CLIENT_NAME: 'desk.test',
    NODE_OPTIONS: `--import ${join(import.meta.dirname, '../../setup/resolve-records.mjs')}`,
    TEST_NAME_SERVER: dns.address,
  },
);
afterAll(async () => {
  await platform.close();
  await Promise.all([server.close(), dns.close()]);
});
const [workspace, other] = [await platform.operator.workspace(), await platform.operator.workspace()];
const { live } = workspace;

interface Kind {
  readonly role?: api.User['role'];
  readonly domain?: string;
  readonly of?: typeof workspace;
}

/** A user of the workspace, with an address at a domain that this machine may send for. */
async function userWith({ role = 'agent', domain = 'acme.test', of = workspace }: Kind = {}) {
  const email = `${unique()}@${domain}`;
  const { workspace_id: owner } = of.credentials;
  const { id } = await platform.operator.run(api.createUser, {
    workspace: owner,
    email,
    name: 'Kim Lee',
    role,
  });
  return { id, email };
}

/** A conversation that a contact began by mail and somebody has answered. */
async function answered(contact = `${unique()}@customer.test`) {
  const mailbox = await receivingMailbox(workspace, server.port);
  await sendMail({ from: contact, to: mailbox.address }, port);
  const [first] = await readMails(live, mailbox, 1);
  const conversation = first?.conversation_id as api.Id<'conversation'>;
  const params = { conversation_id: conversation };
  await live.ok(api.createMessage, { params, body: { body: 'It is on its way.' } });
  const sent = await eventually(() => {
    const found = server.mails.find(({ to }) => to.includes(contact));
    if (found === undefined) throw new Error('nothing was sent');
    return found;
  });
  const [, sentId = ''] = /^message-id: *(<[^>]+>)/im.exec(sent.content.toString('latin1')) ?? [];
  await live.ok(api.updateConversation, { params, body: { status: 'closed' } });
  /** What becomes of a mail that answers it, and the last message of its conversation. */
  const next = async (mail: Partial<TestMail>) => {
    const fields = [`In-Reply-To: ${sentId}`, ...(mail.fields ?? [])];
    const answer = { to: mailbox.address, body: 'I have asked the carrier.', ...mail, fields };
    await sendMail(answer, port);
    const arrived = (await readMails(live, mailbox, 2)).at(-1);
    const message = (await messagesOf(live, arrived?.conversation_id ?? '')).at(-1);
    return { arrived, message };
  };
  const read = async () => (await live.ok(api.getConversation, { params })).data;
  const recipients = async () => (await live.ok(api.listReplyRecipients, { params })).data;
  return { mailbox, contact, conversation, next, read, recipients };
}

/** What a user who writes from their own mail leaves as it is. */
async function expectNothingElse({ read, recipients, contact }: Awaited<ReturnType<typeof answered>>) {
  expect(await read()).toMatchObject({ status: 'closed', messages_count: 3, last_message_by: 'user' });
  expect((await recipients()).to.map(({ address }) => address)).toEqual([contact]);
  expect(server.mails.filter(({ to }) => to.includes(contact))).toHaveLength(1);
}

describe('the mail of a user who writes from their own mail', () => {
  it('to the mailbox alone is a note by the user, which nobody is sent', async () => {
    const user = await userWith();
    const known = await answered();
    const { arrived, message } = await known.next({ from: `Kim <${user.email.toUpperCase()}>` });
    expect(arrived).toMatchObject({ status: 'delivered', conversation_id: known.conversation });
    expect(message).toMatchObject({
      ...{ type: 'note', body: 'I have asked the carrier.', delivery: null },
      author: { type: 'user', id: user.id, name: 'Kim Lee' },
      email: { direction: 'incoming', authentication: { verified: true } },
    });
    await expectNothingElse(known);
    const query = { email: user.email };
    expect((await live.ok(api.listContacts, { query })).data).toEqual([]);
  });

  it('to the contact, too, is a comment by the user, since the contact has it already', async () => {
    const user = await userWith({ role: 'admin' });
    const known = await answered();
    const { message } = await known.next({ from: user.email, fields: [`Cc: Dana <${known.contact}>`] });
    expect(message).toMatchObject({
      ...{ type: 'comment', delivery: null, conversation_id: known.conversation },
      author: { type: 'user', id: user.id },
    });
    await expectNothingElse(known);
  });

  it('that answers no mail of a conversation begins one, as that of anybody does', async () => {
    const user = await userWith();
    const mailbox = await receivingMailbox(workspace);
    await sendMail({ from: user.email, to: mailbox.address, id: messageId() }, port);
    const [mail] = await readMails(live, mailbox, 1);
    expect(await messagesOf(live, mail?.conversation_id ?? '')).toMatchObject([
      { type: 'comment', author: { type: 'contact' } },
    ]);
  });
});

describe('the mail of a user who is the contact of a conversation', () => {
  it('is an answer of the contact, which opens the conversation again', async () => {
    const user = await userWith();
    const known = await answered(user.email);
    const { message } = await known.next({ from: user.email });
    expect(message).toMatchObject({
      ...{ type: 'comment', author: { type: 'contact' }, email: { is_participant: true } },
    });
    expect(await known.read()).toMatchObject({ status: 'open', last_message_by: 'contact' });
  });
});

describe('a mail is that of a contact who takes no part in the conversation', () => {
  it.each<[string, Kind & { status?: 'inactive' }]>([
    ['if its From with the address of a user is forged', { domain: 'forged.test' }],
    ['if the user was deactivated', { status: 'inactive' }],
    ['if the user may only read', { role: 'viewer' }],
    ['if the user is one of another workspace', { of: other }],
  ])('%s', async (_case, { status, ...kind }) => {
    const user = await userWith(kind);
    if (status !== undefined) await platform.operator.run(api.overrideUser, { id: user.id, status });
    const known = await answered();
    const copies = `Cc: ${known.contact}, ${unique()}@attacker.test`;
    const { message } = await known.next({ from: user.email, fields: [copies] });
    expect(message).toMatchObject({
      ...{ type: 'comment', conversation_id: known.conversation, author: { type: 'contact' } },
      email: { is_participant: false, authentication: { verified: kind.domain === undefined } },
    });
    const recipients = await known.recipients();
    expect([...recipients.to, ...recipients.cc].map(({ address }) => address)).toEqual([known.contact]);
  });
});
