// Downloads of files: by their link, which is a secret of its own and needs no credential.
import type { UploadedFile } from '../generated/types.ts';
import type { Caller, OpenAnswer } from './call.ts';
import type { Config } from './config.ts';
import { ApiError, ConnectionError, DecodeError, errorOfAnswer, TruncatedError } from './errors.ts';
import { checkOptions, type RequestOptions } from './options.ts';
import { Resource } from './resource.ts';
import { asksForTooLong, delayOf, isRetryable, retryAfterOf } from './retry.ts';
import { requiredBuiltin } from './runtime.ts';
import { sleep } from './wait.ts';

const REDIRECTS_MAX = 3;

/** What `parley.files` has besides the operations of the API. */
export class Downloads extends Resource {
  /**
   * Downloads a file: reads its record for a new link, and opens that. The link is requested without the credential; object
   * storage may redirect it. What is cut off is continued where it was.
   *
   * @param fileId the file, as `file_…`
   * @returns the bytes as an iterable of pieces, or `toFile(path)`
   * @throws NotFoundError for a file that is deleted
   */
  async download(fileId: string, options: RequestOptions = {}): Promise<Download> {
    checkOptions(options);
    const { client } = this;
    const readFile = () =>
      client.record<UploadedFile>({ id: 'getFile', method: 'GET', path: ['v1', 'files', fileId] }, options);
    const download = new Download(await readFile(), readFile, client.caller, client.config, options);
    await download.begin();
    return download;
  }
}

/** A download that has begun. Iterate over it for its bytes, once; `break` closes the connection. */
export class Download implements AsyncIterable<Uint8Array> {
  readonly #readFile: () => Promise<UploadedFile>;
  readonly #caller: Caller;
  readonly #config: Config;
  readonly #options: RequestOptions;
  #file: UploadedFile;
  #answer: OpenAnswer | undefined;
  /** Bytes that were given to the program */
  #offset = 0;
  #retries = 0;

  constructor(
    file: UploadedFile,
    readFile: () => Promise<UploadedFile>,
    caller: Caller,
    config: Config,
    options: RequestOptions,
  ) {
    this.#file = file;
    this.#readFile = readFile;
    this.#caller = caller;
    this.#config = config;
    this.#options = options;
  }

  /** The record of the file, with name, size and media type */
  get file(): UploadedFile {
    return this.#file;
  }

  /** Opens the link. */
  async begin(): Promise<void> {
    this.#answer = await this.#retried(() => this.#open());
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    this.#offset = 0;
    let answer = this.#answer ?? (await this.#retried(() => this.#open()));
    this.#answer = undefined;
    try {
      for (;;) {
        const etag = answer.headers.etag;
        const failure = yield* this.#bytes(answer);
        if (failure === undefined) return;
        answer = await this.#retried(() => this.#open(etag), failure);
      }
    } finally {
      answer.close();
    }
  }

  /** Writes the file to a path: into a temporary file beside it, which takes the name when it is complete. */
  async toFile(path: string): Promise<void> {
    const fs = requiredBuiltin('node:fs').promises;
    const part = `${path}.${crypto.randomUUID()}.part`;
    const handle = await fs.open(part, 'wx');
    try {
      for await (const chunk of this) await handle.writeFile(chunk);
      await handle.close();
      await fs.rename(part, path);
    } catch (error) {
      await handle.close();
      await fs.rm(part, { force: true });
      throw error;
    }
  }

  /** @returns the error that has cut the answer off, if one has */
  async *#bytes(answer: OpenAnswer): AsyncGenerator<Uint8Array, ConnectionError | undefined, undefined> {
    const { size } = this.#file;
    let failure: ConnectionError | undefined;
    try {
      // A server that does not know ranges sends the whole file again.
      let skip = answer.status === 206 ? 0 : this.#offset;
      for await (const chunk of answer.body) {
        const bytes = chunk.subarray(skip);
        skip = Math.max(0, skip - chunk.byteLength);
        if (bytes.byteLength === 0) continue;
        this.#offset += bytes.byteLength;
        if (this.#offset > size) throw notTheFile(`It has more than ${size} bytes`);
        this.#retries = 0;
        yield bytes;
      }
    } catch (error) {
      if (!(error instanceof ConnectionError && error.isRetryable)) throw error;
      failure = error;
    }
    // A body that ends with its connection tells its length by nothing else than the record.
    if (this.#offset === size) return undefined;
    return failure ?? new TruncatedError(`${this.#offset} of ${size} bytes have come`, { isSent: true });
  }

  /** Runs a step again after failures that may pass; one that has just come counts. Each piece that comes allows new retries. */
  async #retried<T>(step: () => Promise<T>, failure?: ConnectionError): Promise<T> {
    const { maxRetries = this.#config.maxRetries, signal } = this.#options;
    let last: ConnectionError | ApiError | undefined = failure;
    for (;;) {
      if (last !== undefined) {
        if (this.#retries >= maxRetries || asksForTooLong(last)) throw last;
        this.#retries += 1;
        await sleep(delayOf(this.#retries, retryAfterOf(last)) * this.#config.timeScale, signal);
      }
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof ConnectionError || error instanceof ApiError) || !isRetryable(error, true))
          throw error;
        last = error;
      }
    }
  }

  /** @param etag of the answer that is continued */
  async #open(etag?: string): Promise<OpenAnswer> {
    const headers: Record<string, string> = { accept: '*/*' };
    if (this.#offset > 0) headers.range = `bytes=${this.#offset}-`;
    if (this.#offset > 0 && etag !== undefined) headers['if-range'] = etag;
    const answer = await this.#follow(headers).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) throw error;
      // The link has expired; if the file is gone, reading it says so.
      this.#file = await this.#readFile();
      return this.#follow(headers);
    });
    const isSame = this.#offset === 0 || answer.headers.etag === etag;
    if (isSame && (answer.status !== 206 || this.#continues(answer))) return answer;
    answer.close();
    throw notTheFile('It was cut off, and what comes is not the rest of it');
  }

  /** Whether a part is the rest of the file. */
  #continues({ headers }: OpenAnswer): boolean {
    const [, start, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
    return Number(start) === this.#offset && Number(size) === this.#file.size;
  }

  /** Requests the link, and up to three redirects of it. */
  async #follow(headers: Record<string, string>): Promise<OpenAnswer> {
    let url = this.#link();
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.#request(url, headers).catch((error: unknown) => {
        const location = error instanceof ApiError && error.status < 400 ? error.headers.location : undefined;
        const target = linkOf(location, url);
        // A link is a secret: what began with https goes on so.
        const isSafe = target?.protocol === 'https:' || target?.protocol === url.protocol;
        if (target === undefined || !isSafe || redirects === REDIRECTS_MAX) throw error;
        return target;
      });
      if (!(answer instanceof URL)) return answer;
      url = answer;
    }
  }

  #link(): URL {
    const url = linkOf(this.#file.url);
    if (url !== undefined && Number.isInteger(this.#file.size)) return url;
    const answer = { status: 200, headers: {}, body: new Uint8Array() };
    throw new DecodeError('The file has no link, or no size', answer);
  }

  #request(url: URL, headers: Record<string, string>): Promise<OpenAnswer> {
    const { timeout, signal } = this.#options;
    const { timeScale } = this.#config;
    return this.#caller.open({
      operation: 'downloadFile',
      isLink: true,
      method: 'GET',
      url,
      headers: { ...headers },
      body: undefined,
      credential: undefined,
      canRepeat: true,
      timeout: timeout === undefined ? this.#config.timeout : timeout * timeScale,
      totalTimeout: Infinity,
      idleTimeout: this.#config.idleTimeout,
      maxRetries: 0,
      signal,
      failureOf: errorOfAnswer,
    });
  }
}

const notTheFile = (message: string) =>
  new TruncatedError(`The download is not the file: ${message}`, { isSent: true, isRetryable: false });

/** An address of a file; undefined for what is none. */
function linkOf(text: unknown, base?: URL): URL | undefined {
  if (typeof text !== 'string' || !URL.canParse(text, base?.href)) return undefined;
  const url = new URL(text, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}
