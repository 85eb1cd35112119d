import { Readable } from 'node:stream';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError, discardFiles, encodeId, type Upload } from '@parley/contracts';
import { FileTransport, isStorageFull } from '@parley/files';
import {
  MailReaders,
  UnreadableMailError,
  type InlineImage,
  type ReadMail,
  type ShownMail,
  type TakePart,
} from '@parley/mail-reader';
import { Rpc } from '@parley/rpc';
import { newId } from '@parley/runtime/records';
import type { TenantContext } from '@parley/runtime/context';
import type { IncomingMailRow } from './incoming-mail.entity.ts';
import { InlineImages } from './inline-images.ts';
import { RecentSources } from './recent-sources.ts';

/** Most bytes of a file of a mail: those of a mail as a whole are limited when it arrives. */
const PART_MAX = 50 * 1024 * 1024;

/** Reads stored mails, in workers that may die of them. */
@Injectable()
export class MailReading implements OnApplicationShutdown {
  readonly #readers = new MailReaders();

  constructor(
    private readonly files: FileTransport,
    private readonly rpc: Rpc,
    private readonly recent: RecentSources,
  ) {}

  /** Nothing is read any more by then. */
  onApplicationShutdown(): Promise<void> {
    return this.#readers.close();
  }

  /** What a mail says, without its files. Throws `UnreadableMailError` for one that exceeds the limits of a reader. */
  async read(ctx: TenantContext, mail: Pick<IncomingMailRow, 'source_file_id'>): Promise<ReadMail> {
    return this.#readers.read(await this.bytesOf(ctx, mail), drained);
  }

  /** What is shown of a mail that was read. One whose HTML takes too much to be shown has its text alone. */
  async shown(mail: ReadMail, images: readonly InlineImage[]): Promise<ShownMail> {
    try {
      return await this.#readers.show(mail, images);
    } catch (error) {
      if (!(error instanceof UnreadableMailError) || error.code !== 'too_expensive') throw error;
      return { body: mail.text, quotedBody: null, document: null, remoteDocument: null };
    }
  }

  /**
   * Uploads the files of a mail, in their order, and keeps images to which its HTML refers. One that the file service refuses, such as an
   * infected one, is left out. Throws the error of `isStorageFull` where the workspace has no room for them; nothing remains of them then.
   */
  async filesOf(ctx: TenantContext, mail: Pick<IncomingMailRow, 'source_file_id'>) {
    const uploads: Upload[] = [];
    const images = new InlineImages();
    let isComplete = true;
    const upload: TakePart = async ({ name, contentId }, bytes) => {
      const copied = images.copied(contentId, bytes);
      const head = { id: newId('file'), name, maxBytes: PART_MAX };
      try {
        const sent = await this.files.send(ctx, head, Readable.from(copied.bytes));
        uploads.push(sent);
        copied.keep(sent.mime_type);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500 || isStorageFull(error)) throw error;
        isComplete = false;
      }
    };
    try {
      await this.#readers.read(await this.bytesOf(ctx, mail), upload);
    } catch (error) {
      await this.#discard(ctx, uploads);
      throw error;
    }
    return { uploads, isComplete, images: images.all() };
  }

  /** Removes uploads of which nothing is made. The file service does so later where this fails. */
  async #discard(ctx: TenantContext, uploads: readonly Upload[]): Promise<void> {
    if (uploads.length === 0) return;
    await this.rpc.call(discardFiles, ctx, { ids: uploads.map(({ id }) => id) }).catch(() => undefined);
  }

  /** The mail as it arrived. */
  async bytesOf(
    ctx: TenantContext,
    { source_file_id: id }: Pick<IncomingMailRow, 'source_file_id'>,
  ): Promise<Readable> {
    const recent = this.recent.find(id);
    if (recent !== undefined) return Readable.from([recent], { objectMode: false });
    return (await this.files.read(ctx, encodeId('file', id))).stream;
  }
}

const drained: TakePart = async (_part, bytes) => {
  for await (const _ of bytes);
};
