import { pipeline, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, type Upload } from '@parley/contracts';
import type { UploadHead } from '@parley/files';
import { DEFAULT_DEADLINE_MS, type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Scanner } from '../scanning/scanner.ts';
import { objectKey, ObjectStorage } from '../storage/object-storage.ts';
import { ContentMeter, tooLarge } from './content-meter.ts';
import { StorageQuota } from './storage-quota.ts';
import { UploadRows } from './upload-rows.ts';
import { mediaTypeOf } from './media-type.ts';
import { Counter, Gauge, initializedCounter } from '@parley/runtime/metrics';

const uploadsInFlight = new Gauge({
  name: 'parley_file_uploads_in_flight',
  help: 'Uploads that this process receives',
});

const uploadedBytes = new Counter({
  name: 'parley_file_uploaded_bytes_total',
  help: 'Bytes of uploads that were stored',
});

const uploads = initializedCounter(
  { name: 'parley_file_uploads_total', help: 'Uploads by result' },
  { result: ['stored', 'refused', 'failed', 'aborted'] },
);

@Injectable()
export class UploadReceiver {
  constructor(
    private readonly rows: UploadRows,
    private readonly quota: StorageQuota,
    private readonly storage: ObjectStorage,
    @Inject(Scanner) private readonly scanner: Scanner | null,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** See `ReceiveUpload`; counts it. */
  async receive(...upload: [TenantContext, UploadHead, Readable]): Promise<Upload> {
    uploadsInFlight.inc();
    try {
      const stored = await this.#receive(...upload);
      countUpload(stored);
      return stored;
    } catch (error) {
      countUpload({ error });
      throw error;
    } finally {
      uploadsInFlight.dec();
    }
  }

  /** The row comes first: whatever is stored afterwards is found by the sweep. */
  async #receive(ctx: TenantContext, head: UploadHead, bytes: Readable): Promise<Upload> {
    let meter: ContentMeter | null = null;
    let failure: Error | undefined;
    // If the storage fails, the meter ends before the bytes do.
    const noteEnd = () => {
      if (!bytes.readableEnded && meter?.destroyed !== true)
        failure ??= bytes.errored ?? new Error('the bytes of the upload ended early');
    };
    bytes.once('error', noteEnd).once('close', noteEnd);
    const { sourceOf, document } = head;
    if (document !== undefined && sourceOf === undefined) throw new Error('a document belongs to a message');
    const source = sourceOf && (await this.rows.findSource(ctx, head.id));
    if (source !== undefined) return readToEnd(bytes).then(() => source);
    const left = await this.quota.left(ctx);
    if (left === 0) throw this.quota.exceeded();
    // An earlier attempt to store a source may still write its object.
    const upload = sourceOf === undefined ? head : { ...head, id: newId('file') };
    await this.rows.begin(ctx, upload);
    meter = this.#metered(head, left);
    try {
      const stored = await this.#store(ctx, upload, meter, bytes);
      if (sourceOf !== undefined) return await this.rows.storeSource(ctx, stored, head.id, sourceOf);
      await this.rows.stage(ctx, stored);
      return stored;
    } catch (error) {
      await this.#discard(ctx, upload);
      throw failure ?? this.#asApiError(error, ctx);
    }
  }

  async #store(ctx: TenantContext, head: UploadHead, meter: ContentMeter, bytes: Readable) {
    const { id, name, sourceOf, document } = head;
    // Each of them ends with the error of the others; `put` throws it.
    pipeline(bytes, meter, () => undefined);
    // A mail is kept as it is, whatever it contains.
    const scanner = sourceOf === undefined ? this.scanner : null;
    const passed = scanner === null ? meter : pipeline(meter, scanner.gate(), () => undefined);
    await this.storage.put(objectKey(ctx.tenant, id), passed);
    const ownType = document === undefined ? 'message/rfc822' : 'text/html';
    const mimeType = sourceOf === undefined ? await mediaTypeOf(meter.head) : ownType;
    return { id, name, size: meter.size, mime_type: mimeType, sha256: meter.sha256() };
  }

  #metered({ maxBytes }: UploadHead, left: number): ContentMeter {
    return new ContentMeter(Math.min(maxBytes, left), () =>
      left < maxBytes ? this.quota.exceeded() : tooLarge(maxBytes),
    );
  }

  /** The sweep does what fails here. */
  async #discard(ctx: TenantContext, head: UploadHead): Promise<void> {
    // The deadline of the upload leaves no time for it.
    const extended = { ...ctx, deadline: Date.now() + DEFAULT_DEADLINE_MS };
    // Without its row, the object may be that of a source whose commit nobody was told of.
    const wasThere = await this.rows.discard(extended, head).catch(() => false);
    if (wasThere) await this.storage.remove(objectKey(ctx.tenant, head.id)).catch(() => undefined);
  }

  #asApiError(error: unknown, { requestId }: TenantContext): ApiError {
    const known = error instanceof ApiError;
    if (!known || error.code === 'service_unavailable')
      this.logger.error(
        { event: 'file.upload.failed', err: known ? (error.cause ?? error) : error, request_id: requestId },
        'Cannot store an upload',
      );
    return known ? error : new ApiError('internal_error');
  }
}

/** The sender of bytes that are not needed gets its answer when it has sent them. */
async function readToEnd(bytes: Readable): Promise<void> {
  bytes.resume();
  await finished(bytes);
}

function countUpload(outcome: { size: number } | { error: unknown }): void {
  if ('size' in outcome) uploadedBytes.inc(outcome.size);
  uploads.inc({ result: 'size' in outcome ? 'stored' : resultOf(outcome.error) });
}

function resultOf(error: unknown): 'refused' | 'failed' | 'aborted' {
  if (!(error instanceof ApiError)) return 'aborted';
  return error.status < 500 ? 'refused' : 'failed';
}
