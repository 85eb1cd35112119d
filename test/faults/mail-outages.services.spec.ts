import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMailbox, type Mailbox } from '@parley/contracts';
import { eventually, S3Server, TcpProxy } from '@parley/testing';
import { ScriptedSmtpServer } from '../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { SERVERS } from '../setup/services-process.mjs';
import { canStartPostgres, PrivatePostgres } from './harness/private-postgres.ts';
import { holdAll, type Stage } from './mail/held-stage.ts';
import { HEARTBEAT_TIMEOUT_MS, Mailing, plainTransport } from './mail/mailing.ts';
import { ReplyWriter, summaryOf } from './mail/reply-writer.ts';
import { canStartBroker, PrivateBroker } from './private-broker.ts';

const CONCURRENCY = 4;
/** More than the mailbox may send at a time, so that others wait. */
const CONVERSATIONS = 6;

let server: ScriptedSmtpServer;
let broker: PrivateBroker;
let postgres: PrivatePostgres;
let s3: S3Server;
let storage: TcpProxy;
let mailing: Mailing;
let mailbox: Mailbox;

interface Outage {
  readonly name: string;
  /** Where mails are with the server when it begins. */
  readonly stage: Stage;
  readonly begin: () => Promise<unknown>;
  readonly end: () => Promise<unknown>;
  /** Resolves when it has had its effect. */
  readonly effect: (writer: ReplyWriter) => Promise<unknown>;
}

/** Resolves when so many mails of a writer are as a condition says. */
const mails = (writer: ReplyWriter, condition: string, count = 1) =>
  eventually(async () => {
    const sql = `select from mail.outgoing_mail where conversation_id = any($1) and ${condition}`;
    return (await mailing.sql(sql, [writer.conversations])).length >= count;
  });

const database: Omit<Outage, 'stage'> = {
  name: 'PostgreSQL',
  begin: () => postgres.stopImmediately(),
  end: () => postgres.run(),
  effect: async () => {
    const began = performance.now();
    const params = { mailbox_id: mailbox.id };
    await eventually(async () => (await mailing.live.call(getMailbox, { params })).status === 503);
    // Longer than processes may give no sign of life, which they cannot give without it.
    await eventually(() => performance.now() - began > 2 * HEARTBEAT_TIMEOUT_MS);
  },
};

const OUTAGES: readonly Outage[] = [
  {
    name: 'the broker',
    stage: 'end',
    begin: () => broker.stop(),
    end: () => broker.run(),
    effect: (writer) =>
      eventually(async () => {
        const unheard = await mailing.sql(
          `select from conversation.message m where conversation_id = any($1)
             and not exists (select from mail.outgoing_mail o where o.message_id = m.id)`,
          [writer.conversations],
        );
        return unheard.length >= CONVERSATIONS;
      }),
  },
  { ...database, stage: 'mail' },
  { ...database, stage: 'end' },
  {
    name: 'the storage of files',
    stage: 'mail',
    begin: () => storage.refuse(),
    end: () => storage.accept(),
    effect: async (writer) => {
      await mails(writer, `error->>'code' = 'content_unavailable'`);
      // An attempt was made, which could not store what it has composed.
      await mails(writer, `status = 'queued' and source_file_id is null and version > 1`);
    },
  },
];

const canRun = canStartBroker && canStartPostgres;
const describeWithServers = canRun ? describe : describe.skip;

describeWithServers(
  `while replies are sent${canRun ? '' : ' (no rabbitmq-server, or no PostgreSQL)'}`,
  () => {
    beforeAll(async () => {
      server = await ScriptedSmtpServer.start();
      [broker, postgres, s3] = await Promise.all([
        PrivateBroker.start(),
        PrivatePostgres.start(),
        S3Server.start(),
      ]);
      storage = await TcpProxy.start({ host: '127.0.0.1', port: s3.port });
      mailing = await Mailing.start(
        { servers: { ...SERVERS, AMQP_URL: broker.url, DATABASE_URL: postgres.url } },
        { ...s3.settings, S3_ENDPOINT: storage.through(s3.settings['S3_ENDPOINT'] ?? '') },
      );
      const limits = { concurrency: CONCURRENCY, per_minute: 10_000 };
      mailbox = await mailing.connectMailbox(plainTransport(server), { limits });
    });
    afterAll(async () => {
      await mailing.close();
      await Promise.all([broker.close(), postgres.close(), storage.close(), server.close()]);
      await s3.close();
    });

    it.each(OUTAGES)(
      'an outage of $name loses none and repeats none (mails at the stage $stage)',
      async ({ name, stage, begin, end, effect }) => {
        const held = holdAll(server, stage);
        const writer = await ReplyWriter.start(mailing, server, mailbox, CONVERSATIONS);
        await writer.waiting(() => held.count === CONCURRENCY);
        await begin();
        held.release();
        await effect(writer);
        await end();
        await writer.more(2 * CONVERSATIONS);
        const tally = await writer.end();
        process.stdout.write(`mail-outages, ${name} at ${stage}: ${summaryOf(tally)}\n`);
        // Each process has lived through it, and has the answer of the server to each mail.
        expect(tally).toMatchObject({ unknown: 0, doubled: 0, violations: [] });
      },
    );
  },
);
