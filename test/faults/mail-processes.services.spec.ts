import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Mailbox } from '@parley/contracts';
import { ScriptedSmtpServer } from '../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { holdAll } from './mail/held-stage.ts';
import { clientOf, Mailing, namedClients, plainTransport } from './mail/mailing.ts';
import { OpenTransactions } from './mail/open-transactions.ts';
import { ReplyWriter, summaryOf } from './mail/reply-writer.ts';
import { checkout } from './rolling/releases.ts';

/** Mails that a process sends at a time: fewer than the mailbox may send, so that each of the two has some. */
const PLACES = 4;
const CONCURRENCY = 5;
const CONVERSATIONS = 8;
const KEYS = ['mail 0', 'mail 1'];

let server: ScriptedSmtpServer;
let mailing: Mailing;
let mailbox: Mailbox;

beforeAll(async () => {
  server = await ScriptedSmtpServer.start();
  mailing = await Mailing.start(
    { rolling: ['mail'], replicas: KEYS.length, settingsOf: namedClients },
    { MAIL_CONCURRENCY: String(PLACES) },
  );
  const limits = { concurrency: CONCURRENCY, per_minute: 10_000 };
  mailbox = await mailing.connectMailbox(plainTransport(server), { limits });
});
afterAll(async () => {
  await mailing.close();
  await server.close();
});

const start = () => ReplyWriter.start(mailing, server, mailbox, CONVERSATIONS);
/** The processes whose mails the server has in full, and has not answered yet. */
const unanswered = () => server.mails.filter(({ answer }) => answer === null).map(({ client }) => client);

describe('two processes of the mail service on one mailbox', () => {
  it('send as many mails at a time as it may, each reply once and those of a conversation in order', async () => {
    const transactions = new OpenTransactions(server);
    const writer = await start();
    await writer.waiting(() => unanswered().length === CONCURRENCY);
    expect([...new Set(unanswered())].toSorted()).toEqual(KEYS.map(clientOf));
    // A claim that takes a mail of another mailbox has looked at those that wait.
    const other = await mailing.converse(await mailing.connectMailbox({ type: 'sandbox' }));
    await mailing.delivered(await mailing.reply(other));
    expect(unanswered()).toHaveLength(CONCURRENCY);
    transactions.letGo();
    await writer.more(3 * CONVERSATIONS);
    const tally = await writer.end();
    process.stdout.write(`mail-processes: ${summaryOf(tally)}\n`);
    expect(transactions.most).toBe(CONCURRENCY);
    expect(tally).toMatchObject({ unknown: 0, doubled: 0, violations: [] });
  });

  it.each(['mail', 'data', 'end'] as const)(
    'go on with one of them when the other is killed while the server keeps its mails at the stage %s',
    async (stage) => {
      const held = holdAll(server, stage);
      const writer = await start();
      await writer.waiting(() => held.count === CONCURRENCY);
      const sending = await mailing.sql(
        `select distinct dispatcher_id from mail.outgoing_mail where status = 'sending'`,
      );
      expect(sending).toHaveLength(KEYS.length);
      await mailing.deployment.kill('mail 0');
      const lost = unanswered().filter((client) => client === clientOf('mail 0')).length;
      expect(lost > 0).toBe(stage === 'end');
      held.release();
      await writer.more(2 * CONVERSATIONS);
      const tally = await writer.end();
      await mailing.deployment.restart('mail 0', checkout);
      process.stdout.write(`mail-processes, killed at ${stage}: ${summaryOf(tally)}\n`);
      expect(tally).toMatchObject({ unknown: lost, unreceived: 0, doubled: 0, violations: [] });
    },
  );
});
