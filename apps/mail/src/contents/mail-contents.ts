import { Injectable } from '@nestjs/common';
import {
  ApiError,
  encodeId,
  readIncomingContent,
  readOutgoingContent,
  uuidOf,
  type MailContent,
  type ParsedInput,
} from '@parley/contracts';
import { FileLinks, FileTransport } from '@parley/files';
import { readHeaders, type HeaderField } from '@parley/mail-reader';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { documentName } from '../incoming/display-documents.ts';
import { findDelivered } from '../incoming/incoming-mails.queries.ts';
import { findComposed } from '../outgoing/outgoing-mails.queries.ts';

/** What a mail contains beside the text of its message, by links that expire. */
@Injectable()
export class MailContents {
  constructor(
    private readonly db: Database,
    private readonly files: FileTransport,
    private readonly links: FileLinks,
  ) {}

  @Handles(readIncomingContent)
  async ofIncoming(ctx: TenantContext, { message_id: id }: ParsedInput<typeof readIncomingContent>) {
    const row = await this.db.read(ctx).one(findDelivered, [uuidOf('message', id)]);
    if (row === undefined) return null;
    const urlOf = (file: string | null, name: string) =>
      file === null ? null : this.links.urlOf(ctx.tenant, { id: encodeId('file', file), name });
    return {
      ...(await this.#source(ctx, row.source_file_id, row.id)),
      html_url: urlOf(row.html_file_id, documentName(row)),
      html_url_with_remote_content: urlOf(row.remote_html_file_id, documentName(row)),
    };
  }

  @Handles(readOutgoingContent)
  async ofOutgoing(ctx: TenantContext, { message_id: id }: ParsedInput<typeof readOutgoingContent>) {
    const row = await this.db.read(ctx).one(findComposed, [uuidOf('message', id)]);
    const source = await this.#source(ctx, row?.source_file_id ?? null, row?.id ?? '');
    return { ...source, html_url: null, html_url_with_remote_content: null };
  }

  /** Nothing without a source: it was not composed yet, or is deleted. */
  async #source(
    ctx: TenantContext,
    id: string | null,
    mailId: string,
  ): Promise<Pick<MailContent, 'headers' | 'source_url'>> {
    const headers = id === null ? null : await this.#headers(ctx, id);
    if (id === null || headers === null) return { headers: [], source_url: null };
    const file = { id: encodeId('file', id), name: `${mailId}.eml` };
    return { headers, source_url: this.links.urlOf(ctx.tenant, file) };
  }

  async #headers(ctx: TenantContext, id: string): Promise<HeaderField[] | null> {
    try {
      const { stream } = await this.files.read(ctx, encodeId('file', id));
      return await readHeaders(stream);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return null;
      throw error;
    }
  }
}
