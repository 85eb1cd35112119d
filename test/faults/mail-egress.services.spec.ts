import { lookup } from 'node:dns/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createMailbox, testMailbox, type MessageDeliveryStatus } from '@parley/contracts';
import { ScriptedSmtpServer } from '../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { Mailing } from './mail/mailing.ts';
import { NetworkTrace } from './mail/trace.ts';

// What leaves is what the kernel was asked to connect or to send to: a listener would miss all addresses but its own.

const OUTCOMES: Readonly<Record<string, MessageDeliveryStatus>> = {
  delivered: 'delivered',
  sent: 'sent',
  bounced: 'bounced',
  failed: 'failed',
  unknown: 'unknown',
  deferred: 'queued',
};

let server: ScriptedSmtpServer;
let mailing: Mailing;

beforeAll(async () => {
  server = await ScriptedSmtpServer.start();
  mailing = await Mailing.start();
});
afterAll(async () => {
  await mailing.close();
  await server.close();
});

const traced = () => NetworkTrace.of(mailing.deployment.keys.map((key) => mailing.deployment.pid(key)));

/** The servers and services of the installation itself. */
async function ownDestinations(): Promise<Set<string>> {
  const { env } = mailing.deployment;
  const urls = Object.values(env).filter((value) => URL.canParse(value) && value.includes('://'));
  const peers = [env['RPC_ADDRESSES'], env['UPLOAD_ADDRESSES']].flatMap((list) => list?.split(',') ?? []);
  const named = [
    ...urls.map((url) => new URL(url)),
    ...peers.map((peer) => new URL(`tcp://${peer.replace(/^\w+=/, '')}`)),
  ];
  const resolved = named.map(async ({ hostname, port }) =>
    (await lookup(hostname, { all: true })).map(({ address }) => `${address}:${port}`),
  );
  return new Set((await Promise.all(resolved)).flat());
}

it('in test mode no process connects to anything but the servers of the installation', async () => {
  const { test } = mailing.workspace;
  const trace = await traced();
  const mailbox = await mailing.connectMailbox({ type: 'sandbox' }, {}, test);
  const refused = await test.call(createMailbox, {
    body: {
      name: 'Support',
      address: 'support@test-mode.example',
      transport: { type: 'smtp', host: '127.0.0.1', port: server.port, security: 'none' },
    },
  });
  expect(refused.status).toBe(422);
  await test.ok(testMailbox, { params: { mailbox_id: mailbox.id } });
  for (const [person, status] of Object.entries(OUTCOMES)) {
    const conversation = await mailing.converse(mailbox, `${person}@customer.sandbox`, test);
    const message = await mailing.reply(conversation, {}, test);
    await mailing.delivered(message, [status], test);
  }
  const conversation = await mailing.converse(mailbox, 'dana@example.com', test);
  await mailing.delivered(await mailing.reply(conversation, {}, test), ['delivered'], test);

  const seen = await trace.stop();
  const own = await ownDestinations();
  expect([...seen].filter((destination) => !own.has(destination))).toEqual([]);
  expect(server.mails).toEqual([]);
});

it('in live mode the same trace shows the connection to the server of the mailbox', async () => {
  const transport = { type: 'smtp', host: '127.0.0.1', port: server.port, security: 'none' } as const;
  const mailbox = await mailing.connectMailbox(transport);
  const trace = await traced();
  const conversation = await mailing.converse(mailbox);
  await mailing.delivered(await mailing.reply(conversation), ['sent']);
  expect(await trace.stop()).toContain(`127.0.0.1:${server.port}`);
});
