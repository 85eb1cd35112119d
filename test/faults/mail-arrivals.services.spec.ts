import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listIncomingMails, type IncomingMail, type Mailbox } from '@parley/contracts';
import { seededRandom } from '@parley/sample-data';
import { eventually } from '@parley/testing';
import { createTransport } from 'nodemailer';
import { freePorts } from '../setup/services-process.mjs';
import { Mailing } from './mail/mailing.ts';
import { checkout } from './rolling/releases.ts';

/** `MAIL_ROUNDS=1000 MAIL_SEED=7` makes more and other ones. */
const ROUNDS = Number(process.env['MAIL_ROUNDS'] ?? 24);
const SEED = Number(process.env['MAIL_SEED'] ?? 1);
const VICTIMS = ['mail', 'conversation', 'file'] as const;
/** Mails of a round: one after another to a mailbox, half of them with a file. */
const MAILS = 6;
/** The longest wait for a kill, in milliseconds: a mail takes a few of these from its connection to its message. */
const KILL_AFTER_MS = 400;

const random = seededRandom('arrivals', SEED);
let mailing: Mailing;
let port: number;
let mailboxes: Mailbox[];
/** The names of mails that were answered 250. */
const accepted: string[] = [];

beforeAll(async () => {
  [port = 0] = await freePorts(1);
  mailing = await Mailing.start({}, { MAIL_LISTEN_PORT: String(port), MAIL_LISTEN_HOST: '127.0.0.1' });
  mailboxes = [await mailing.connectMailbox({ type: 'smtp', host: '127.0.0.1', port: 1, security: 'none' })];
  mailboxes.push(
    await mailing.connectMailbox({ type: 'smtp', host: '127.0.0.1', port: 1, security: 'none' }),
  );
});
afterAll(() => mailing.close());

/** Sends a mail until it is taken over, as a mail server does. */
async function send(name: string, to: string, hasFile: boolean): Promise<void> {
  const mail = {
    envelope: { from: `${name}@customer.example`, to: [to] },
    from: `${name}@customer.example`,
    to,
    subject: name,
    text: name,
    messageId: `<${name}@customer.example>`,
    date: new Date(),
    attachments: hasFile ? [{ filename: 'a.bin', content: Buffer.alloc(200_000, 7) }] : [],
  };
  await eventually(async () => {
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
    try {
      await transport.sendMail(mail);
    } finally {
      transport.close();
    }
  });
  accepted.push(name);
}

async function round(nth: number): Promise<void> {
  const victim = VICTIMS[nth % VICTIMS.length] ?? 'mail';
  const sending = Array.from({ length: MAILS }, (_, at) =>
    send(randomUUID(), mailboxes[at % mailboxes.length]?.address ?? '', at % 2 === 0),
  );
  await new Promise((resolve) => setTimeout(resolve, KILL_AFTER_MS * random()));
  await mailing.deployment.kill(`${victim} 0`);
  await mailing.deployment.restart(`${victim} 0`, checkout);
  await Promise.all(sending);
}

/** All mails, once each has been read. */
function allRead(): Promise<IncomingMail[]> {
  return eventually(async () => {
    const found: IncomingMail[] = [];
    let cursor: string | undefined;
    do {
      const query = { per_page: '100', ...(cursor !== undefined && { cursor }) };
      const { data, meta } = await mailing.live.ok(listIncomingMails, { query });
      found.push(...data);
      cursor = (meta as { next_cursor?: string | null }).next_cursor ?? undefined;
    } while (cursor !== undefined);
    const waiting = found.filter(({ status }) => status === 'stored').length;
    if (waiting > 0) throw new Error(`${waiting} of ${found.length} mails are not read`);
    return found;
  });
}

describe('kill -9 of mail, conversation and file services', () => {
  it(
    'loses no mail that was answered 250, and makes no message twice',
    async () => {
      for (let nth = 0; nth < ROUNDS; nth += 1) await round(nth);
      const mails = await allRead();
      const messages = await mailing.sql<{ body: string; count: number }>(
        'select body, count(*)::int as count from conversation.message group by body',
      );
      const counts = new Map(messages.map(({ body, count }) => [body, count]));
      const lost = accepted.filter((name) => !counts.has(name));
      const doubled = messages.filter(({ count }) => count > 1).map(({ body }) => body);
      const states = new Map<string, number>();
      for (const { status } of mails) states.set(status, (states.get(status) ?? 0) + 1);
      const line = [...states].map(([state, count]) => `${count} ${state}`).join(', ');
      process.stdout.write(
        `mail-arrivals, seed ${SEED}: ${ROUNDS} rounds, ${accepted.length} mails accepted; ${line}; ${lost.length} lost, ${doubled.length} doubled\n`,
      );
      expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    },
    ROUNDS * 60_000,
  );
});
