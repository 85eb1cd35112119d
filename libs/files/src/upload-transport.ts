import type { Readable } from 'node:stream';
import { ApiError, type Id, type Upload } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';

/** What the gateway knows of a file before its bytes. */
export interface UploadHead {
  /** The id that the file will have, chosen by the gateway. */
  readonly id: Id<'file'>;
  /** As the client named it, without folders. */
  readonly name: string;
  /** The most bytes that the file may have. */
  readonly maxBytes: number;
}

/**
 * Stores the bytes of an upload no faster than they arrive. Throws `ApiError` (`file_too_large`, `unsupported_file_type`,
 * `service_unavailable`) or the error that `bytes` ends with; then nothing remains stored.
 */
export type ReceiveUpload = (ctx: TenantContext, head: UploadHead, bytes: Readable) => Promise<Upload>;

/** Carries the bytes of uploads from the gateway to the file service. Neither depends on the implementation. */
export abstract class UploadTransport {
  /** Registers the file service. The returned function drains: it accepts no uploads and finishes running ones. */
  abstract serve(receive: ReceiveUpload): Promise<() => Promise<void>>;

  /** See {@link ReceiveUpload}. Key and preconditions of `ctx` are not passed on. If it throws, `bytes` are destroyed. */
  abstract send(...upload: Parameters<ReceiveUpload>): Promise<Upload>;
}

export function contextOfUpload(ctx: TenantContext): TenantContext {
  const { idempotency: _, ifMatch: _ifMatch, ...rest } = ctx;
  return rest;
}

/** The error of an upload at its deadline. */
export function tookTooLong(): ApiError {
  return new ApiError('service_unavailable', { message: 'The upload took too long. Try again.' });
}
