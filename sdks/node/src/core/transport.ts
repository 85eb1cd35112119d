// Sends one request and gives its answer, by node:http or by fetch. What is repeated, and when, is decided elsewhere.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  positive,
  type ConnectionOptions,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './connection.ts';
import {
  ConnectionError,
  ConnectTimeoutError,
  ParleyError,
  RefusedError,
  TlsError,
  TruncatedError,
} from './errors.ts';
import { Pool } from './pool.ts';
import { builtin, requiredBuiltin } from './runtime.ts';
import type { Headers } from './values.ts';

/** The transport that the options name, else node:http, else fetch. */
export function transportOf(options: ConnectionOptions): Transport {
  if (options.transport !== undefined) return options.transport;
  if (options.fetch !== undefined) return new FetchTransport(options.fetch);
  return builtin('node:http') === undefined
    ? new FetchTransport(globalThis.fetch)
    : new HttpTransport(options);
}

/** What is larger waits for `100 Continue`, so that an answer such as 401 comes before the body was sent. */
const EXPECT_CONTINUE_BYTES = 1024 * 1024;
/** A server that does not know it is sent the body after this time, as RFC 9110, section 10.1.1, advises. */
const CONTINUE_TIMEOUT_MS = 1000;

/** node:http and node:https. */
export class HttpTransport implements Transport {
  readonly #pool: Pool;
  readonly #connectTimeout: number;
  readonly #continueTimeout: number;

  constructor(options: ConnectionOptions) {
    const timeScale = positive('timeScale', options.timeScale ?? 1);
    this.#pool = new Pool(options);
    this.#connectTimeout = positive('connectTimeout', options.connectTimeout ?? 5000) * timeScale;
    this.#continueTimeout = CONTINUE_TIMEOUT_MS * timeScale;
  }

  send({
    method,
    url,
    headers,
    body,
    signal,
    onSent,
    onProgress,
  }: TransportRequest): Promise<TransportResponse> {
    const length =
      body instanceof Uint8Array ? body.byteLength : Number(headers['content-length'] ?? Infinity);
    const waits = body !== undefined && length > EXPECT_CONTINUE_BYTES;
    const sentHeaders = waits ? { ...headers, expect: '100-continue' } : headers;
    const { request, proxy } = this.#pool.request(url, method, sentHeaders);
    return new Promise<TransportResponse>((resolve, reject) => {
      // The promise is settled here: a request without a socket yet reports its end only when it has one.
      const fail = (error: Error) => {
        reject(error);
        request.destroy();
      };
      const connection = new Connection(request, url, proxy, onSent);
      connection.limit(this.#connectTimeout, fail);
      const abort = () => fail(signal.reason as Error);
      signal.addEventListener('abort', abort, { once: true });
      request.on('error', (error) => reject(connection.errorOf(error)));
      request.once('response', (response) => {
        signal.removeEventListener('abort', abort);
        signal.addEventListener('abort', () => response.destroy(signal.reason as Error), { once: true });
        // An answer that came before the end of the body: the rest is not sent, and the connection cannot be used again.
        if (!request.writableEnded) response.once('close', () => request.destroy());
        resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body: bodyOf(response) });
      });
      if (body === undefined || body instanceof Uint8Array) {
        if (waits) onContinue(request, this.#continueTimeout, () => request.end(body));
        else request.end(body);
      } else {
        const send = () => void sendStream(request, body, onProgress).catch(fail);
        if (waits) onContinue(request, this.#continueTimeout, send);
        else send();
      }
    });
  }

  closeIdle(): void {
    this.#pool.closeIdle();
  }

  close(): void {
    this.#pool.close();
  }
}

/** The connection of one request: whether it is made, and what its errors mean. */
class Connection {
  #isMade = false;
  #bytesBefore = 0;
  #socket: Socket | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #request: ClientRequest;
  readonly #target: string;

  constructor(request: ClientRequest, url: URL, proxy: URL | undefined, onSent: () => void) {
    this.#request = request;
    this.#target = url.host + (proxy === undefined ? '' : ` through the proxy ${proxy.host}`);
    const made = () => {
      clearTimeout(this.#timer);
      this.#isMade = true;
      onSent();
    };
    if (request.reusedSocket) made();
    request.once('socket', (socket) => {
      this.#socket = socket;
      this.#bytesBefore = socket.bytesRead;
      const isTls = 'encrypted' in socket;
      const isTunnel = isTls && proxy !== undefined;
      if (isTunnel) made();
      else if (!this.#isMade) socket.once(isTls ? 'secureConnect' : 'connect', made);
    });
  }

  limit(timeout: number, fail: (error: Error) => void): void {
    if (this.#isMade) return;
    const message = `No connection to ${this.#target} within ${timeout} ms`;
    this.#timer = setTimeout(() => fail(new ConnectTimeoutError(message, { isSent: false })), timeout);
    this.#request.once('close', () => clearTimeout(this.#timer));
  }

  errorOf(error: Error & { code?: string }): Error {
    if (error instanceof ParleyError) return error;
    const { code = '' } = error;
    const isSent = this.#isMade;
    if (code.startsWith('HPE_'))
      // Its cause would have the bytes of the answer.
      return new ConnectionError(`The answer of ${this.#target} is not HTTP (${code})`, {
        isSent,
        isRetryable: false,
      });
    const problem = problemOf(code, this.#target, isSent, error);
    if (problem !== undefined) return problem;
    const text = code === '' ? error.message : code;
    if (!isSent)
      return new ConnectionError(`No connection to ${this.#target}: ${text}`, { isSent, cause: error });
    const isStale = this.#request.reusedSocket && this.#socket?.bytesRead === this.#bytesBefore;
    const message = `The connection to ${this.#target} ended before the answer: ${text}`;
    return new ConnectionError(message, { isSent, isStale, cause: error });
  }
}

/** What a code of Node.js says by itself: those for certificates and the protocol come again. */
function problemOf(code: string, target: string, isSent: boolean, cause: Error): ConnectionError | undefined {
  if (code === 'ECONNREFUSED')
    return new RefusedError(`${target} refuses the connection`, { isSent: false, cause });
  if (!TLS_CODE.test(code)) return undefined;
  const message = `No secure connection to ${target}: ${cause.message}`;
  return new TlsError(message, { isSent, isRetryable: false, cause });
}

const TLS_CODE =
  /CERT|^ERR_(?:TLS|SSL)_|^EPROTO$|^UNABLE_TO_|^(?:INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/;

/** Only the values of Set-Cookie come as a list. */
function headersOf({ headers }: IncomingMessage): Headers {
  const { 'set-cookie': cookies } = headers;
  const texts = headers as Record<string, string>;
  if (cookies !== undefined) texts['set-cookie'] = cookies.join(', ');
  return texts;
}

async function* bodyOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response.headers['content-encoding'] === 'gzip' ? decompressed(response) : response;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'ECONNRESET') throw error;
    throw new TruncatedError('The connection ended before the answer did', { isSent: true, cause: error });
  }
}

/** The bytes before compression, which the option `compress` asks for. An error of the one stream is one of the other. */
function decompressed(response: IncomingMessage): AsyncIterable<Uint8Array> {
  const gunzip = requiredBuiltin('node:zlib').createGunzip();
  requiredBuiltin('node:stream').pipeline(response, gunzip, () => undefined);
  return gunzip;
}

async function sendStream(
  request: ClientRequest,
  body: AsyncIterable<Uint8Array>,
  onProgress: () => void,
): Promise<void> {
  // An answer, or the end of the connection: the rest is not wanted any more.
  const over = new AbortController();
  request.once('response', () => over.abort()).once('close', () => over.abort());
  for await (const chunk of body) {
    if (over.signal.aborted) return;
    await written(request, chunk);
    onProgress();
  }
  if (!over.signal.aborted) request.end();
}

/** Resolves when a piece has left, and when it will not leave any more. */
function written(request: ClientRequest, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      request.off('response', done).off('close', done);
      resolve();
    };
    request.once('response', done).once('close', done).write(piece, done);
  });
}

/** Calls `send` when the server wants the body, and not at all if it answers before. */
function onContinue(request: ClientRequest, timeout: number, send: () => void): void {
  const stop = () => {
    clearTimeout(timer);
    request.off('continue', go);
  };
  const go = () => {
    stop();
    send();
  };
  const timer = setTimeout(go, timeout);
  request.once('continue', go).once('response', stop).once('close', stop).flushHeaders();
}

/** `fetch`: it has no limit for the time of connecting, and tells little of what went wrong. */
export class FetchTransport implements Transport {
  readonly #fetch: typeof fetch;

  constructor(fetchFunction: typeof fetch) {
    this.#fetch = fetchFunction;
  }

  async send({
    method,
    url,
    headers,
    body,
    signal,
    onSent,
    onProgress,
  }: TransportRequest): Promise<TransportResponse> {
    onSent();
    const stream = body === undefined || body instanceof Uint8Array ? body : streamOf(body, onProgress);
    // The length of a stream is a header that fetch does not let callers set.
    const { 'content-length': _length, ...allowed } = headers;
    try {
      const response = await this.#fetch(url, {
        method,
        headers: allowed,
        body: (stream ?? null) as NonNullable<RequestInit['body']> | null,
        signal,
        redirect: 'manual',
        // Required for streams (Fetch, 5.4), and not in the types.
        ...(stream instanceof ReadableStream ? { duplex: 'half' } : {}),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: fetchedBody(response, signal),
      };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw errorOfFetch(error as Error, url);
    }
  }
}

function errorOfFetch(error: Error, url: URL): Error {
  const { code = '' } = (error.cause ?? {}) as { code?: string };
  const isSent = code !== 'ENOTFOUND' && code !== 'EAI_AGAIN';
  const message = `No answer from ${url.host}: ${code === '' ? error.message : code}`;
  return problemOf(code, url.host, false, error) ?? new ConnectionError(message, { isSent, cause: error });
}

async function* fetchedBody({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) yield* body as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new TruncatedError('The connection ended before the answer did', { isSent: true, cause: error });
  }
}

function streamOf(chunks: AsyncIterable<Uint8Array>, onProgress: () => void): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const result = await iterator.next();
      if (result.done === true) controller.close();
      // A copy, as the piece is kept in a queue.
      else controller.enqueue(result.value.slice());
      onProgress();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
