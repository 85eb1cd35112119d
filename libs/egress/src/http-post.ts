import { once } from 'node:events';
import {
  request as newRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect as tlsConnect } from 'node:tls';
import { EgressError, type EgressErrorCode } from './egress-error.ts';
import type { EgressGuard } from './egress-guard.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const TIMEOUT_MS = 120_000;
/** The slowest connection over which a large body is sent. */
const BYTES_PER_MS = (128 * 1024) / 1_000;
const ANSWER_MAX_BYTES = 64 * 1024;

export interface HttpPost {
  readonly guard: EgressGuard;
  /** The target; with `http:` only addresses that the operator names are reached. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Buffer>;
  /** Bytes of the body. */
  readonly size: number;
  /** Milliseconds for all of it, 2 minutes by default, beside those that the body needs at 128 KiB/s. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Trusted certificate authorities as PEM, in place of Node's own. */
  readonly ca?: string;
}

export interface HttpAnswer {
  readonly status: number;
  /** Milliseconds of Retry-After, if it is a number of seconds, as that of the providers is. */
  readonly retryAfterMs: number | null;
  /** The first 64 KiB. */
  readonly text: string;
}

export type HttpRequestErrorCode =
  | EgressErrorCode
  | 'tls_failed'
  | 'timeout'
  | 'cancelled'
  | 'connection_lost'
  | 'content_unavailable';

/** A request without an answer. */
export class HttpRequestError extends Error {
  override readonly name = 'HttpRequestError';

  constructor(
    readonly code: HttpRequestErrorCode,
    /** Whether the request had been written in full, so that the server may have acted on it. */
    readonly isSent: boolean,
    /** Whether the connection stood, with its encryption: what failed then was this request. */
    readonly isConnected: boolean,
    cause?: unknown,
  ) {
    super(`the request has no answer: ${code}`, { cause });
  }
}

/** A request with a body; one with another method has none. */
export interface HttpRequest extends HttpPost {
  readonly method?: 'GET' | 'POST';
}

/** Makes one POST request over a connection of its own, without redirects and repetitions. Throws {@link HttpRequestError}. */
export const httpPost = (options: HttpPost): Promise<HttpAnswer> => httpRequest(options);

/** Makes one request over a connection of its own, as {@link httpPost} does. */
export async function httpRequest(options: HttpRequest): Promise<HttpAnswer> {
  const { timeoutMs = TIMEOUT_MS, size } = options;
  const deadline = AbortSignal.timeout(timeoutMs + Math.ceil(size / BYTES_PER_MS));
  const signal = options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]);
  const progress: Progress = { isSent: false, isContentBroken: false };
  let socket: Socket | undefined;
  try {
    socket = await connect(options, signal);
    return await exchange(options, socket, signal, progress);
  } catch (error) {
    const endedBy = (): HttpRequestErrorCode => {
      if (options.signal?.aborted) return 'cancelled';
      if (deadline.aborted) return 'timeout';
      if (progress.isContentBroken) return 'content_unavailable';
      return error instanceof EgressError || error instanceof HttpRequestError
        ? error.code
        : 'connection_lost';
    };
    throw new HttpRequestError(endedBy(), progress.isSent, socket !== undefined, error);
  } finally {
    socket?.destroy();
  }
}

interface Progress {
  isSent: boolean;
  isContentBroken: boolean;
}

/** Opens a connection to the host of a URL, encrypted with `https:`. */
export async function connect(
  { guard, url, ca }: Pick<HttpPost, 'guard' | 'url' | 'ca'>,
  signal: AbortSignal,
): Promise<Socket> {
  const { protocol, hostname, port } = new URL(url);
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = await guard.connect({
    host,
    port: Number(port || (isTls ? 443 : 80)),
    timeoutMs: CONNECT_TIMEOUT_MS,
    listedOnly: !isTls,
    signal,
  });
  if (!isTls) return socket;
  const secure = tlsConnect({
    socket,
    host,
    servername: isIP(host) === 0 ? host : '',
    ca,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
  });
  try {
    await once(secure, 'secureConnect', { signal });
    return secure;
  } catch (error) {
    secure.destroy();
    throw new HttpRequestError('tls_failed', false, false, error);
  }
}

/** A request over a connection that ends with it. */
export function requestOver(
  socket: Socket,
  { method, url, headers }: { method: string; url: string; headers: OutgoingHttpHeaders },
  signal: AbortSignal,
): ClientRequest {
  const { host, pathname, search } = new URL(url);
  return newRequest({
    method,
    path: pathname + search,
    headers: { ...headers, host, connection: 'close' },
    createConnection: () => socket,
    signal,
  });
}

async function exchange(
  { url, headers, body, size, method = 'POST' }: HttpRequest,
  socket: Socket,
  signal: AbortSignal,
  progress: Progress,
): Promise<HttpAnswer> {
  const request = requestOver(
    socket,
    { method, url, headers: { ...headers, 'content-length': size } },
    signal,
  );
  // The system has taken the last byte by then, and the server has it no earlier.
  request.on('finish', () => (progress.isSent = true));
  const answer = once(request, 'response');
  const content = Readable.from(body, { objectMode: false });
  content.on('error', () => (progress.isContentBroken = true));
  const written = pipeline(content, request);
  // Its error is that of the answer, unless the server has answered before it had read everything.
  written.catch(() => undefined);
  const [response] = (await answer) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    retryAfterMs: retryAfterOf(response.headers),
    // The status has decided already: a body that breaks off is as good as one that ends.
    text: await textOf(response as AsyncIterable<Buffer>, ANSWER_MAX_BYTES, { mayBreakOff: true }),
  };
}

/** Milliseconds of Retry-After, if it is a number of seconds. */
export function retryAfterOf({ 'retry-after': text = '' }: IncomingHttpHeaders): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : null;
}

/** The beginning of a body as text. Throws what reading it throws, unless it may break off. */
export async function textOf(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  { mayBreakOff = false } = {},
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch (error) {
    if (!mayBreakOff) throw error;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}
