import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Mailbox } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { seededRandom } from '@parley/sample-data';
import { createTransport } from 'nodemailer';
import type { ArrivalBoundary } from './arrival-boundaries.ts';
import type { Mailing } from './mailing.ts';
import { killAndRestart } from './reached.ts';

/** Of a round: one after another to each of two mailboxes, half of them with a file. */
const MAILS = 4;

/** Sends mails and kills a process on their way, again and again. */
export class ArrivalRounds {
  /** The names of mails that were answered 250, which are their subjects and texts. */
  readonly accepted: string[] = [];
  readonly #random: () => number;

  private constructor(
    private readonly mailing: Mailing,
    private readonly port: number,
    private readonly mailboxes: readonly Mailbox[],
    seed: number,
  ) {
    this.#random = seededRandom('arrivals', seed);
  }

  /** @param port where the mail service takes mails */
  static async open(mailing: Mailing, port: number, seed: number): Promise<ArrivalRounds> {
    const transport = { type: 'smtp', host: '127.0.0.1', port: 1, security: 'none' } as const;
    const mailboxes = [await mailing.connectMailbox(transport), await mailing.connectMailbox(transport)];
    return new ArrivalRounds(mailing, port, mailboxes, seed);
  }

  /** Kills a process at a boundary while mails arrive, starts it again, and waits until all of them were read. */
  async run(boundary: ArrivalBoundary): Promise<void> {
    const { mailing } = this;
    const names = Array.from({ length: MAILS }, () => randomUUID());
    const { reached, release, body } = await boundary.prepare({ mailing, names, chance: this.#random() });
    const sending = Promise.all(
      names.map((name, at) => this.#send(name, this.mailboxes[at % 2], at >= 2, body)),
    );
    await Promise.race([reached, sending.then(() => reached)]);
    await killAndRestart(mailing, boundary.victim, async () => {
      await release();
      // As if the time were over for which a dead process reads a mailbox.
      if (boundary.victim === 'mail')
        await mailing.sql(`update mail.mailbox_activity set reader_until = '-infinity'`);
    });
    await sending;
    await this.#settled(names);
  }

  /** Sends a mail until it is taken over, as a mail server does. */
  async #send(
    name: string,
    mailbox: Mailbox | undefined,
    hasFile: boolean,
    body: Promise<unknown> | undefined,
  ): Promise<void> {
    const from = `${name}@customer.example`;
    const to = mailbox?.address ?? '';
    const [head, rest] = mailOf(name, from, to, hasFile);
    const bytes = async function* () {
      yield head;
      await body;
      yield rest;
    };
    await eventually(async () => {
      const transport = createTransport({ host: '127.0.0.1', port: this.port, ignoreTLS: true });
      try {
        await transport.sendMail({ envelope: { from, to: [to] }, raw: Readable.from(bytes()) });
      } finally {
        transport.close();
      }
    });
    this.accepted.push(name);
  }

  #settled(names: readonly string[]): Promise<unknown> {
    const { mailing } = this;
    return eventually(async () => {
      // As if the time were over after which a mail is tried again.
      await mailing.sql(
        `update mail.incoming_mail set due_at = now() where status = 'stored' and due_at > now()`,
      );
      const found = await mailing.sql<{ status: string }>(
        'select status from mail.incoming_mail where subject = any($1)',
        [names],
      );
      const read = found.filter(({ status }) => status === 'delivered').length;
      if (read < names.length) throw new Error(`${read} of ${names.length} mails are messages`);
    });
  }
}

/** A mail in two pieces. */
function mailOf(name: string, from: string, to: string, hasFile: boolean): [string, string] {
  const head = [
    ...[`From: ${from}`, `To: ${to}`, `Subject: ${name}`, `Message-ID: <${from}>`],
    ...[`Date: ${new Date().toUTCString()}`, 'MIME-Version: 1.0'],
  ];
  const lines = hasFile
    ? [
        ...['Content-Type: multipart/mixed; boundary=b', '', '--b', '', name, '--b'],
        ...['Content-Type: application/octet-stream; name=a.bin', 'Content-Transfer-Encoding: base64', ''],
        ...Array<string>(1_000).fill('QUFB'.repeat(19)),
        ...['--b--', ''],
      ]
    : ['Content-Type: text/plain', '', name, ''];
  const text = [...head, ...lines].join('\r\n');
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}
