import { pipeline, type Readable } from 'node:stream';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ApiError, uuidOf, type Upload } from '@parley/contracts';
import { UploadTransport, type UploadHead } from '@parley/files';
import { LOGGER, type Logger, type TenantContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { FileRow } from '../files/file.entity.ts';
import { discardFiles } from '../files/files.queries.ts';
import { Scanner } from '../scanning/scanner.ts';
import { objectKey, ObjectStorage } from '../storage/object-storage.ts';
import { RemovedObjects } from '../storage/removed-objects.ts';
import { ContentMeter } from './content-meter.ts';
import { mediaTypeOf } from './media-type.ts';
import { stageFile } from './uploads.queries.ts';

/** An upload expires so long after its deadline: the operation that it belongs to is over by then. */
const EXPIRY_GRACE_MS = 120_000;

/** Stores the bytes of uploads as they arrive. */
@Injectable()
export class UploadReceiver implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #stop: () => Promise<void> = () => Promise.resolve();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(ObjectStorage) private readonly storage: ObjectStorage,
    @Inject(RemovedObjects) private readonly removedObjects: RemovedObjects,
    @Inject(Scanner) private readonly scanner: Scanner | null,
    @Inject(UploadTransport) private readonly transport: UploadTransport,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.#stop = await this.transport.serve((...upload) => this.receive(...upload));
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#stop();
  }

  /** See `ReceiveUpload`. The row comes first: whatever is stored afterwards is found by the sweep. */
  async receive(request: TenantContext, head: UploadHead, bytes: Readable): Promise<Upload> {
    // The key is that of the operation that the upload belongs to.
    const { idempotency: _, ifMatch: _ifMatch, ...ctx } = request;
    await this.db.transaction(ctx, (tx) => tx.insert(FileRow, newUpload(ctx, head), 'id'));
    try {
      return await this.#store(ctx, head, bytes);
    } catch (error) {
      await this.#discard(ctx, head);
      throw this.#asApiError(error, ctx, bytes);
    }
  }

  async #store(ctx: TenantContext, { id, name, maxBytes }: UploadHead, bytes: Readable): Promise<Upload> {
    const meter = new ContentMeter(maxBytes);
    // Each of them ends with the error of the others; `put` throws it.
    pipeline(bytes, meter, () => undefined);
    const passed = this.scanner === null ? meter : pipeline(meter, this.scanner.gate(), () => undefined);
    await this.storage.put(objectKey(ctx.tenant, id), passed);
    const upload = {
      id,
      name,
      size: meter.size,
      mime_type: await mediaTypeOf(meter.head),
      sha256: meter.sha256(),
    };
    const values = [uuidOf('file', id), upload.size, upload.mime_type, upload.sha256];
    if ((await this.db.read(ctx).one(stageFile, values)) === undefined)
      throw new ApiError('service_unavailable', { message: 'The upload was cancelled.' });
    return upload;
  }

  /** If this fails, the sweep does it. */
  async #discard(ctx: TenantContext, { id }: UploadHead): Promise<void> {
    await this.storage.remove(objectKey(ctx.tenant, id)).catch(() => undefined);
    await this.db
      .read(ctx)
      .query(discardFiles, [[uuidOf('file', id)]])
      .catch(() => undefined);
    this.removedObjects.wake();
  }

  #asApiError(error: unknown, { requestId }: TenantContext, bytes: Readable): unknown {
    // What the caller's own bytes ended with is nothing new to it.
    if (error === bytes.errored) return error;
    const known = error instanceof ApiError;
    if (!known || error.code === 'service_unavailable')
      this.logger.error(
        { event: 'file.upload.failed', err: known ? (error.cause ?? error) : error, request_id: requestId },
        'Cannot store an upload',
      );
    return known ? error : new ApiError('internal_error');
  }
}

function newUpload({ deadline }: TenantContext, { id, name }: UploadHead) {
  return {
    id: uuidOf('file', id),
    name,
    folder: null,
    size: '0',
    mime_type: '',
    sha256: '',
    status: 'uploading',
    message_id: null,
    conversation_id: null,
    expires_at: new Date(deadline + EXPIRY_GRACE_MS),
  } as const;
}
