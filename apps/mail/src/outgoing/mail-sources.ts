import { pipeline, type Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ApiError, encodeId, uuidOf, type StoredAttachment } from '@parley/contracts';
import { FileTransport, UploadLimitsConfig } from '@parley/files';
import type { TenantContext } from '@parley/runtime/context';
import { uuidFor } from '@parley/runtime/records';
import type { MailAttachment } from '../composing/attachment.ts';
import { ComposingError, parseAddress } from '@parley/mail-text';
import { sendError } from '../transports/send-error.ts';
import type { OutgoingMail } from '../transports/transport.ts';
import type { OutgoingMailRow } from './outgoing-mail.entity.ts';
import { RetainedBytes } from './retained-bytes.ts';

/** Bytes that a signature adds to a mail whose size was limited before it. */
const SIGNATURE_MAX = 16 * 1024;

/** A file with the bytes of a mail. */
export interface StoredSource {
  /** Uuid of the file. */
  readonly id: string;
  readonly size: number;
  /** The bytes themselves if they are few and still in memory. */
  readonly bytes: Buffer | null;
}

/** The composed mails, which are files of their messages, and the files that they carry. */
@Injectable()
export class MailSources {
  constructor(
    private readonly files: FileTransport,
    private readonly limits: UploadLimitsConfig,
  ) {}

  /** Most bytes of a mail. */
  get sizeMax(): number {
    return this.limits.MAIL_SIZE_MAX;
  }

  /**
   * Stores the bytes of a mail, or finds those that an earlier attempt has stored, which are then the mail. Throws a
   * {@link ComposingError} if the storage of the workspace is full, with the rest as the file service does. The bytes themselves end
   * with an error if they are more than {@link sizeMax}.
   */
  async store(ctx: TenantContext, mail: OutgoingMailRow, bytes: Readable): Promise<StoredSource> {
    const id = encodeId('file', uuidFor('file', mail.id));
    const sourceOf = {
      conversationId: encodeId('conversation', mail.conversation_id),
      messageId: encodeId('message', mail.message_id),
    };
    try {
      const head = { id, name: `${mail.id}.eml`, maxBytes: this.sizeMax + SIGNATURE_MAX, sourceOf };
      const retained = new RetainedBytes();
      pipeline(bytes, retained, () => undefined);
      const { size, sha256 } = await this.files.send(ctx, head, retained);
      return { id: uuidOf('file', id), size, bytes: retained.matching(sha256) };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'file_too_large')
        throw new ComposingError('storage_full', sendError('storage_full').message);
      throw error;
    }
  }

  /** Each is opened when the bytes of the mail come to it. */
  attachmentsOf(ctx: TenantContext, attachments: readonly StoredAttachment[]): MailAttachment[] {
    return attachments
      .filter(({ deleted_at: deletedAt }) => deletedAt === null)
      .map(({ file_id: id, name, mime_type: type, size }) => ({
        filename: name,
        contentType: type,
        size,
        content: async () => (await this.files.read(ctx, id)).stream,
      }));
  }

  /** What transports know of a composed mail before they read it. */
  headOf(mail: OutgoingMailRow, to: readonly string[]): Omit<OutgoingMail, 'open'> {
    const bcc = to.filter((address) => mail.blind.includes(address));
    // Those whom the headers name, also if an earlier attempt has settled them; a suppressed one was left out.
    const named = mail.recipients
      .filter(({ address, error }) => !mail.blind.includes(address) && error?.code !== 'suppressed')
      .map(({ address }) => address);
    return {
      envelope: { from: mail.sender ?? '', to, bcc },
      messageId: mail.mail_id ?? '',
      size: mail.size ?? 0,
      needsSmtpUtf8: [mail.sender ?? '', ...named].some((one) => parseAddress(one)?.needsSmtpUtf8 === true),
    };
  }

  /** The bytes of a composed mail. */
  async read(ctx: TenantContext, { source_file_id: id }: OutgoingMailRow): Promise<Readable> {
    if (id === null) throw new Error('the mail is not composed');
    return (await this.files.read(ctx, encodeId('file', id))).stream;
  }
}
