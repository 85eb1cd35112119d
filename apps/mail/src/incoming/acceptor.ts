import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ApiError, encodeId, uuidOf, type MailAddress } from '@parley/contracts';
import { FileTransport, UploadLimitsConfig } from '@parley/files';
import { Database, type NewRow } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { newUuid, uuidFor } from '@parley/runtime/records';
import { contextOf, type Destination } from './destination.ts';
import { NO_DOCUMENTS } from './display-documents.ts';
import { IncomingMailRow, type Envelope, type Reason } from './incoming-mail.entity.ts';
import { findByTransport } from './incoming-mails.queries.ts';
import { IncomingReader } from './incoming-reader.ts';
import { CopiedBytes, RecentSources } from './recent-sources.ts';

/** Time in which the bytes of a mail have to be there. */
export const ACCEPT_TIMEOUT_MS = 600_000;
const RECORD_TIMEOUT_MS = 60_000;
/** The largest number of the column: servers tell any size. */
const RECORDED_SIZE_MAX = 2_147_483_647;

export interface ArrivingMail {
  readonly destination: Destination;
  readonly envelope: Envelope;
  /** What names the mail at its transport, if something does: it is stored once. */
  readonly transportKey: string | null;
  readonly bytes: Readable;
  /** When a mail of the past arrived, which is imported now; null or absent for one that arrives. */
  readonly arrivedAt?: Date | null;
}

/** A mail whose bytes are not stored. */
export interface RefusedMail extends Omit<ArrivingMail, 'bytes' | 'transportKey' | 'arrivedAt'> {
  readonly transportKey: string;
  readonly size: number;
  readonly reason: Reason;
  readonly sender: MailAddress | null;
  readonly subject: string | null;
}

/** Takes mails over from their transports. */
@Injectable()
export class Acceptor {
  constructor(
    private readonly db: Database,
    private readonly files: FileTransport,
    private readonly limits: UploadLimitsConfig,
    private readonly reader: IncomingReader,
    private readonly recent: RecentSources,
  ) {}

  /** Most bytes of a mail. */
  get sizeMax(): number {
    return this.limits.MAIL_SIZE_MAX;
  }

  /**
   * Stores a mail. Once it resolves the mail is not lost, and its transport may forget it. Throws `file_too_large` for one that is
   * larger than {@link sizeMax} or finds the storage of the workspace full, and `service_unavailable` if it has to be sent again. The bytes
   * are read to their end in any case, and not destroyed.
   */
  async accept({
    destination,
    envelope,
    transportKey,
    bytes,
    arrivedAt = null,
  }: ArrivingMail): Promise<'stored' | 'duplicate'> {
    const ctx = contextOf(destination, ACCEPT_TIMEOUT_MS);
    if (await this.#isKnown(ctx, destination.mailboxId, transportKey)) {
      bytes.resume();
      return 'duplicate';
    }
    const copied = CopiedBytes.of(bytes);
    // The rest of a mail that cannot be stored is read, too: its transport answers after the end.
    const row = await this.store(ctx, destination, copied).finally(() => {
      bytes.unpipe(copied);
      bytes.resume();
    });
    const past = arrivedAt === null ? {} : { status: 'importing' as const, arrived_at: arrivedAt };
    const result = await this.#insert(ctx, { ...row, ...past, envelope, transport_key: transportKey });
    // Its import reads one of the past.
    if (result === 'stored' && arrivedAt === null) {
      this.recent.keep(row.source_file_id, copied.whole());
      this.reader.wake();
    }
    return result;
  }

  /** Records a mail that stays at its transport, so that somebody learns of it. */
  async record({
    destination,
    envelope,
    transportKey,
    size,
    reason,
    sender,
    subject,
  }: RefusedMail): Promise<void> {
    const id = newUuid();
    await this.#insert(contextOf(destination, RECORD_TIMEOUT_MS), {
      ...UNREAD,
      ...{ id, mailbox_id: destination.mailboxId, envelope, transport_key: transportKey },
      ...{ status: 'failed', reason, sender, subject, due_at: new Date() },
      size: Math.min(size, RECORDED_SIZE_MAX),
      ...{ has_source: false, source_file_id: uuidFor('file', id) },
      ...{ message_id: newUuid(), new_conversation_id: newUuid() },
    });
  }

  async #isKnown(ctx: TenantContext, mailboxId: string, key: string | null): Promise<boolean> {
    return key !== null && (await this.db.read(ctx).one(findByTransport, [mailboxId, key])) !== undefined;
  }

  /** The commit may have succeeded also if nobody was told of it, and another process may have fetched the same mail. */
  async #insert(ctx: TenantContext, row: NewRow<IncomingMailRow>): Promise<'stored' | 'duplicate'> {
    try {
      await this.db.transaction(ctx, (tx) => tx.insert(IncomingMailRow, row, 'transport_key'));
      return 'stored';
    } catch (error) {
      if (!(await this.#isKnown(ctx, row.mailbox_id, row.transport_key).catch(() => false))) throw error;
      return 'duplicate';
    }
  }

  /** Stores the bytes of a mail, and returns its row, which is not inserted: until it is, the file service forgets them soon. */
  async store(
    ctx: TenantContext,
    { mailboxId }: Pick<Destination, 'mailboxId'>,
    bytes: Readable,
    id = newUuid(),
  ) {
    const [messageId, conversationId] = [newUuid(), newUuid()];
    const head = {
      id: encodeId('file', uuidFor('file', id)),
      name: `${id}.eml`,
      maxBytes: this.sizeMax,
      sourceOf: {
        conversationId: encodeId('conversation', conversationId),
        messageId: encodeId('message', messageId),
      },
    };
    const stored = await this.files.send(ctx, head, bytes);
    return {
      ...UNREAD,
      id,
      mailbox_id: mailboxId,
      due_at: new Date(),
      source_file_id: uuidOf('file', stored.id),
      size: stored.size,
      message_id: messageId,
      new_conversation_id: conversationId,
    };
  }
}

/** What is not known of a mail that nobody has read. */
const UNREAD = {
  status: 'stored',
  reason: null,
  attempts: 0,
  is_released: false,
  content_key: null,
  sender_key: null,
  body_hash: null,
  shown_hash: null,
  type: null,
  sender: null,
  subject: null,
  authentication: null,
  acknowledgement: null,
  conversation_id: null,
  is_forgotten: false,
  has_source: true,
  arrived_at: null,
  ...NO_DOCUMENTS,
} as const;

/** Whether a mail can never be stored as it is, in contrast to one that may be sent again. */
export const isTooLarge = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'file_too_large';
