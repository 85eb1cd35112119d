import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Mailbox } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { ScriptedSmtpServer } from '../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { holdAll } from './mail/held-stage.ts';
import { clientOf, Mailing, namedClients, plainTransport } from './mail/mailing.ts';
import { ReplyWriter, summaryOf } from './mail/reply-writer.ts';
import { checkout } from './rolling/releases.ts';

/** Mails that a process sends at a time. Two processes have fewer places than the mailbox may send: the third one has some too. */
const PLACES = 4;
const CONCURRENCY = 10;
const CONVERSATIONS = 12;

let server: ScriptedSmtpServer;
let mailing: Mailing;
let mailbox: Mailbox;

beforeAll(async () => {
  server = await ScriptedSmtpServer.start();
  mailing = await Mailing.start(
    { rolling: ['conversation', 'file', 'mail'], replicas: 2, settingsOf: namedClients },
    { MAIL_CONCURRENCY: String(PLACES) },
  );
  const limits = { concurrency: CONCURRENCY, per_minute: 10_000 };
  mailbox = await mailing.connectMailbox(plainTransport(server), { limits });
});
afterAll(async () => {
  await mailing.close();
  await server.close();
});

/** Replaces the processes of the mail service, each while the server has mails of it that are answered after the signal. */
async function rollMail(): Promise<void> {
  const { deployment } = mailing;
  const old = deployment.keys.filter((key) => key.startsWith('mail '));
  await deployment.roll('mail', checkout, async () => {
    const held = holdAll(server, 'end');
    const key = old.shift() ?? '';
    await eventually(() =>
      server.mails.some(({ client, answer }) => client === clientOf(key) && answer === null),
    );
    void eventually(async () => !(await isReady(key))).then(held.release);
  });
}

const isReady = (key: string): Promise<boolean> =>
  fetch(`${mailing.deployment.operationsUrl(key)}/healthz/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

it('a rollout of what sends mails loses no reply, repeats none, and leaves none whose outcome is unknown', async () => {
  const { deployment } = mailing;
  const writer = await ReplyWriter.start(mailing, server, mailbox, CONVERSATIONS);
  const flow = () => writer.more(CONVERSATIONS);
  await flow();
  await deployment.roll('conversation', checkout, flow);
  await deployment.roll('file', checkout, flow);
  await rollMail();
  await flow();
  const tally = await writer.end();
  process.stdout.write(`mail-rollout: ${summaryOf(tally)}\n`);
  expect(tally).toMatchObject({ unknown: 0, doubled: 0, violations: [] });
});
