import type { Readable } from 'node:stream';
import type { Id, Upload } from '@parley/contracts';
import type { TenantContext } from '@parley/kernel';

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
 * Stores the bytes of an upload as they arrive, and no faster than they can be stored. Throws `ApiError`: `file_too_large`,
 * `unsupported_file_type`, `service_unavailable`; whatever is thrown, and if `bytes` ends with an error, nothing remains stored.
 */
export type ReceiveUpload = (ctx: TenantContext, head: UploadHead, bytes: Readable) => Promise<Upload>;

/** Carries the bytes of uploads from the gateway to the file service. Neither depends on the implementation. */
export abstract class UploadTransport {
  /** Registers the file service. The returned function drains: it accepts no uploads and finishes running ones. */
  abstract serve(receive: ReceiveUpload): Promise<() => Promise<void>>;

  /** Sends an upload to the file service; see {@link ReceiveUpload}. `ctx.deadline` is that of the whole upload. */
  abstract send(...upload: Parameters<ReceiveUpload>): Promise<Upload>;
}
