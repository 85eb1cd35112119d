import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ApiError, encodeId, notFound, uuidOf, type Id } from '@parley/contracts';
import { FileLinks, type LinkedFile } from '@parley/files';
import { Slots } from '@parley/runtime/async';
import { inTenant, systemContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileRow } from '../files/file.entity.ts';
import { findReadableFile } from '../files/files.queries.ts';
import { objectKey, ObjectStorage, type ByteRange } from '../storage/object-storage.ts';
import { byteRangeOf } from './byte-range.ts';
import { DownloadConfig } from './download.config.ts';
import { documentHeaders, presentationOf, type MailFile } from './presentation.ts';

/** A redirect is followed at once; its URL is of no use later. */
const PRESIGNED_SECONDS = 60;

/** Answers requests for files: checks the link, then streams the content, no faster than the client takes it. */
@Injectable()
export class Downloads {
  /** Each download that runs holds a connection to its client, and a file or a connection to S3. */
  readonly #slots: Slots<Id<'workspace'>>;
  readonly #consoleOrigin: string;

  constructor(
    private readonly links: FileLinks,
    private readonly db: Database,
    private readonly storage: ObjectStorage,
    private readonly config: DownloadConfig,
  ) {
    this.#consoleOrigin = new URL(config.AUTH_URL).origin;
    this.#slots = new Slots(config.DOWNLOADS_PER_WORKSPACE, 'downloads');
  }

  /**
   * Throws `forbidden` for a forged or expired link, `not_found` for a deleted file and for what is no link, and
   * `rate_limit_exceeded` if too many downloads of the workspace run.
   */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const link = this.#verify(request.url);
    const row = await this.#find(link);
    const etag = `"${row.sha256}"`;
    const { 'if-match': required, 'if-none-match': known } = request.headers;
    if (required !== undefined && !listsTag(required, etag)) throw new ApiError('precondition_failed');
    // Browsers ask again each time: their copy ends with the file.
    void reply.headers({ etag, 'cache-control': 'private, no-cache' });
    const { document_images: images } = row;
    if (images !== null) void reply.headers(documentHeaders(images, this.#consoleOrigin));
    if (known !== undefined && listsTag(known.replaceAll('W/', ''), etag)) return reply.code(304).send();
    const presentation = presentationOf(row.name, row.mime_type, mailFileOf(row));
    // The storage would send a document without its policy.
    if (request.method === 'GET' && images === null) {
      const presignedUrl = await this.storage.presignedUrl(keyOf(link, row), {
        ...presentation,
        expiresInSeconds: PRESIGNED_SECONDS,
      });
      // The storage answers everything else, ranges too.
      if (presignedUrl !== undefined) return reply.redirect(presignedUrl, 302);
    }
    if (request.method === 'GET') this.#takeSlot(link, reply);
    const range = this.#rangeOf(request, reply, row);
    const bytes = request.method === 'GET' ? await this.#open(link, row, range) : undefined;
    const length = range === null ? Number(row.size) : range.end - range.start + 1;
    void reply.headers({
      'content-type': presentation.contentType,
      'content-disposition': presentation.contentDisposition,
      'content-length': length,
      'accept-ranges': 'bytes',
    });
    if (bytes !== undefined) this.#limitTime(reply, length);
    return reply.send(bytes);
  }

  /** Slow clients of one workspace must not take the downloads and uploads of all others. */
  #takeSlot({ workspaceId }: LinkedFile, { raw }: FastifyReply): void {
    const release = this.#slots.take(workspaceId);
    if (raw.destroyed) release();
    else raw.once('close', release);
  }

  #verify(target: string): LinkedFile {
    const link = this.links.verify(target);
    if (link === 'malformed') throw notFound('file');
    if (link === 'forged')
      throw new ApiError('forbidden', {
        message: 'The download link is not valid: it was changed, or its key has been removed.',
      });
    if (link === 'expired')
      throw new ApiError('forbidden', {
        message: 'The download link has expired. Retrieve the file again to get a new one.',
      });
    return link;
  }

  async #find({ workspaceId, mode, id }: LinkedFile): Promise<FileRow> {
    const ctx = inTenant(systemContext(), workspaceId, mode);
    const [row] = await this.db.read(ctx).query(findReadableFile, [uuidOf('file', id)]);
    if (row === undefined) throw notFound('file');
    return row;
  }

  /** The part that is asked for, which the status then tells; `null` for the whole file. Throws 416. */
  #rangeOf({ headers, method }: FastifyRequest, reply: FastifyReply, row: FileRow): ByteRange | null {
    const condition = headers['if-range'];
    const isOfSame = condition === undefined || condition === `"${row.sha256}"`;
    // Only GET has ranges (RFC 9110 section 14.2).
    const range = method === 'GET' && isOfSame ? byteRangeOf(headers.range, Number(row.size)) : null;
    if (range === null) return null;
    if (range === 'unsatisfiable') {
      void reply.header('content-range', `bytes */${row.size}`);
      const message = `Range: the file has ${row.size} bytes`;
      throw new ApiError('invalid_parameter', { status: 416, param: 'Range', message });
    }
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${row.size}`);
    return range;
  }

  /** A file may be deleted between the two looks at it; one that is still there has lost its content. */
  async #open(link: LinkedFile, row: FileRow, range: ByteRange | null): Promise<Readable> {
    try {
      return await this.storage.get(keyOf(link, row), range ?? undefined);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
      await this.#find(link);
      throw new Error(`the storage has no object of ${link.id}`, { cause: error });
    }
  }

  /** Cuts off a client that takes the bytes too slowly: each download holds a connection and an open file. */
  #limitTime({ raw }: FastifyReply, length: number): void {
    const { DOWNLOAD_IDLE_TIMEOUT, DOWNLOAD_MIN_RATE } = this.config;
    // A client that left while the file was opened has closed its response already.
    if (DOWNLOAD_MIN_RATE === 0 || raw.destroyed) return;
    const ms = DOWNLOAD_IDLE_TIMEOUT + (length / DOWNLOAD_MIN_RATE) * 1000;
    // With a reset, because the system would keep on offering what it has already been given.
    const timer = setTimeout(() => raw.socket?.resetAndDestroy(), ms);
    raw.once('close', () => clearTimeout(timer));
  }
}

const keyOf = (link: LinkedFile, { id, object_id: objectId }: FileRow): string =>
  objectKey(link, encodeId('file', objectId ?? id));

/** What a file is of a mail; null for an upload, whatever its type. */
function mailFileOf({ status, document_images: images }: FileRow): MailFile | null {
  if (status !== 'source') return null;
  return images === null ? 'source' : 'document';
}

/** Whether a header with entity tags has one, or `*`. */
function listsTag(header: string, etag: string): boolean {
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim()));
}
