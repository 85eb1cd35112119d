import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { default as S3rver } from 's3rver';

const HOST = '127.0.0.1';
const BUCKET = 'files';
/** The key pair that s3rver knows. */
const KEY = 'S3RVER';
const STATUSES = {
  AccessDenied: 403,
  BadDigest: 400,
  InternalError: 500,
  InvalidPart: 400,
  NoSuchUpload: 404,
  NotImplemented: 501,
  ServiceUnavailable: 503,
  SlowDown: 503,
};
type Code = keyof typeof STATUSES;
type Headers = IncomingMessage['headers'];

/** A request in the terms of S3, and what answers it instead of the server. */
export interface S3Request {
  readonly method: string;
  readonly query: Readonly<Record<string, string | undefined>>;
}
type Intercept = (request: S3Request) => { code: Code } | undefined;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readable;
}

interface MultipartUpload {
  readonly key: string;
  /** The headers of the object. */
  readonly headers: Headers;
  readonly parts: Map<string, Buffer>;
  initiated: number;
}

/**
 * An S3 server of a test, with one bucket: s3rver, which stores objects in a temporary folder, behind a server that does
 * what s3rver lacks of S3. It checks the signed hash of what it is sent, stores it completely before it answers, lists
 * multipart uploads and aborts them.
 */
export class S3Server {
  /** What fails on purpose: answers the code of an error of S3. */
  intercept: Intercept = () => undefined;
  readonly #uploads = new Map<string, MultipartUpload>();
  readonly #server = createServer((incoming, response) => void this.#serve(incoming, response));
  readonly #agent = new Agent();

  private constructor(
    private readonly store: S3rver,
    private readonly storePort: number,
    private readonly folder: string,
  ) {}

  static async start(): Promise<S3Server> {
    // Loaded by the few tests that use it.
    const { default: Store } = await import('s3rver');
    const folder = await mkdtemp(join(tmpdir(), 'parley-s3-'));
    const store = new Store({
      address: HOST,
      port: 0,
      directory: folder,
      silent: true,
      vhostBuckets: false,
      configureBuckets: [{ name: BUCKET }],
    });
    const { port } = await store.run();
    const started = new S3Server(store, port, folder);
    await once(started.#server.listen(0, HOST), 'listening');
    return started;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Settings of a file service that stores files here. */
  get settings(): Record<string, string> {
    return {
      FILE_STORAGE: 's3',
      S3_ENDPOINT: `http://${HOST}:${this.port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
      S3_FORCE_PATH_STYLE: 'on',
    };
  }

  /** Keys of the objects: the first 1,000, and no test has more. */
  async keys(): Promise<string[]> {
    const list = await text((await this.#ask('GET', `/${BUCKET}`)).body);
    return [...list.matchAll(/<Key>([^<]+)/g)].map(([, key = '']) => key);
  }

  /** Keys of the multipart uploads that were neither completed nor aborted. */
  incompleteKeys(): string[] {
    return [...this.#uploads.values()].map(({ key }) => key);
  }

  /** Lets the incomplete uploads have begun earlier. */
  backdateUploads(ms: number): void {
    for (const upload of this.#uploads.values()) upload.initiated -= ms;
  }

  async close(): Promise<void> {
    this.#server.close().closeAllConnections();
    this.#agent.destroy();
    await this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = await this.#answer(incoming).catch(() => fault('InternalError'));
    response.statusCode = status;
    // Not `writeHead`, which takes no name of a file that is not ASCII.
    for (const [name, value = ''] of Object.entries(headers)) response.setHeader(name, value);
    // The reader may go away.
    await pipeline(body, response).catch(() => undefined);
  }

  async #answer(incoming: IncomingMessage): Promise<Answer> {
    const { method = '', url = '', headers } = incoming;
    const { pathname: path, searchParams } = new URL(url, `http://${HOST}`);
    const query = Object.fromEntries(searchParams);
    const intercepted = this.intercept({ method, query });
    if (intercepted !== undefined) return fault(intercepted.code);
    // s3rver would keep what has arrived of an interrupted request, and does not check the hash.
    const body = await buffer(incoming);
    if (method === 'PUT' && headers['x-amz-content-sha256'] !== hash('sha256', body))
      return fault('BadDigest');
    if ('uploads' in query) return method === 'POST' ? this.#begin(path, headers) : this.#list(query);
    if ('uploadId' in query) return this.#continue({ method, query }, path, body);
    if (method === 'PUT') return this.#put(url, headers, body);
    // s3rver takes the end 0 of a range for none.
    if (headers.range !== 'bytes=0-0') return this.#ask(method, url, headers, body);
    const two = await this.#ask(method, url, { ...headers, range: 'bytes=0-1' });
    if (two.status !== 206) return two;
    const range = two.headers['content-range']?.replace('0-1/', '0-0/');
    const one = { ...two.headers, 'content-range': range, 'content-length': '1' };
    return answer((await buffer(two.body)).subarray(0, 1), two.status, one);
  }

  // s3rver neither lists nor aborts multipart uploads, nor shows whether a part is stored: it gets them as one object.

  #begin(path: string, headers: Headers): Answer {
    const id = randomUUID();
    const key = decodeURIComponent(path.slice(`/${BUCKET}/`.length));
    this.#uploads.set(id, { key, headers, parts: new Map(), initiated: Date.now() });
    return answer(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  #list({ prefix = '' }: S3Request['query']): Answer {
    const found = [...this.#uploads].filter(([, { key }]) => key.startsWith(prefix));
    const uploads = found.map(([id, { key, initiated }]) => {
      const at = new Date(initiated).toISOString();
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`;
    });
    return answer(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`);
  }

  async #continue({ method, query }: S3Request, path: string, body: Buffer): Promise<Answer> {
    const { uploadId = '', partNumber = '' } = query;
    const upload = this.#uploads.get(uploadId);
    if (upload === undefined) return fault('NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(partNumber, body);
      return answer('', 200, { etag: etagOf(body) });
    }
    if (method === 'POST') {
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)/g)];
      const parts = numbers.map(([, number = '']) => upload.parts.get(number));
      if (!parts.every((part) => part !== undefined)) return fault('InvalidPart');
      const stored = await this.#put(path, upload.headers, Buffer.concat(parts));
      if (stored.status !== 200) return stored;
    }
    this.#uploads.delete(uploadId);
    return method === 'POST' ? answer('<CompleteMultipartUploadResult/>') : answer('', 204);
  }

  /** s3rver answers before all bytes are on the disk, with the hash of all. */
  async #put(path: string, headers: Headers, body: Buffer): Promise<Answer> {
    const length = String(body.length);
    const stored = await this.#ask('PUT', path, { ...headers, 'content-length': length }, body);
    for (let found = stored, isWhole = false; found.headers.etag !== undefined && !isWhole;) {
      found = await this.#ask('GET', path);
      isWhole = found.headers.etag === etagOf(await buffer(found.body));
    }
    return stored;
  }

  #ask(method: string, path: string, headers: Headers = {}, body?: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, host: HOST, port: this.storePort, method, path, headers };
      request(options, (body) => resolve({ status: body.statusCode ?? 500, headers: body.headers, body }))
        .on('error', reject)
        .end(body);
    });
  }
}

const hash = (algorithm: string, content: Buffer) => createHash(algorithm).update(content).digest('hex');

const etagOf = (content: Buffer) => `"${hash('md5', content)}"`;

const fault = (code: Code) => answer(`<Error><Code>${code}</Code></Error>`, STATUSES[code]);

function answer(content: string | Buffer, status = 200, headers: Headers = {}): Answer {
  return { status, headers, body: Readable.from([content]) };
}
