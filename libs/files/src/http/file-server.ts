import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError, type Id } from '@parley/contracts';
import { InFlight } from '@parley/runtime/async';
import { remaining, type TenantContext } from '@parley/runtime/context';
import { DrainingHttpServer } from '@parley/runtime/http';
import { type Logger } from '@parley/runtime/logging';
import type { MutualTls } from '@parley/rpc';
import { detached } from '../detached.ts';
import { uploadTookTooLong, type FileContent, type FileStore, type UploadHead } from '../file-transport.ts';
import { verified } from '../verified-content.ts';
import { Answer } from './answer.ts';
import type { FileTransportConfig } from './file-transport.config.ts';
import { parseRequest, REFUSED, signingSecret } from './wire.ts';

/** How long running uploads and reads may take after `close()`. */
const DRAIN_MS = 20_000;
/** Longer than a caller keeps a connection that it does not use. */
const KEEP_ALIVE_MS = 30_000;
const HEADERS_MAX = 64 * 1024;

/** The file service over HTTP/1.1. Nothing is received or sent before the caller has proved that it knows the secret. */
export class FileServer {
  readonly #server: DrainingHttpServer;
  readonly #http: ReturnType<typeof createServer>;
  readonly #running = new InFlight();

  constructor(
    private readonly config: FileTransportConfig,
    private readonly store: FileStore,
    private readonly logger: Logger,
    drainMs = DRAIN_MS,
  ) {
    // Requests have deadlines of their own.
    const options = { requestTimeout: 0, maxHeaderSize: HEADERS_MAX };
    const { tls } = config.rpc;
    this.#http =
      tls === undefined ? createServer(options) : createTlsServer({ ...options, ...tls.serverOptions });
    this.#server = new DrainingHttpServer(this.#http, { keepAliveMs: KEEP_ALIVE_MS, drainMs });
    this.#http.on('request', (request, response) => void this.#handle(request, response));
    // The handler asks for the bytes itself; for the drain it is a request like any other.
    this.#http.on('checkContinue', (request, response) => this.#http.emit('request', request, response));
  }

  async listen(): Promise<number> {
    const { UPLOAD_HOST, UPLOAD_PORT } = this.config;
    await this.#server.listen(UPLOAD_PORT, UPLOAD_HOST);
    return (this.#http.address() as AddressInfo).port;
  }

  /** Presents and requires other certificates on new connections. Only of a server with TLS. */
  useCertificates(tls: MutualTls): void {
    (this.#http as TlsServer).setSecureContext(tls);
  }

  /** Accepts no more requests, waits for those that run, and cuts those that take too long. */
  async close(): Promise<void> {
    await this.#server.close();
    await this.#running.settled();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const required = this.config.rpc.secretsOf('service');
    const secret = signingSecret(required, request);
    const asked = parseRequest(request);
    const answer = new Answer(response, secret);
    if (required.length > 0 && secret === undefined) {
      const { remoteAddress: peer } = request.socket;
      this.logger.warn({ event: 'upload.authentication.failed', peer }, 'Request refused: wrong secret');
      answer.refuse(new ApiError('forbidden'));
    } else if (asked === null) answer.refuse(new ApiError('not_found'));
    else if (this.#server.draining) {
      response.setHeader(REFUSED, 'draining');
      answer.refuse(new ApiError('service_unavailable'));
    } else {
      await this.#running.track(
        'upload' in asked
          ? this.#receive(asked.ctx, asked.upload, request, answer)
          : this.#send(asked.ctx, asked.read, answer),
      );
    }
  }

  async #receive(ctx: TenantContext, head: UploadHead, request: IncomingMessage, answer: Answer) {
    if (request.headers.expect !== undefined) answer.take();
    const bytes = bytesOf(request, ctx);
    try {
      answer.reply(200, await this.store.receive(ctx, head, bytes));
    } catch (error) {
      // If the request is not complete, the sender has gone, and nobody reads the response.
      answer.refuse(this.#asApiError(error, request.complete));
    }
    bytes.destroy();
  }

  async #send(ctx: TenantContext, id: Id<'file'>, answer: Answer) {
    answer.take();
    let content: FileContent;
    try {
      content = await this.store.open(ctx, id);
    } catch (error) {
      answer.refuse(this.#asApiError(error));
      return;
    }
    // More bytes than the head announces would be read as the next response.
    const { stream, ...file } = verified(ctx, content);
    // The end of the connection tells the reader that bytes are missing.
    await pipeline(stream, answer.content(file)).catch((err: unknown) => {
      // The reader has gone.
      if ((err as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
      this.logger.warn({ event: 'read.failed', err, request_id: ctx.requestId }, 'Cannot send all of a file');
    });
  }

  #asApiError(error: unknown, hasReader = true): ApiError {
    if (error instanceof ApiError) return error;
    if (hasReader) this.logger.error({ event: 'upload.failed', err: error }, 'Cannot receive or send a file');
    return new ApiError('internal_error');
  }
}

/** The body, which fails if its sender goes or at the deadline. To destroy the request would close the connection. */
function bytesOf(request: IncomingMessage, ctx: TenantContext): Readable {
  const bytes = detached(request);
  const timer = setTimeout(() => bytes.destroy(uploadTookTooLong()), remaining(ctx));
  request.on('error', () => undefined);
  request.once('close', () => {
    if (!request.complete) bytes.destroy(new Error('the sender of the upload has gone'));
  });
  bytes.once('close', () => clearTimeout(timer));
  return bytes;
}
