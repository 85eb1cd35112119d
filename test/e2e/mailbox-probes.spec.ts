import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { readMails, receivingMailbox, unique } from './arriving-mails.ts';
import { operator, smtpPort } from './platform.ts';

const workspace = await operator.workspace();
const { live } = workspace;

/** A mail server that refuses subaddresses, hands the mails of `desk.example` over to the platform, and keeps the others. */
const kept: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  closeTimeout: 100,
  onRcptTo: ({ address }, _session, done) =>
    done(address.includes('+') ? Object.assign(new Error('5.1.1 Unknown'), { responseCode: 550 }) : null),
  onData: (stream, { envelope }, done) => {
    void stream.toArray().then(async (chunks: Buffer[]) => {
      const raw = Buffer.concat(chunks);
      const to = envelope.rcptTo.map(({ address }) => address);
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      if (to.every((address) => address.endsWith('@desk.example'))) {
        const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
        await transport.sendMail({ envelope: { from, to }, raw });
        transport.close();
      } else kept.push(raw.toString());
      done();
    }, done);
  },
});
const port = await new Promise<number>((resolve) =>
  server.listen(0, '127.0.0.1', () => resolve((server.server.address() as { port: number }).port)),
);
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

const paramsOf = ({ id }: api.Mailbox) => ({ mailbox_id: id });
const test = async (mailbox: api.Mailbox) =>
  (await live.ok(api.testMailbox, { params: paramsOf(mailbox) })).data;
const checksOf = ({ checks }: api.MailboxProbe) =>
  Object.fromEntries(checks.map(({ name, status }) => [name, status]));

/** The last probe of a mailbox, once the mails that come back have. */
const probed = (mailbox: api.Mailbox): Promise<api.MailboxProbe> =>
  eventually(async () => {
    const { data } = await live.ok(api.getMailboxProbe, { params: paramsOf(mailbox) });
    if (data.checks.some(({ status }) => status === 'pending')) throw new Error(JSON.stringify(data));
    return data;
  });

describe('the test of a mailbox that receives', () => {
  it('tells that its mails come back, as they were sent, also to subaddresses', async () => {
    const mailbox = await receivingMailbox(workspace, smtpPort);
    const { probe } = await test(mailbox);
    expect(probe).toMatchObject({ started_at: expect.any(String) });
    expect(checksOf(await probed(mailbox))).toMatchObject({
      ...{ arrival: 'passed', subaddressing: 'passed', message_id: 'passed', references: 'passed' },
    });
    const mails = await readMails(live, mailbox, 2);
    for (const mail of mails)
      expect(mail).toMatchObject({ status: 'ignored', reason: { code: 'probe' }, conversation_id: null });
  });

  it('tells that a server refuses subaddresses, and answers go to the plain address from then on', async () => {
    const mailbox = await receivingMailbox(workspace, port, { subaddressing: true });
    const reply = async () => {
      const body = {
        contact: { email: `${unique()}@customer.example` },
        ...{ mailbox_id: mailbox.id, channel: 'email' as const, message: { body: 'Hello' } },
      };
      const { data: conversation } = await live.ok(api.createConversation, { body });
      const params = { conversation_id: conversation.id };
      const text = unique();
      await live.ok(api.createMessage, { params, body: { body: text } });
      return eventually(() => {
        const mail = kept.find((one) => one.includes(text));
        if (mail === undefined) throw new Error('it has not left');
        return mail;
      });
    };
    expect(await reply()).toMatch(/^Reply-To:/m);
    await test(mailbox);
    const result = await probed(mailbox);
    expect(result.status).toBe('failed');
    expect(checksOf(result)).toMatchObject({ arrival: 'passed', subaddressing: 'failed' });
    expect(await reply()).not.toMatch(/^Reply-To:/m);
    // An admin who knows better, or has another server, tries again.
    await live.ok(api.updateMailbox, { params: paramsOf(mailbox), body: { subaddressing: false } });
    await live.ok(api.updateMailbox, { params: paramsOf(mailbox), body: { subaddressing: true } });
    expect(await reply()).toMatch(/^Reply-To:/m);
  });

  it('sends the mails for it once a minute at most', async () => {
    const mailbox = await receivingMailbox(workspace, smtpPort);
    const first = await test(mailbox);
    const second = await test(mailbox);
    expect(second.probe.started_at).toBe(first.probe.started_at);
    await probed(mailbox);
  });
});

describe('a mailbox', () => {
  it('that was not tested has no probe, nor has a sandbox', async () => {
    const mailbox = await receivingMailbox(workspace, smtpPort);
    const { data: none } = await live.ok(api.getMailboxProbe, { params: paramsOf(mailbox) });
    expect(none).toEqual({ status: 'none', started_at: null, checks: [] });
    const body = {
      name: 'Test',
      address: `${unique()}@desk.example`,
      transport: { type: 'sandbox' },
    } as const;
    const sandbox = (await workspace.test.ok(api.createMailbox, { body })).data;
    const { data } = await workspace.test.ok(api.testMailbox, { params: paramsOf(sandbox) });
    expect(data.probe).toEqual(none);
  });
});
