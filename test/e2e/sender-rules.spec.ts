import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { readMails, receivingMailbox, sendMail, unique } from './arriving-mails.ts';
import { operator } from './platform.ts';

const workspace = await operator.workspace();
const { live } = workspace;
const SPAM = ['X-Spam-Flag: YES'];

const rule = (sender: string, action: 'block' | 'allow') =>
  live.ok(api.createSenderRule, { body: { sender, action } });
const rulesOf = async (sender: string) => (await live.ok(api.listSenderRules, { query: { sender } })).data;
const release = (mail: api.IncomingMail | undefined) =>
  live.ok(api.releaseIncomingMail, {
    params: { incoming_mail_id: mail?.id as api.Id<'incoming_mail'> },
  });

describe('a sender rule', () => {
  it('that blocks a domain holds the mails of its addresses back, and those of subdomains', async () => {
    const mailbox = await receivingMailbox(workspace);
    const domain = `${unique()}.example`;
    await rule(domain.toUpperCase(), 'block');
    await sendMail({ from: `dana@${domain}`, to: mailbox.address });
    await sendMail({ from: `dana@news.${domain}`, to: mailbox.address });
    await sendMail({ from: `dana@not${domain}`, to: mailbox.address });
    const mails = await readMails(live, mailbox, 3);
    expect(mails.map(({ status, reason }) => [status, reason?.code])).toEqual([
      ['quarantined', 'blocked'],
      ['quarantined', 'blocked'],
      ['delivered', undefined],
    ]);
  });

  it('of an address has priority over that of its domain', async () => {
    const mailbox = await receivingMailbox(workspace);
    const domain = `${unique()}.example`;
    await rule(domain, 'block');
    await rule(`dana@${domain}`, 'allow');
    await sendMail({ from: `Dana@${domain}`, to: mailbox.address, fields: SPAM });
    expect(await readMails(live, mailbox, 1)).toMatchObject([{ status: 'delivered' }]);
  });

  it('is one for each sender of a workspace and mode, and ends with its deletion', async () => {
    const mailbox = await receivingMailbox(workspace);
    const sender = `${unique()}@customer.example`;
    const { data } = await rule(sender, 'block');
    const body = { sender: sender.toUpperCase(), action: 'allow' } as const;
    const second = await live.call(api.createSenderRule, { body });
    expect(second).toMatchObject({
      status: 422,
      body: { error: { code: 'duplicate_value', param: 'sender' } },
    });
    await operator.workspace().then((other) => other.live.ok(api.createSenderRule, { body }));
    await live.ok(api.deleteSenderRule, { params: { sender_rule_id: data.id } });
    await sendMail({ from: sender, to: mailbox.address });
    expect(await readMails(live, mailbox, 1)).toMatchObject([{ status: 'delivered' }]);
  });

  it.each(['com', 'no address@x.example', '@x.example', 'x.example/path'])(
    'cannot be about %s',
    async (sender) => {
      const { status } = await live.call(api.createSenderRule, { body: { sender, action: 'block' } });
      expect(status).toBe(422);
    },
  );
});

describe('a mail that the spam filter before the platform calls spam', () => {
  it('is held back, and its release allows its sender', async () => {
    const mailbox = await receivingMailbox(workspace);
    const from = `${unique()}@customer.example`;
    await sendMail({ from, to: mailbox.address, fields: SPAM });
    const [held] = await readMails(live, mailbox, 1);
    expect(held).toMatchObject({ status: 'quarantined', reason: { code: 'spam' } });
    await release(held);
    await eventually(async () =>
      expect(await readMails(live, mailbox, 1)).toMatchObject([{ status: 'delivered' }]),
    );
    expect(await rulesOf(from)).toMatchObject([{ sender: from, action: 'allow', origin: 'released' }]);
    await sendMail({ from, to: mailbox.address, fields: SPAM });
    expect((await readMails(live, mailbox, 2))[1]).toMatchObject({ status: 'delivered' });
  });

  it('is an ordinary one if another server on its way has said so', async () => {
    const mailbox = await receivingMailbox(workspace);
    const fields = ['Received: from mx', 'Received: from elsewhere', ...SPAM];
    await sendMail({ to: mailbox.address, fields });
    expect(await readMails(live, mailbox, 1)).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('a mail of a blocked sender', () => {
  it('is released without a change of the rule', async () => {
    const mailbox = await receivingMailbox(workspace);
    const from = `${unique()}@customer.example`;
    await rule(from, 'block');
    await sendMail({ from, to: mailbox.address });
    await release((await readMails(live, mailbox, 1))[0]);
    await eventually(async () =>
      expect(await readMails(live, mailbox, 1)).toMatchObject([{ status: 'delivered' }]),
    );
    expect(await rulesOf(from)).toMatchObject([{ action: 'block', origin: 'manual' }]);
  });
});

describe('a flood of an allowed sender', () => {
  it('is not held back', async () => {
    const mailbox = await receivingMailbox(workspace);
    const from = `${unique()}@customer.example`;
    await rule(from, 'allow');
    for (let at = 0; at < 7; at += 1) await sendMail({ from, to: mailbox.address });
    const mails = await readMails(live, mailbox, 7);
    expect(new Set(mails.map(({ status }) => status))).toEqual(new Set(['delivered']));
  });
});
