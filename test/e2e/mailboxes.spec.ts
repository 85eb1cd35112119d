import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import {
  ScriptedSmtpServer,
  type ScriptedSmtpServerOptions,
} from '../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { holdStage } from '../faults/mail/held-stage.ts';
import { operator } from './platform.ts';
import { subscribed } from './steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;
const unique = () => crypto.randomUUID();

const servers: ScriptedSmtpServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function mailServer(options: ScriptedSmtpServerOptions = {}): Promise<ScriptedSmtpServer> {
  const server = await ScriptedSmtpServer.start(options);
  servers.push(server);
  return server;
}

/** Plain text is possible to the loopback addresses, which MAIL_ALLOW_CIDRS of the tests names. */
const at = ({ port }: { port: number }) =>
  ({ type: 'smtp', host: '127.0.0.1', port, security: 'none' }) as const;

type Fields = Partial<api.Input<typeof api.createMailbox>['body']>;
const create = (fields: Fields = {}, client = live) =>
  client.call(api.createMailbox, {
    body: { name: 'Support', address: `${unique()}@desk.example`, transport: { type: 'sandbox' }, ...fields },
  });
async function connect(fields: Fields = {}): Promise<api.Mailbox> {
  const answer = await create(fields);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return (answer.body as unknown as { data: api.Mailbox }).data;
}
const read = async ({ id }: api.Mailbox) =>
  (await live.ok(api.getMailbox, { params: { mailbox_id: id } })).data;
const update = (mailbox: api.Mailbox, body: api.Input<typeof api.updateMailbox>['body']) =>
  live.call(api.updateMailbox, { params: { mailbox_id: mailbox.id }, body });
const test = async ({ id }: api.Mailbox) =>
  (await live.ok(api.testMailbox, { params: { mailbox_id: id } })).data.checks;

async function reply(mailbox: api.Mailbox, to = `${unique()}@customer.example`, text = 'Hello') {
  const body = { contact: { email: to }, mailbox_id: mailbox.id, message: { body: text } };
  const { data: conversation } = await live.ok(api.createConversation, { body });
  const params = { conversation_id: conversation.id };
  const { data } = await live.ok(api.listMessages, { params, query: {} });
  const [message] = data;
  if (message === undefined) throw new Error('no message');
  const state = async () =>
    (await live.ok(api.getMessage, { params: { ...params, message_id: message.id } })).data.delivery;
  const redact = () => live.ok(api.deleteMessage, { params: { ...params, message_id: message.id } });
  return { conversation, message, state, redact };
}

describe('a mailbox', () => {
  it('shows its settings without its secrets, which are encrypted', async () => {
    const transport = { ...at(await mailServer()), username: 'support', password: 'Rosebud-1941' };
    const mailbox = await connect({ transport, from_name: 'Acme', signature: 'Acme Support', send_delay: 3 });
    expect(mailbox).toMatchObject({
      status: 'connected',
      from_name: 'Acme',
      send_delay: 3,
      transport: { type: 'smtp', authentication: 'password', username: 'support' },
    });
    expect(JSON.stringify([mailbox, await read(mailbox)])).not.toContain('Rosebud');
  });

  it('keeps its secrets while its server and its user stay the same, and asks for them otherwise', async () => {
    const server = await mailServer();
    const transport = { ...at(server), username: 'support' };
    const mailbox = await connect({ transport: { ...transport, password: 'secret' } });
    expect((await update(mailbox, { transport })).status).toBe(200);
    const elsewhere = await mailServer();
    for (const changed of [
      { ...transport, ...at(elsewhere) },
      { ...transport, username: 'sales' },
    ])
      expect(refusalOf(await update(mailbox, { transport: changed }))).toBe(
        '422 missing_parameter transport.password',
      );
    await reply(mailbox);
    await eventually(() => server.mails.length === 1);
    expect(server.commands.join('\n')).toContain(Buffer.from('\0support\0secret').toString('base64'));
  });

  it.each([
    ['transport.host', { type: 'smtp' }],
    ['transport.host', { type: 'smtp', host: '169.254.169.254', port: 25 }],
    ['transport.host', { type: 'smtp', host: '10.0.0.1', port: 587 }],
    ['transport.host', { type: 'smtp', host: 'user@mail.example' }],
    ['transport.port', { type: 'smtp', host: 'mail.example', port: 0 }],
    ['transport.password', { type: 'smtp', host: 'mail.example', username: 'support' }],
    [
      'transport.oauth_provider',
      { type: 'smtp', host: 'm.example', username: 'a', authentication: 'oauth2' },
    ],
    ['transport.client_id', { type: 'graph' }],
    ['transport.refresh_token', { type: 'graph', client_id: 'a', tenant_id: 'b' }],
    [
      'transport.after_receiving',
      { type: 'graph', client_id: 'a', tenant_id: 'b', client_secret: 'c', after_receiving: 'delete' },
    ],
    ['transport.type', { type: 'pigeon' }],
  ])('names %s of a transport that cannot work: %j', async (param, transport) => {
    expect(refusalOf(await create({ transport: transport as api.TransportInput }))).toMatch(
      new RegExp(`^422 (?:invalid|missing)_parameter ${param}$`),
    );
  });

  it.each([
    ...['support@example.com\r\nBcc: all@example.com', 'no address', 'a@b..example', ''],
    ...[`${'a'.repeat(65)}@example.com`, 'support@-a.example', `a@${'b'.repeat(64)}.example`],
  ])('refuses the address %j', async (address) => {
    expect(refusalOf(await create({ address }))).toBe('422 invalid_parameter address');
    expect(refusalOf(await create({ aliases: [address] }))).toBe('422 invalid_parameter aliases[0]');
  });

  it('has addresses that no other mailbox of the installation has, in any case and with any subaddress', async () => {
    const server = at(await mailServer());
    const address = `${unique()}@desk.example`;
    const mailbox = await connect({ address, aliases: [`help-${address}`], transport: server });
    const other = await operator.workspace();
    for (const taken of [address, address.toUpperCase(), address.replace('@', '+eu@'), `help-${address}`])
      expect(refusalOf(await create({ address: taken, transport: server }, other.live))).toBe(
        '422 duplicate_value address',
      );
    const alias = await create({ aliases: ['free@desk.example', address], transport: server }, other.live);
    expect(refusalOf(alias)).toBe('422 duplicate_value aliases[1]');
    await live.ok(api.deleteMailbox, { params: { mailbox_id: mailbox.id } });
    expect((await create({ address, transport: server }, other.live)).status).toBe(201);
  });

  it('of test mode is a sandbox', async () => {
    const refused = await create({ transport: at(await mailServer()) }, workspace.test);
    expect(refusalOf(refused)).toBe('422 invalid_parameter transport.type');
    expect((await create({}, workspace.test)).status).toBe(201);
  });

  it('that is deleted fails what waits, and leaves its conversations', async () => {
    const mailbox = await connect({ send_delay: 60 });
    const { conversation, state } = await reply(mailbox);
    await live.ok(api.deleteMailbox, { params: { mailbox_id: mailbox.id } });
    await eventually(async () => (await state())?.error?.code === 'no_mailbox');
    expect(await state()).toMatchObject({ status: 'failed' });
    const params = { conversation_id: conversation.id };
    await eventually(async () => (await live.ok(api.getConversation, { params })).data.mailbox_id === null);
  });
});

describe('the test of a mailbox', () => {
  it('sends a mail from the mailbox to itself', async () => {
    const server = await mailServer();
    const mailbox = await connect({ transport: { ...at(server), username: 'u', password: 'p' } });
    expect((await test(mailbox)).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'dns passed',
      'connection passed',
      'tls skipped',
      'authentication passed',
      'sending passed',
      'signature skipped',
    ]);
    const [own, other] = server.mails;
    expect(server.mails).toHaveLength(2);
    expect(own).toMatchObject({ from: mailbox.address, to: [mailbox.address] });
    expect(other).toMatchObject({ from: mailbox.address, to: [expect.stringMatching(/\+r\w{20}@/)] });
  });

  it('is made once for a key, and answers the same again', async () => {
    const server = await mailServer();
    const { id } = await connect({ transport: at(server) });
    const sent = { params: { mailbox_id: id } };
    const key = { 'idempotency-key': unique() };
    const first = await live.call(api.testMailbox, sent, key);
    const second = await live.call(api.testMailbox, sent, key);
    expect([second.status, second.body]).toEqual([200, first.body]);
    // One to the address, and one to a subaddress.
    expect(server.mailsReceived).toBe(2);
  });

  it('says which step fails, and skips those after it', async () => {
    const refusing = await mailServer({ script: { auth: '535 5.7.8 bad credentials' } });
    const mailbox = await connect({ transport: { ...at(refusing), username: 'u', password: 'p' } });
    const checks = await test(mailbox);
    const rest = ['skipped', 'skipped'];
    expect(checks.map(({ status }) => status)).toEqual(['passed', 'passed', 'skipped', 'failed', ...rest]);
    expect(await read(mailbox)).toMatchObject({
      status: 'disconnected',
      status_reason: { code: 'authentication_failed' },
    });
    refusing.script = {};
    expect((await test(mailbox))[4]).toMatchObject({ name: 'sending', status: 'passed' });
    expect(await read(mailbox)).toMatchObject({ status: 'connected', status_reason: null });
  });

  it('of a server that nobody runs fails at the connection', async () => {
    const gone = await ScriptedSmtpServer.start();
    const { port } = gone;
    await gone.close();
    const checks = await test(await connect({ transport: at({ port }) }));
    expect(checks[1]).toMatchObject({ name: 'connection', status: 'failed' });
  });
});

describe('a mailbox that fails as a whole', () => {
  it('is disconnected with an event, and sends what waited once it works again', async () => {
    const server = await mailServer({ script: { auth: '535 5.7.8 bad credentials' } });
    await using receiver = await subscribed(live, 'mailbox.disconnected', 'mailbox.connected');
    const transport = { ...at(server), username: 'support', password: 'old' };
    const mailbox = await connect({ transport });
    const { state } = await reply(mailbox);
    const [disconnected] = await receiver.received('mailbox.disconnected');
    expect(disconnected?.body.data).toMatchObject({ id: mailbox.id, status: 'disconnected' });
    await eventually(async () =>
      expect(await state()).toMatchObject({ status: 'queued', error: { code: 'authentication_failed' } }),
    );
    server.script = {};
    expect((await update(mailbox, { transport: { ...transport, password: 'new' } })).status).toBe(200);
    await eventually(async () => (await state())?.status === 'sent');
    expect(server.mailsReceived).toBe(1);
    await receiver.received('mailbox.connected', 2);
  });

  it('that is disabled holds its mails back until it is enabled', async () => {
    const server = await mailServer();
    const mailbox = await connect({ transport: at(server) });
    await update(mailbox, { status: 'disabled' });
    const { state } = await reply(mailbox);
    const other = await reply(await connect({ transport: at(server) }));
    await eventually(async () => (await other.state())?.status === 'sent');
    expect(await state()).toMatchObject({ status: 'queued' });
    await update(mailbox, { status: 'connected' });
    await eventually(async () => (await state())?.status === 'sent');
  });
});

describe('a reply', () => {
  it('that is redacted within the delay of its mailbox is not sent', async () => {
    const server = await mailServer();
    const mailbox = await connect({ transport: at(server), send_delay: 60 });
    const { state, redact } = await reply(mailbox);
    await redact();
    await eventually(async () => (await state())?.status === 'cancelled');
    expect(server.mailsReceived).toBe(0);
  });

  it('that is redacted while the server reads it is not tried again when it is deferred', async () => {
    const server = await mailServer();
    const { reached, release } = holdStage(server, 'end');
    const { state, redact } = await reply(await connect({ transport: at(server) }));
    await reached;
    await redact();
    release('451 4.7.1 greylisted');
    await eventually(async () => (await state())?.status === 'cancelled');
    expect(server.mailsReceived).toBe(1);
  });

  it('that is redacted after one of its recipients got it is shown as sent, not as cancelled', async () => {
    const [has, waits] = [`${unique()}@customer.example`, `${unique()}@customer.example`];
    const server = await mailServer({ script: { rcpt: { [waits]: '450 4.2.1 later' } } });
    const { id: mailbox_id } = await connect({ transport: at(server) });
    const { data: conversation } = await live.ok(api.createConversation, {
      body: { contact: { email: has }, mailbox_id },
    });
    const params = { conversation_id: conversation.id };
    const { data: message } = await live.ok(api.createMessage, {
      params,
      body: { body: 'Hello', email: { to: [has, waits] } },
    });
    const own = { ...params, message_id: message.id };
    const state = async () => (await live.ok(api.getMessage, { params: own })).data.delivery;
    await eventually(async () => {
      const delivery = await state();
      expect(delivery?.recipients.map(({ status }) => status)).toEqual(['sent', 'queued']);
      expect(delivery?.recipients[1]?.error).toMatchObject({ smtp_status: '4.2.1' });
    });
    await live.ok(api.deleteMessage, { params: own });
    await eventually(async () => (await state())?.status === 'sent');
    expect(await state()).toMatchObject({ recipients: [] });
  });

  it('is deferred, and sent by a later attempt with the same Message-ID', async () => {
    const server = await mailServer({ script: { end: '451 4.7.1 greylisted' } });
    const { state } = await reply(await connect({ transport: at(server) }));
    await eventually(async () => (await state())?.error?.code === 'temporarily_refused');
    server.script = {};
    await eventually(async () => (await state())?.status === 'sent');
    const ids = server.mails.map(({ content }) => /^Message-ID: (.*)\r$/m.exec(content.toString())?.[1]);
    expect(new Set(ids).size).toBe(1);
  });

  it('to an address that does not exist fails, and so do later ones until the suppression is removed', async () => {
    const to = `${unique()}@customer.example`;
    const server = await mailServer({ script: { rcpt: { [to]: '550 5.1.1 no such user' } } });
    const mailbox = await connect({ transport: at(server) });
    const first = await reply(mailbox, to);
    await eventually(async () => (await first.state())?.status === 'failed');
    expect(await first.state()).toMatchObject({ error: { code: 'recipient_unknown', smtp_status: '5.1.1' } });
    const second = await reply(mailbox, to);
    await eventually(async () => (await second.state())?.error?.code === 'suppressed');
    const { data } = await live.ok(api.listSuppressions, { query: { address: to } });
    expect(data).toMatchObject([{ address: to, reason: 'bounced' }]);
    await live.ok(api.deleteSuppression, {
      params: { suppression_id: data[0]?.id as api.Id<'suppression'> },
    });
    server.script = {};
    const third = await reply(mailbox, to);
    await eventually(async () => (await third.state())?.status === 'sent');
  });

  it('of which nobody knows what became is held, and stays unknown when its mailbox is deleted', async () => {
    const server = await mailServer({ script: { end: 'drop' } });
    const mailbox = await connect({ transport: at(server), on_unknown: 'retry' });
    const { state } = await reply(mailbox);
    await eventually(async () => (await state())?.status === 'unknown');
    await live.ok(api.deleteMailbox, { params: { mailbox_id: mailbox.id } });
    const other = await reply(await connect({ transport: at(server) }));
    await eventually(async () => (await other.state())?.status === 'unknown');
    expect(await state()).toMatchObject({ error: { code: 'no_reply' } });
    expect(server.mailsReceived).toBe(2);
  });
});
