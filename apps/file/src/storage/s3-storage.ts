import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import type { MultipartUpload, S3Client } from '@aws-sdk/client-s3';
import type { OnApplicationShutdown } from '@nestjs/common';
import { notFound, type ApiError } from '@parley/contracts';
import { Semaphore, withTimeout } from '@parley/runtime/async';
import { type Logger } from '@parley/runtime/logging';
import { Every } from '@parley/runtime/scheduling';
import { KEY_START, ObjectStorage, type ByteRange, type PresignedResponse } from './object-storage.ts';
import {
  asUnavailable,
  attemptTimeout,
  checkBucket,
  createClient,
  isMissing,
  isUnsupported,
  loadSdk,
  untilUsable,
  withRetries,
  type Sdk,
} from './s3-client.ts';
import type { FileConfig } from '../file.config.ts';
import { Spool } from './spool.ts';

const MIB = 1_048_576;
/** An object up to `single` bytes is stored by one request, a larger one in parts. */
const SIZES = { single: 64 * MIB, part: 8 * MIB };
/** Parts are in memory, for each of these uploads one that is sent and one that is read: 32 MiB together. */
const MULTIPART_UPLOADS = 2;
/** No upload takes a day. */
const ABANDONED_AFTER_MS = 86_400_000;
const WAIT_LOG_MS = 30_000;

/**
 * Stores objects in a bucket of S3 or of a compatible server, which must know their size first: an upload passes through a temporary
 * file. One that ends early never reaches the bucket, memory stays bounded, and a failed request can be repeated.
 */
export class S3Storage extends ObjectStorage implements OnApplicationShutdown {
  readonly #multipartUploads = new Semaphore(MULTIPART_UPLOADS);

  private constructor(
    private readonly sdk: Sdk,
    private readonly config: FileConfig,
    private readonly logger: Logger,
    private readonly client: S3Client,
    private readonly sizes: typeof SIZES,
  ) {
    super();
  }

  /** Waits until the bucket can be reached; throws if the configuration keeps it from being. */
  static async open(config: FileConfig, logger: Logger, sizes = SIZES): Promise<S3Storage> {
    const sdk = await loadSdk();
    const client = createClient(sdk, config, sizes.part);
    await untilUsable(() => checkBucket(sdk, client, config), waitLog(logger));
    return new S3Storage(sdk, config, logger, client, sizes);
  }

  override async put(key: string, bytes: Readable): Promise<void> {
    const spool = await Spool.fill(tmpdir(), bytes);
    try {
      if (spool.size > this.sizes.single)
        await this.#multipartUploads.run(() => this.#putInParts(key, spool));
      else await withRetries(() => this.#putWhole(key, spool));
    } catch (error) {
      throw this.#failed(error);
    } finally {
      await spool.close();
    }
  }

  override async get(key: string, range?: ByteRange): Promise<Readable> {
    const command = new this.sdk.GetObjectCommand({
      ...this.#object(key),
      ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
    });
    try {
      const { Body } = await this.client.send(command, this.#options());
      return this.#readable(Body as Readable);
    } catch (error) {
      throw isMissing(error) ? notFound('file') : this.#failed(error);
    }
  }

  override async remove(key: string): Promise<void> {
    try {
      await this.client.send(new this.sdk.DeleteObjectCommand(this.#object(key)), this.#options());
    } catch (error) {
      if (!isMissing(error)) throw this.#failed(error);
    }
  }

  override async presignedUrl(key: string, response: PresignedResponse): Promise<string | undefined> {
    if (this.config.S3_PRESIGNED_DOWNLOADS === 'off') return undefined;
    const command = new this.sdk.GetObjectCommand({
      ...this.#object(key),
      ResponseContentType: response.contentType,
      ResponseContentDisposition: response.contentDisposition,
      ResponseCacheControl: 'private, no-store',
    });
    return this.sdk.getSignedUrl(this.client, command, { expiresIn: response.expiresInSeconds });
  }

  /** Aborts the multipart uploads of processes that ended without doing so. Their parts are in no list of objects. */
  @Every('1h', 'file.storage.abort', { atStart: true })
  async abortAbandoned(): Promise<void> {
    const before = new Date(Date.now() - ABANDONED_AFTER_MS);
    // Others may use the bucket too.
    const { Bucket, Key: Prefix } = this.#object(KEY_START);
    try {
      // The first 1,000. Those after them are found next time, when these are gone.
      const command = new this.sdk.ListMultipartUploadsCommand({ Bucket, Prefix });
      const { Uploads = [] } = await this.client.send(command, this.#options());
      for (const upload of Uploads)
        if (upload.Initiated !== undefined && upload.Initiated < before) await this.#abort(upload);
    } catch (error) {
      // A server that cannot list them has to remove them by itself.
      if (!isUnsupported(error)) throw this.#failed(error);
    }
  }

  onApplicationShutdown(): void {
    this.client.destroy();
  }

  async #putWhole(key: string, spool: Spool): Promise<void> {
    const body = spool.read();
    const command = new this.sdk.PutObjectCommand({
      ...this.#object(key),
      Body: body,
      ContentLength: spool.size,
    });
    // S3 compares what it receives with this hash. The SDK signs none for a stream, whose hash it cannot know.
    command.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> };
        headers['x-amz-content-sha256'] = spool.sha256;
        return next(args);
      },
      { step: 'build', name: 'payloadHash' },
    );
    try {
      await this.client.send(command, this.#options(spool.size));
    } finally {
      body.destroy();
    }
  }

  /** Aborts the upload if it fails, which removes the parts. */
  async #putInParts(key: string, spool: Spool): Promise<void> {
    const body = spool.read();
    try {
      await new this.sdk.Upload({
        client: this.client,
        params: { ...this.#object(key), Body: body, ContentLength: spool.size },
        partSize: this.sizes.part,
        queueSize: 1,
      }).done();
    } finally {
      body.destroy();
    }
  }

  async #abort({ Key, UploadId }: MultipartUpload): Promise<void> {
    const { S3_BUCKET: Bucket } = this.config;
    await this.client.send(
      new this.sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }),
      this.#options(),
    );
  }

  /** Ends with an error if S3 sends nothing for too long, while it is waited for: a slow reader is no fault of S3. */
  #readable(body: Readable): Readable {
    const { S3_TIMEOUT } = this.config;
    async function* chunks(): AsyncGenerator<Buffer> {
      const reading = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      try {
        for (;;) {
          const next = await withTimeout(reading.next(), S3_TIMEOUT, 'Reading an object from S3');
          if (next.done === true) return;
          yield next.value;
        }
      } catch (error) {
        throw asUnavailable(error);
      } finally {
        body.destroy();
      }
    }
    return Readable.from(chunks(), { objectMode: false });
  }

  #object(key: string): { Bucket: string; Key: string } {
    const { S3_BUCKET: Bucket, S3_PREFIX } = this.config;
    return { Bucket, Key: S3_PREFIX === '' ? key : `${S3_PREFIX}/${key}` };
  }

  #options(bytes = 0): { requestTimeout: number } {
    return { requestTimeout: attemptTimeout(this.config, bytes) };
  }

  #failed(error: unknown): ApiError {
    this.logger.warn({ event: 'storage.request.failed', err: error }, 'A request to S3 failed');
    return asUnavailable(error);
  }
}

/** Logs the reason of a wait when it changes, and now and then while it lasts. */
function waitLog(logger: Logger): (reason: string) => void {
  let [logged, at] = ['', -Infinity];
  return (reason) => {
    const now = performance.now();
    if (reason === logged && now - at < WAIT_LOG_MS) return;
    [logged, at] = [reason, now];
    logger.warn({ event: 'storage.unreachable' }, `Waiting: ${reason}`);
  };
}
