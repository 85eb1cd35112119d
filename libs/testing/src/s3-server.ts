import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { default as S3rver, Middleware, Store, Stored } from 's3rver';
import type S3Error from 's3rver/lib/models/error.js';

const BUCKET = 'files';
/** The key pair that s3rver knows. */
const KEY = 'S3RVER';

/** A request in the terms of S3, and what answers it instead of the server. */
export interface S3Request {
  readonly method: string;
  readonly query: Readonly<Record<string, string | undefined>>;
}
type Intercept = (request: S3Request) => { code: string } | undefined;

interface IncompleteUpload {
  key: string;
  uploadId: string;
  initiated: Date;
}

/**
 * An S3 server of a test, with one bucket in a temporary folder: s3rver, with what it lacks of S3. It checks the signed
 * hash of what it is sent, stores it completely before it answers, lists multipart uploads and aborts them.
 */
export class S3Server {
  /** What fails on purpose: answers the code of an error of S3. */
  intercept: Intercept = () => undefined;

  private constructor(
    private readonly server: S3rver,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(): Promise<S3Server> {
    // Loaded by the few tests that use it.
    const [{ default: Server }, { default: Fault }] = await Promise.all([
      import('s3rver'),
      import('s3rver/lib/models/error.js'),
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'parley-s3-'));
    const server = new Server({
      address: '127.0.0.1',
      port: 0,
      directory: folder,
      silent: true,
      vhostBuckets: false,
      configureBuckets: [{ name: BUCKET }],
    });
    // It would print what a test causes.
    server.on('error', () => undefined);
    storeWholly(server.store, Fault);
    readFirstByte(server.store);
    // After what logs and writes XML, before the routes.
    server.middleware.splice(2, 0, incompleteUploads(server.store, Fault));
    let intercept: Intercept = () => undefined;
    server.middleware.splice(2, 0, (ctx, next) => {
      const fault = intercept(ctx);
      if (fault !== undefined) throw new Fault(fault.code, 'Intercepted by the test');
      return next();
    });
    const { port } = await server.run();
    const started = new S3Server(server, folder, port);
    intercept = (request) => started.intercept(request);
    return started;
  }

  /** Settings of a file service that stores files here. */
  get settings(): Record<string, string> {
    return {
      FILE_STORAGE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${this.port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
      S3_FORCE_PATH_STYLE: 'on',
    };
  }

  /** Keys of the objects. */
  async keys(): Promise<string[]> {
    const names = await readdir(join(this.folder, BUCKET), { recursive: true });
    const suffix = '._S3rver_object';
    return names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));
  }

  /** Keys of the multipart uploads that were neither completed nor aborted. */
  async incompleteKeys(): Promise<string[]> {
    return (await readIncomplete(this.server.store, BUCKET)).map(({ key }) => key);
  }

  /** Lets the incomplete uploads have begun earlier. */
  async backdateUploads(ms: number): Promise<void> {
    for (const { uploadId, initiated } of await readIncomplete(this.server.store, BUCKET)) {
      const at = new Date(initiated.getTime() - ms);
      await utimes(join(uploadsOf(this.server.store, BUCKET), uploadId, 'key'), at, at);
    }
  }

  async close(): Promise<void> {
    this.server.httpServer.closeAllConnections();
    await this.server.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** s3rver answers before all bytes are on the disk, and keeps what has arrived of an interrupted request. */
function storeWholly(store: Store, Fault: typeof S3Error): void {
  store.putObject = async (object) => {
    const path = store.getResourcePath(object.bucket, object.key, 'object');
    const stored = await write(path, object.content, Fault);
    await store.putMetadata(object.bucket, object.key, object.metadata, stored.md5);
    return stored;
  };
  store.putPart = (bucket, uploadId, part, content) =>
    write(join(uploadsOf(store, bucket), uploadId, part), content, Fault);
}

/** s3rver takes the end 0 of a range for none. */
function readFirstByte(store: Store): void {
  const getObject = store.getObject.bind(store);
  store.getObject = async (bucket, key, range) => {
    const found = await getObject(bucket, key, range?.end === 0 ? { start: 0, end: 1 } : range);
    if (range?.end !== 0 || found?.content == null) return found;
    found.content.destroy();
    const only = { start: 0, end: 0 };
    const content = createReadStream(store.getResourcePath(bucket, key, 'object'), only);
    return Object.assign(found, { content, range: only });
  };
}

async function write(path: string, content: Readable, Fault: typeof S3Error): Promise<Stored> {
  const hashes = { md5: createHash('md5'), sha256: createHash('sha256') };
  let size = 0;
  await mkdir(dirname(path), { recursive: true });
  const written = `${path}.${randomUUID()}`;
  try {
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          for (const hash of Object.values(hashes)) hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(written),
    );
    const signed = content instanceof IncomingMessage && content.headers['x-amz-content-sha256'];
    // An object of several parts is put together from what has been checked.
    if (signed !== false && signed !== hashes.sha256.digest('hex'))
      throw new Fault('BadDigest', 'The content does not have the hash that was signed');
    await rename(written, path);
  } finally {
    await rm(written, { force: true });
  }
  return { size, md5: hashes.md5.digest('hex') };
}

/** AbortMultipartUpload and ListMultipartUploads. */
function incompleteUploads(store: Store, Fault: typeof S3Error): Middleware {
  return async (ctx, next) => {
    const [, bucket = '', ...key] = ctx.path.split('/');
    const { uploadId, uploads, prefix = '' } = ctx.query;
    if (ctx.method === 'DELETE' && uploadId !== undefined) {
      const known = (await readIncomplete(store, bucket)).some((one) => one.uploadId === uploadId);
      if (!known) throw new Fault('NoSuchUpload', `There is no such upload of ${key.join('/')}`);
      await rm(join(uploadsOf(store, bucket), uploadId), { recursive: true });
      ctx.status = 204;
    } else if (ctx.method === 'GET' && uploads !== undefined && key.join('') === '') {
      const found = (await readIncomplete(store, bucket)).filter((one) => one.key.startsWith(prefix));
      ctx.body = {
        ListMultipartUploadsResult: {
          Bucket: bucket,
          IsTruncated: false,
          Upload: found.map((one) => ({
            Key: one.key,
            UploadId: one.uploadId,
            Initiated: one.initiated.toISOString(),
          })),
        },
      };
    } else await next();
  };
}

const uploadsOf = (store: Store, bucket: string): string =>
  store.getResourcePath(bucket, undefined, 'uploads');

async function readIncomplete(store: Store, bucket: string): Promise<IncompleteUpload[]> {
  const folder = uploadsOf(store, bucket);
  const ids = await readdir(folder).catch(() => []);
  return Promise.all(
    ids.map(async (uploadId) => {
      const path = join(folder, uploadId, 'key');
      const [key, { mtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
      return { key, uploadId, initiated: mtime };
    }),
  );
}
