import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ApiError, encodeId, uuidOf } from '@parley/contracts';
import { FileTransport, isStorageFull, type DocumentImages } from '@parley/files';
import type { ShownMail } from '@parley/mail-reader';
import type { TenantContext } from '@parley/runtime/context';
import { uuidFor } from '@parley/runtime/records';
import type { IncomingMailRow } from './incoming-mail.entity.ts';

/** Bytes of a document: HTML of 1 MiB, which may grow as it is sanitised, and 5 MiB of images in base64. */
const DOCUMENT_MAX = 16 * 1024 * 1024;

/** The documents of a mail; null without HTML, and without content of other servers. */
export type Documents = Pick<IncomingMailRow, 'html_file_id' | 'remote_html_file_id'>;

export const NO_DOCUMENTS: Documents = { html_file_id: null, remote_html_file_id: null };

/** Stores what browsers show of the HTML of mails, as files of their messages. */
@Injectable()
export class DisplayDocuments {
  constructor(private readonly files: FileTransport) {}

  /**
   * Stores the documents of a mail, once: called again, it finds what was stored. Throws the error of `isStorageFull` where the workspace
   * has no room for them.
   */
  async store(
    ctx: TenantContext,
    row: IncomingMailRow,
    { document, remoteDocument }: Pick<ShownMail, 'document' | 'remoteDocument'>,
  ): Promise<Documents> {
    const stored = (images: DocumentImages, content: string | null) =>
      content === null ? null : this.#store(ctx, row, images, content);
    return {
      html_file_id: await stored('embedded', document),
      remote_html_file_id: await stored('remote', remoteDocument),
    };
  }

  async #store(
    ctx: TenantContext,
    row: IncomingMailRow,
    document: DocumentImages,
    content: string,
  ): Promise<string | null> {
    const head = {
      id: encodeId('file', uuidFor('file', row.id, document)),
      name: documentName(row),
      maxBytes: DOCUMENT_MAX,
      document,
      sourceOf: {
        conversationId: encodeId('conversation', row.new_conversation_id),
        messageId: encodeId('message', row.message_id),
      },
    };
    try {
      return uuidOf('file', (await this.files.send(ctx, head, Readable.from(Buffer.from(content)))).id);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'file_too_large' && !isStorageFull(error)) return null;
      throw error;
    }
  }
}

/** The name of a document, which its links contain. */
export const documentName = ({ id }: Pick<IncomingMailRow, 'id'>): string => `${id}.html`;
