import { randomUUID } from 'node:crypto';
import { uuidOf, type Conversation, type Mailbox } from '@parley/contracts';
import { eventually } from '@parley/testing';
import type { ScriptedSmtpServer } from '../../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import type { Mailing } from './mailing.ts';
import { ReceivedMails, textOf } from './received-mails.ts';
import { statesOf, tallyOf, type Tally } from './sending-history.ts';
import { settled, type WrittenReply } from './settled-replies.ts';

/** Of three replies of a conversation one carries a file. */
const FILE_EACH = 3;
const FILE_BYTES = 100_000;

interface Thread {
  readonly id: Conversation['id'];
  readonly address: string;
  readonly name: string;
}

/** Writes replies in conversations of a mailbox, in all of them at the same time and in each at most two ahead of the server. */
export class ReplyWriter {
  readonly written: WrittenReply[] = [];
  #isStopped = false;
  readonly #writing: Promise<unknown>;

  private constructor(
    private readonly mailing: Mailing,
    private readonly server: ScriptedSmtpServer,
    private readonly mailbox: Mailbox,
    private readonly threads: readonly Thread[],
  ) {
    this.#writing = Promise.all(threads.map((thread) => this.#write(thread)));
    // A rejection is that of the methods that wait for it.
    this.#writing.catch(() => undefined);
  }

  static async start(
    mailing: Mailing,
    server: ScriptedSmtpServer,
    mailbox: Mailbox,
    conversations: number,
  ): Promise<ReplyWriter> {
    const open = async (_: unknown, at: number): Promise<Thread> => {
      const address = `${randomUUID()}@example.com`;
      const { id } = await mailing.converse(mailbox, address);
      return { id, address, name: `reply-${at}` };
    };
    return new ReplyWriter(
      mailing,
      server,
      mailbox,
      await Promise.all(Array.from({ length: conversations }, open)),
    );
  }

  /** Uuids of its conversations. */
  get conversations(): string[] {
    return this.threads.map(({ id }) => uuidOf('conversation', id));
  }

  /** Resolves when it has written so many more, and the server has received as many more. */
  async more(count: number): Promise<void> {
    const [written, received] = [this.written.length + count, this.server.mails.length + count];
    const passed = eventually(() => this.written.length >= written && this.server.mails.length >= received);
    await Promise.race([passed, this.#writing]);
  }

  /** Resolves when a reply of each conversation is queued or being sent, and the server is as a condition says. */
  async waiting(atServer: () => boolean): Promise<void> {
    const passed = eventually(async () => {
      const rows = await this.mailing.sql(
        `select distinct conversation_id from mail.outgoing_mail
          where conversation_id = any($1) and due_at is not null`,
        [this.conversations],
      );
      return rows.length === this.threads.length && atServer();
    });
    await Promise.race([passed, this.#writing]);
  }

  /** Writes no more, waits until nothing more comes of what it has written, and tells what that was. */
  async end(): Promise<Tally> {
    const { mailing, server } = this;
    this.#isStopped = true;
    await this.#writing;
    const all = await settled(mailing, this.written);
    const replies = all.toSorted((one, other) =>
      one.message.created_at.localeCompare(other.message.created_at),
    );
    const received = new ReceivedMails();
    received.take(server.mails.splice(0));
    const names = new Set(replies.map(({ name }) => name));
    const strange = received.names.filter((name) => !names.has(name));
    const tally = tallyOf(replies, received, await statesOf(mailing, replies));
    return {
      ...tally,
      violations: [...tally.violations, ...strange.map((name) => `${name} was written by nobody`)],
    };
  }

  async #write({ id, address, name }: Thread): Promise<void> {
    const { on_unknown: onUnknown } = this.mailbox;
    const isReceived = (count: number) =>
      this.server.mails.filter(({ to }) => to.includes(address)).length >= count;
    for (let nth = 0; !this.#isStopped; nth += 1) {
      const own = `${name}-${nth}`;
      const attachments = nth % FILE_EACH === 0 ? [new File([Buffer.alloc(FILE_BYTES, nth)], 'a.bin')] : [];
      const message = await this.mailing.reply({ id }, { body: textOf(own), attachments });
      this.written.push({ name: own, conversation: id, onUnknown, message });
      await eventually(() => this.#isStopped || isReceived(nth));
    }
  }
}

/** What the test says of a run, in one line. */
export const summaryOf = ({ violations, ...counts }: Tally): string =>
  Object.entries({ ...counts, violations: violations.length })
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
