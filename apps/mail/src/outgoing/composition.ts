import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { encodeId, readOutgoingMessage, type MailAddress, type Result } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { Semaphore } from '@parley/runtime/async';
import type { TenantContext } from '@parley/runtime/context';
import { addressKey, ComposingError, newReplyToken, replyAddress } from '@parley/mail-text';
import { bodyOf } from '../composing/body.ts';
import { compose, type ComposedMail } from '../composing/compose.ts';
import { newMessageId, threadHeaders } from '../composing/message-id.ts';
import type { MailboxRow } from '../mailboxes/mailbox.entity.ts';
import { DkimKeys } from '../domains/dkim-keys.ts';
import { MailConfig } from '../mail.config.ts';
import { sendError } from '../transports/send-error.ts';
import { sameForAll } from '../transports/transport.ts';
import { afterAttempt, cancelled, failed, pendingOf, type Decision } from './attempt.rules.ts';
import { OutgoingMailRow, type Recipient } from './outgoing-mail.entity.ts';
import * as queries from './outgoing-mails.queries.ts';
import { MailSources } from './mail-sources.ts';

type Message = NonNullable<Result<typeof readOutgoingMessage>>;

interface Stored {
  recipients: Recipient[];
  /** Recipients whom no header names. */
  blind: string[];
  composed: ComposedMail;
  /** Uuid and size of the file with the bytes. */
  source: { id: string; size: number };
}

const KIB = 1024;
/**
 * How many mails with more bytes of text and files are composed at a time. While a mail is signed, it is in memory or in a temporary
 * file, which may be in memory too: all of them take about 230 MiB together, with the default limits.
 */
const LARGE = [
  { bytes: KIB * KIB, atATime: 4 },
  { bytes: 128 * KIB, atATime: 32 },
] as const;

const SUPPRESSED = {
  code: 'suppressed',
  smtp_status: null,
  message:
    'No mail is sent to this address, because an earlier one was refused for good or an admin has listed it.',
} as const;

/** Composes a mail once: all of its attempts send the same bytes, with one Message-ID. */
@Injectable()
export class Composition {
  readonly #large = LARGE.map(({ bytes, atATime }) => ({ bytes, places: new Semaphore(atATime) }));

  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly sources: MailSources,
    private readonly dkim: DkimKeys,
    private readonly config: MailConfig,
  ) {}

  /**
   * The mail with its bytes stored, or what becomes of it if it cannot be composed. Throws `service_unavailable` while the conversation
   * service or the file service is away.
   */
  async compose(
    ctx: TenantContext,
    mail: OutgoingMailRow,
    mailbox: MailboxRow,
  ): Promise<OutgoingMailRow | Decision> {
    const message = await this.rpc.call(readOutgoingMessage, ctx, {
      id: encodeId('message', mail.message_id),
    });
    // It was redacted or deleted after it was queued.
    if (message === null) return cancelled(mail);
    const recipients = await this.#withoutSuppressed(ctx, mail.recipients);
    const open = pendingOf({ recipients });
    if (open.length === 0) return failed({ ...mail, recipients }, SUPPRESSED);
    const addresses = new Set(open.map(({ address }) => address));
    const work = async () => {
      const composed = await this.#draft(ctx, mail, mailbox, message, addresses);
      const bytes = await this.dkim.sign(ctx, mailbox.address, composed.bytes);
      const source = await this.sources.store(ctx, mail, bytes);
      const blind = message.email.bcc.map(({ address }) => address);
      return this.#store(ctx, mail, { recipients, blind, composed, source });
    };
    const large = this.#large.find(({ bytes }) => sizeOf(message) > bytes);
    try {
      return await (large === undefined ? work() : large.places.run(work));
    } catch (error) {
      return this.#afterFailure({ ...mail, recipients }, mailbox, error);
    }
  }

  /** A full storage is no failure of the mail: it waits as one that a server defers. Throws what says nothing about the mail. */
  #afterFailure(mail: OutgoingMailRow, { on_unknown: onUnknown }: MailboxRow, error: unknown): Decision {
    const composing = composingErrorOf(error);
    if (composing === undefined) throw error;
    const { code, message } = composing;
    if (code !== 'storage_full') return failed(mail, { code, smtp_status: null, message });
    const pending = pendingOf(mail).map(({ address }) => address);
    return afterAttempt(mail, sameForAll(pending, { status: 'deferred', error: sendError(code) }), {
      ...{ now: new Date(), random: Math.random, onUnknown, isRepeated: mail.is_repeated },
      schedule: this.config.MAIL_RETRY_SCHEDULE,
    });
  }

  async #withoutSuppressed(ctx: TenantContext, recipients: Recipient[]): Promise<Recipient[]> {
    const keys = recipients.map(({ address }) => addressKey(address));
    const rows = await this.db.read(ctx).query(queries.findSuppressed, [keys]);
    const suppressed = new Set(rows.map(({ address_key: key }) => key));
    return recipients.map((one) =>
      suppressed.has(addressKey(one.address))
        ? { ...one, status: 'failed' as const, error: SUPPRESSED }
        : one,
    );
  }

  async #draft(
    ctx: TenantContext,
    mail: OutgoingMailRow,
    mailbox: MailboxRow,
    message: Message,
    open: ReadonlySet<string>,
  ): Promise<ComposedMail> {
    const { email } = message;
    const known = await this.db.read(ctx).query(queries.findMailIds, [mail.conversation_id, mail.number]);
    const earlier = known.map(({ mail_id: id }) => id);
    const parent = earlier.at(-1);
    const answered = parent === undefined ? null : { messageId: parent, references: earlier.slice(0, -1) };
    const messageId = mail.mail_id ?? newMessageId(mailbox.address);
    const to = (addresses: readonly MailAddress[]) => addresses.filter(({ address }) => open.has(address));
    return compose(
      {
        from: { name: mailbox.from_name ?? message.author_name, address: mailbox.address },
        to: to(email.to),
        cc: to(email.cc),
        bcc: to(email.bcc),
        replyTo: await this.#replyTo(ctx, mail, mailbox),
        subject: email.subject ?? '',
        messageId,
        thread: threadHeaders(messageId, answered),
        // With the Message-ID, so that a repetition after a crash composes the same bytes.
        date: mail.created_at,
        body: bodyOf({ text: message.text, html: message.html, signature: mailbox.signature }),
        attachments: this.sources.attachmentsOf(ctx, message.attachments),
        isAutomatic: false,
      },
      this.sources.sizeMax,
    );
  }

  async #replyTo(ctx: TenantContext, mail: OutgoingMailRow, mailbox: MailboxRow) {
    if (!mailbox.subaddressing) return null;
    const values = [newReplyToken(), mail.conversation_id];
    const [row] = await this.db.transaction(ctx, (tx) => tx.query(queries.findOrAddToken, values));
    const address = row === undefined ? null : replyAddress(mailbox.address, row.token);
    return address === null ? null : { name: mailbox.from_name, address };
  }

  async #store(
    ctx: TenantContext,
    mail: OutgoingMailRow,
    { recipients, blind, composed, source }: Stored,
  ): Promise<OutgoingMailRow | Decision> {
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.one(queries.lockMail, [mail.id]);
      // It was cancelled, or its lease has ended.
      if (row?.lease_token !== mail.lease_token || row.status !== 'sending') return cancelled(mail);
      const key = createHash('sha256').update(composed.messageId).digest();
      await tx.query(queries.addReference, [key, mail.conversation_id, mail.message_id]);
      return tx.update(OutgoingMailRow, row, {
        recipients,
        mail_id: composed.messageId,
        sender: composed.envelope.from,
        blind,
        source_file_id: source.id,
        size: source.size,
      });
    });
  }
}

const sizeOf = ({ text, html, attachments }: Message): number =>
  attachments.reduce((sum, { size }) => sum + size, text.length + (html?.length ?? 0));

/** The error of the composition itself, which a stream may have wrapped. */
function composingErrorOf(error: unknown): ComposingError | undefined {
  if (error instanceof ComposingError) return error;
  return error instanceof Error && error.cause !== undefined ? composingErrorOf(error.cause) : undefined;
}
