import type { Readable } from 'node:stream';
import { ApiError, type Id, type Upload } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';

/** The message that the source of a mail belongs to, with which it is deleted. */
export interface SourceOwner {
  readonly conversationId: Id<'conversation'>;
  readonly messageId: Id<'message'>;
}

/** What the document of a mail may load: images that are part of it, or those of other servers too. */
export type DocumentImages = 'embedded' | 'remote';

/** What the sender of an upload knows of it before its bytes. */
export interface UploadHead {
  /** The id that the file will have, chosen by the sender. */
  readonly id: Id<'file'>;
  /** As the client named it, without folders. */
  readonly name: string;
  /** The most bytes that the file may have. */
  readonly maxBytes: number;
  /**
   * The upload is the source of a mail: once it is stored, it is a file of this message that no operation shows. If it is sent
   * again with its id, the answer is what was stored first; what was not stored in full is replaced.
   */
  readonly sourceOf?: SourceOwner;
  /**
   * The upload is no source, but the HTML of one as the mail service has made it for a browser, which is served as such. Only with
   * `sourceOf`, so that nobody else has a file served so.
   */
  readonly document?: DocumentImages;
}

/**
 * Stores the bytes of an upload no faster than they arrive. Throws `ApiError` (`file_too_large`, `unsupported_file_type`,
 * `service_unavailable`) or the error that `bytes` ends with; then nothing remains stored.
 */
export type ReceiveUpload = (ctx: TenantContext, head: UploadHead, bytes: Readable) => Promise<Upload>;

/** A file that is read: what is known of it, and its bytes. */
export interface FileContent extends Upload {
  readonly stream: Readable;
}

/** Opens a file of the tenant. Throws `ApiError`: `not_found` if it has no such file, or `service_unavailable`. */
export type OpenFile = (ctx: TenantContext, id: Id<'file'>) => Promise<FileContent>;

/** What the file service does for the other end of the transport. */
export interface FileStore {
  readonly receive: ReceiveUpload;
  readonly open: OpenFile;
}

/** Carries the bytes of files between the file service and its callers. Neither depends on the implementation. */
export abstract class FileTransport {
  /** Registers the file service. The returned function drains: it accepts nothing more and finishes what runs. */
  abstract serve(store: FileStore): Promise<() => Promise<void>>;

  /** See {@link ReceiveUpload}. Key and preconditions of `ctx` are not passed on. If it throws, `bytes` are destroyed. */
  abstract send(...upload: Parameters<ReceiveUpload>): Promise<Upload>;

  /**
   * Reads a file of the tenant no faster than the stream is taken; see {@link OpenFile}. The stream ends with
   * `service_unavailable` if the bytes are not all of those that were stored, and at the deadline of `ctx`: a reader that
   * stops early destroys it.
   */
  abstract read(...file: Parameters<OpenFile>): Promise<FileContent>;
}

/** The context without what concerns the operation of the sender alone. */
export function sentContext(ctx: TenantContext): TenantContext {
  const { idempotency: _, ifMatch: _ifMatch, ...rest } = ctx;
  return rest;
}

/** The error of an upload at its deadline. */
export function uploadTookTooLong(): ApiError {
  return new ApiError('service_unavailable', { message: 'The upload took too long. Try again.' });
}

/** The error of a read at its deadline. */
export function readTookTooLong(): ApiError {
  return new ApiError('service_unavailable', { message: 'Reading the file took too long. Try again.' });
}
