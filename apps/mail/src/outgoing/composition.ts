import { Injectable } from '@nestjs/common';
import { encodeId, readOutgoingMessage, type MailAddress, type Result } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { Semaphore } from '@parley/runtime/async';
import type { TenantContext } from '@parley/runtime/context';
import { addressKey, ComposingError, newReplyToken, replyAddress } from '@parley/mail-text';
import { acknowledgementOf, withSender } from '../composing/acknowledgement.ts';
import { bodyOf } from '../composing/body.ts';
import { compose, type ComposedMail } from '../composing/compose.ts';
import { newMessageId, threadHeaders } from '../composing/message-id.ts';
import type { MailboxRow } from '../mailboxes/mailbox.entity.ts';
import { subaddressesWork } from '../mailboxes/probe.rules.ts';
import { findProbe } from '../mailboxes/probes.queries.ts';
import { referenceKey } from '../incoming/headers.rules.ts';
import { DkimKeys } from '../domains/dkim-keys.ts';
import { MailConfig } from '../mail.config.ts';
import { sendError } from '../transports/send-error.ts';
import { sameForAll } from '../transports/transport.ts';
import { afterAttempt, cancelled, failed, pendingOf, type Decision } from './attempt.rules.ts';
import { OutgoingMailRow, type Recipient } from './outgoing-mail.entity.ts';
import * as queries from './outgoing-mails.queries.ts';
import { MailSources, type StoredSource } from './mail-sources.ts';

type Message = NonNullable<Result<typeof readOutgoingMessage>>;
type Surroundings = queries.Surroundings;

interface Stored {
  recipients: Recipient[];
  /** Recipients whom no header names. */
  blind: string[];
  composed: ComposedMail;
  source: StoredSource;
}

/** A mail that is ready to be sent. */
export interface ReadyMail {
  readonly mail: OutgoingMailRow;
  /** Its bytes if they are few and still in memory. */
  readonly bytes: Buffer | null;
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
  ): Promise<ReadyMail | Decision> {
    if (mail.kind === 'acknowledgement') return this.#acknowledge(ctx, mail, mailbox);
    const message = await this.rpc.call(readOutgoingMessage, ctx, {
      id: encodeId('message', mail.message_id),
    });
    // It was redacted or deleted after it was queued.
    if (message === null) return cancelled(mail);
    const surroundings = await this.#surroundingsOf(ctx, mail);
    const recipients = withoutSuppressed(mail.recipients, surroundings);
    const open = pendingOf({ recipients });
    if (open.length === 0) return failed({ ...mail, recipients }, SUPPRESSED);
    const addresses = new Set(open.map(({ address }) => address));
    const work = async () => {
      const replyTo = await this.#replyTo(ctx, mail, mailbox, surroundings);
      const draft = draftOf({ mail, mailbox, message, surroundings, open: addresses });
      const attachments = this.sources.attachmentsOf(ctx, message.attachments);
      const composed = compose({ ...draft, replyTo, attachments }, this.sources.sizeMax);
      const source = await this.#sign(ctx, mail, mailbox, composed);
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

  /** An acknowledgement has no message: its mailbox says it. */
  async #acknowledge(
    ctx: TenantContext,
    mail: OutgoingMailRow,
    mailbox: MailboxRow,
  ): Promise<ReadyMail | Decision> {
    if (!mailbox.acknowledgement.enabled) return cancelled(mail);
    const surroundings = await this.#surroundingsOf(ctx, mail);
    const recipients = withoutSuppressed(mail.recipients, surroundings);
    const [to] = pendingOf({ recipients });
    if (to === undefined) return failed({ ...mail, recipients }, SUPPRESSED);
    try {
      const draft = acknowledgementOf(mail, mailbox, to.address);
      const replyTo = await this.#replyTo(ctx, mail, mailbox, surroundings);
      const composed = withSender(compose({ ...draft, replyTo }, this.sources.sizeMax), mailbox);
      const source = await this.#sign(ctx, mail, mailbox, composed);
      return await this.#store(ctx, mail, { recipients, blind: [], composed, source });
    } catch (error) {
      return this.#afterFailure({ ...mail, recipients }, mailbox, error);
    }
  }

  async #sign(ctx: TenantContext, mail: OutgoingMailRow, { address }: MailboxRow, { bytes }: ComposedMail) {
    return this.sources.store(ctx, mail, await this.dkim.sign(ctx, address, bytes));
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

  async #surroundingsOf(
    ctx: TenantContext,
    { conversation_id: conversation, number, recipients }: OutgoingMailRow,
  ): Promise<Surroundings> {
    const keys = recipients.map(({ address }) => addressKey(address));
    const found = await this.db.read(ctx).one(queries.findSurroundings, [conversation, number, keys]);
    if (found === undefined) throw new Error('a select without from returned no row');
    return found;
  }

  async #replyTo(
    ctx: TenantContext,
    { conversation_id: conversation }: OutgoingMailRow,
    { id, subaddressing, address, from_name: name }: MailboxRow,
    { token }: Surroundings,
  ): Promise<MailAddress | null> {
    if (!subaddressing) return null;
    const probe = await this.db.read(ctx).one(findProbe, [id]);
    if (probe !== undefined && subaddressesWork(probe, new Date()) === false) return null;
    const values = [newReplyToken(), conversation];
    const added =
      token ?? (await this.db.transaction(ctx, (tx) => tx.one(queries.findOrAddToken, values)))?.token;
    const reply = added === undefined ? null : replyAddress(address, added);
    return reply === null ? null : { name, address: reply };
  }

  async #store(
    ctx: TenantContext,
    mail: OutgoingMailRow,
    { recipients, blind, composed, source }: Stored,
  ): Promise<ReadyMail | Decision> {
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.one(queries.lockMail, [mail.id]);
      // It was cancelled, or its lease has ended.
      if (row?.lease_token !== mail.lease_token || row.status !== 'sending') return cancelled(mail);
      tx.write(queries.addReference, [
        referenceKey(composed.messageId),
        mail.conversation_id,
        mail.message_id,
      ]);
      const changes = {
        recipients,
        mail_id: composed.messageId,
        sender: composed.envelope.from,
        blind,
        source_file_id: source.id,
        size: source.size,
      };
      return { mail: await tx.update(OutgoingMailRow, row, changes), bytes: source.bytes };
    });
  }
}

const withoutSuppressed = (recipients: readonly Recipient[], { suppressed }: Surroundings): Recipient[] =>
  recipients.map((one) =>
    suppressed.includes(addressKey(one.address))
      ? { ...one, status: 'failed' as const, error: SUPPRESSED }
      : one,
  );

interface Draft {
  mail: OutgoingMailRow;
  mailbox: MailboxRow;
  message: Message;
  surroundings: Surroundings;
  /** Addresses that the mail is still to be sent to. */
  open: ReadonlySet<string>;
}

function draftOf({ mail, mailbox, message, surroundings: { earlier }, open }: Draft) {
  const { email } = message;
  const parent = earlier.at(-1);
  const answered = parent === undefined ? null : { messageId: parent, references: earlier.slice(0, -1) };
  const messageId = mail.mail_id ?? newMessageId(mailbox.address);
  const to = (addresses: readonly MailAddress[]) => addresses.filter(({ address }) => open.has(address));
  return {
    from: { name: mailbox.from_name ?? message.author_name, address: mailbox.address },
    to: to(email.to),
    cc: to(email.cc),
    bcc: to(email.bcc),
    subject: email.subject ?? '',
    messageId,
    thread: threadHeaders(messageId, answered),
    // With the Message-ID, so that a repetition after a crash composes the same bytes.
    date: mail.created_at,
    body: bodyOf({ text: message.text, html: message.html, signature: mailbox.signature }),
    automatic: null,
  };
}

const sizeOf = ({ text, html, attachments }: Message): number =>
  attachments.reduce((sum, { size }) => sum + size, text.length + (html?.length ?? 0));

/** The error of the composition itself, which a stream may have wrapped. */
function composingErrorOf(error: unknown): ComposingError | undefined {
  if (error instanceof ComposingError) return error;
  return error instanceof Error && error.cause !== undefined ? composingErrorOf(error.cause) : undefined;
}
