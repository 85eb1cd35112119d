import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { connected, refusalOf } from '@parley/testing';
import { messageId, messagesOf, readMails, receivingMailbox, unique } from './arriving-mails.ts';
import { databaseUrl, operator } from './platform.ts';

const workspace = await operator.workspace();
const { live, test } = workspace;

const PASSWORD = '7rJ2mVx0q9TzLw4c';
const postmark = { type: 'postmark', password: PASSWORD } as const;
const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:incoming-mail';

type Changes = api.Input<typeof api.updateMailbox>['body'];
const update = (mailbox: api.Mailbox, body: Changes) =>
  live.call(api.updateMailbox, { params: { mailbox_id: mailbox.id }, body });
const changed = async (mailbox: api.Mailbox, body: Changes) =>
  (await live.ok(api.updateMailbox, { params: { mailbox_id: mailbox.id }, body })).data;

function mailTo(address: string, subject: string): string {
  const head = [`From: Dana Reyes <${unique()}@customer.example>`, `To: ${address}`, `Subject: ${subject}`];
  const fields = [`Message-ID: ${messageId()}`, `Date: ${new Date().toUTCString()}`];
  return [...head, ...fields, '', 'It has not arrived.', ''].join('\r\n');
}

function post(url: string | undefined, mail: string, password = PASSWORD, id = unique()): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
  const body = JSON.stringify({ MessageID: id, RawEmail: mail, OriginalRecipient: '' });
  return fetch(url ?? '', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
  });
}

describe('a mail that a provider hands over', () => {
  it('begins a conversation, once', async () => {
    const mailbox = await receivingMailbox(workspace, 1, { receiving: postmark });
    const [mail, id] = [mailTo(mailbox.address, 'Where is my order?'), unique()];
    expect(mailbox.receiving).toMatchObject({
      type: 'postmark',
      authentication: 'password',
      topic_arn: null,
    });
    for (const expected of ['stored', 'duplicate']) {
      const answer = await post(mailbox.receiving?.url, mail, PASSWORD, id);
      expect([answer.status, await answer.json()]).toEqual([200, { status: expected }]);
    }
    const mails = await readMails(live, mailbox, 1);
    expect(mails).toMatchObject([
      { status: 'delivered', subject: 'Where is my order?', from: { name: 'Dana Reyes' } },
    ]);
    expect(await messagesOf(live, mails[0]?.conversation_id ?? '')).toMatchObject([
      { body: 'It has not arrived.', email: { direction: 'incoming' } },
    ]);
  });

  it('is refused with another password, and at a URL that the mailbox has given up', async () => {
    const mailbox = await receivingMailbox(workspace, 1, { receiving: postmark });
    const url = mailbox.receiving?.url;
    const mail = mailTo(mailbox.address, 'Forged');
    expect((await post(url, mail, `${PASSWORD}x`)).status).toBe(401);
    await changed(mailbox, { receiving: null });
    expect((await post(url, mail)).status).toBe(404);
    const again = await changed(mailbox, { receiving: postmark });
    expect(again.receiving?.url).not.toBe(url);
    await live.ok(api.deleteMailbox, { params: { mailbox_id: mailbox.id } });
    expect((await post(again.receiving?.url, mail)).status).toBe(404);
  });

  it('by Mailgun arrives at its URL, which ends with mime', async () => {
    const key = 'key-3ax6xnjp29jd6fds4gc373sgvjxteol0';
    const mailbox = await receivingMailbox(workspace, 1, {
      receiving: { type: 'mailgun', signing_key: key },
    });
    expect(mailbox.receiving?.url).toMatch(/\/providers\/[0-9a-z]{26}\/mime$/);
    const [timestamp, token] = [String(Math.floor(Date.now() / 1_000)), unique()];
    const signature = createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex');
    const body = new FormData();
    const mail = mailTo(mailbox.address, 'By Mailgun');
    const fields = { timestamp, token, signature, recipient: mailbox.address, 'body-mime': mail };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    expect((await fetch(mailbox.receiving?.url ?? '', { method: 'POST', body })).status).toBe(200);
    expect(await readMails(live, mailbox, 1)).toMatchObject([{ status: 'delivered', subject: 'By Mailgun' }]);
  });
});

describe('how a mailbox receives', () => {
  it('keeps its URL and its secret while the provider stays, and shows no secret', async () => {
    const mailbox = await receivingMailbox(workspace, 1, { receiving: postmark });
    const same = await changed(mailbox, { receiving: { type: 'postmark' } });
    expect(same.updated_at).toBe(mailbox.updated_at);
    const other = await changed(mailbox, { receiving: { type: 'postmark', password: 'another-password-1' } });
    expect(other.receiving?.url).toBe(mailbox.receiving?.url);
    const mail = mailTo(mailbox.address, 'Hi');
    expect((await post(other.receiving?.url, mail)).status).toBe(401);
    expect((await post(other.receiving?.url, mail, 'another-password-1')).status).toBe(200);
    const ses = await changed(mailbox, { receiving: { type: 'ses', topic_arn: TOPIC } });
    expect(ses.receiving).toMatchObject({ type: 'ses', authentication: 'signature', topic_arn: TOPIC });
    expect(ses.receiving?.url).not.toBe(mailbox.receiving?.url);
    expect(JSON.stringify([mailbox, same, other, ses])).not.toContain('password-1');
  });

  it.each([
    ['missing_parameter receiving.password', { type: 'postmark' }],
    ['missing_parameter receiving.signing_key', { type: 'mailgun' }],
    ['missing_parameter receiving.signing_key', { type: 'sendgrid' }],
    ['missing_parameter receiving.topic_arn', { type: 'ses' }],
    ['invalid_parameter receiving.signing_key', { type: 'sendgrid', signing_key: 'none' }],
    ['invalid_parameter receiving.password', { type: 'postmark', password: 'short' }],
    [
      'invalid_parameter receiving.topic_arn',
      { type: 'ses', topic_arn: 'arn:aws:sqs:eu-west-1:123456789012:a' },
    ],
    [
      'invalid_parameter receiving.topic_arn',
      { type: 'ses', topic_arn: 'arn:aws:sns:evil.example/:123456789012:a' },
    ],
  ] as const)('is refused with %s', async (refusal, receiving) => {
    const mailbox = await receivingMailbox(workspace);
    expect(refusalOf(await update(mailbox, { receiving }))).toBe(`422 ${refusal}`);
  });

  it('needs the secret again for another provider', async () => {
    const mailbox = await receivingMailbox(workspace, 1, { receiving: postmark });
    expect(refusalOf(await update(mailbox, { receiving: { type: 'sendgrid' } }))).toBe(
      '422 missing_parameter receiving.signing_key',
    );
  });

  it('is null in test mode', async () => {
    const body = {
      name: 'Support',
      address: `${unique()}@desk.example`,
      transport: { type: 'sandbox' },
    } as const;
    const refused = await test.call(api.createMailbox, { body: { ...body, receiving: postmark } });
    expect(refusalOf(refused)).toBe('422 invalid_parameter receiving');
    expect((await test.ok(api.createMailbox, { body })).data.receiving).toBeNull();
  });

  it('is stored with its secret encrypted', async () => {
    const mailbox = await receivingMailbox(workspace, 1, { receiving: postmark });
    await using client = await connected(databaseUrl);
    const { rows } = await client.query('select mailbox::text as text from mail.mailbox where id = $1', [
      api.uuidOf('mailbox', mailbox.id),
    ]);
    const stored = JSON.stringify(rows);
    expect(stored).toContain('postmark');
    expect(stored).not.toContain(PASSWORD);
    expect(stored).not.toContain(Buffer.from(PASSWORD).toString('hex'));
  });
});
