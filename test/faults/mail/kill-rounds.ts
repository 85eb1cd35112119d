import { createFile, uuidOf, type Conversation, type Id, type Mailbox } from '@parley/contracts';
import { gate } from '@parley/testing';
import { seededRandom } from '@parley/sample-data';
import type { ScriptedSmtpServer } from '../../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import type { Boundary } from './kill-boundaries.ts';
import { plainTransport, type Mailing } from './mailing.ts';
import { killAndRestart } from './reached.ts';
import { textOf, type ReceivedMails } from './received-mails.ts';
import type { SentReply } from './sending-history.ts';
import { settled, type WrittenReply } from './settled-replies.ts';

const REPLIES = 2;
/** More than the buffers of two sockets hold. */
const LARGE_BYTES = 6 * 1024 * 1024;

/** Writes replies and kills a process on their way, again and again. */
export class KillRounds {
  readonly replies: SentReply[] = [];
  #nth = 0;

  private constructor(
    private readonly mailing: Mailing,
    private readonly server: ScriptedSmtpServer,
    private readonly received: ReceivedMails,
    private readonly mailboxes: readonly Mailbox[],
    private readonly file: Id<'file'>,
    private readonly random: () => number,
  ) {}

  static async open(
    mailing: Mailing,
    server: ScriptedSmtpServer,
    received: ReceivedMails,
    seed: number,
  ): Promise<KillRounds> {
    const transport = plainTransport(server);
    const limits = { per_minute: 10_000 };
    const mailboxes = [
      await mailing.connectMailbox(transport, { limits, on_unknown: 'hold' }),
      await mailing.connectMailbox(transport, { limits, on_unknown: 'retry' }),
    ];
    const bytes = new File([Buffer.alloc(LARGE_BYTES, 7)], 'large.bin');
    const { data } = await mailing.live.ok(createFile, { body: { file: bytes } });
    return new KillRounds(mailing, server, received, mailboxes, data.id, seededRandom('kills', seed));
  }

  /** Kills a process at a boundary while replies are sent, starts it again, and waits until nothing more comes of them. */
  async run(boundary: Boundary): Promise<void> {
    const { mailing, server } = this;
    this.#nth += 1;
    const conversations = await Promise.all(this.mailboxes.map((mailbox) => mailing.converse(mailbox)));
    const [written, setWritten] = gate<WrittenReply[]>();
    const { reached, release } = await boundary.prepare({
      ...{ mailing, server, chance: this.random() },
      conversations: conversations.map(({ id }) => uuidOf('conversation', id)),
      written: () => written,
    });
    const writing = this.#write(conversations, boundary).then(setWritten);
    await Promise.race([reached, writing.then(() => reached)]);
    await killAndRestart(mailing, boundary.victim, release);
    const all = await written;
    await writing;
    this.replies.push(...(await settled(mailing, all)));
    server.script = {};
    this.received.take(server.mails.splice(0));
  }

  async #write(conversations: readonly Conversation[], { isLarge }: Boundary): Promise<WrittenReply[]> {
    const each = conversations.map(async (conversation, at) => {
      const written: WrittenReply[] = [];
      for (let nth = 0; nth < REPLIES; nth += 1) {
        const name = `${this.#nth}-${at}-${nth}`;
        const attachments = isLarge === true && nth === 0 ? [this.file] : [];
        const fields = { body: textOf(name), attachments: attachments as never };
        const message = await this.mailing.reply(conversation, fields);
        const onUnknown = this.mailboxes[at]?.on_unknown ?? 'hold';
        written.push({ name, conversation: conversation.id, onUnknown, message });
      }
      return written;
    });
    return (await Promise.all(each)).flat();
  }
}
