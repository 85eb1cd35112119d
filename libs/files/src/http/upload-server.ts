import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { ApiError } from '@parley/contracts';
import { InFlight } from '@parley/runtime/async';
import { remaining, type TenantContext } from '@parley/runtime/context';
import { DrainingHttpServer } from '@parley/runtime/http';
import { type Logger } from '@parley/runtime/logging';
import type { MutualTls } from '@parley/rpc';
import { detached } from '../detached.ts';
import { tookTooLong, type ReceiveUpload } from '../upload-transport.ts';
import type { UploadTransportConfig } from './upload-transport.config.ts';
import { parseHeaders, PROOF, REFUSED, responseProof, SIGNATURE, signingSecret } from './wire.ts';

/** How long running uploads may take after `close()`. */
const DRAIN_MS = 20_000;
/** Longer than a gateway keeps a connection that it does not use. */
const KEEP_ALIVE_MS = 30_000;
const HEADERS_MAX = 64 * 1024;
/** How long the rest of an upload that was refused is read, so that its sender gets the response. */
const REST_MS = 5_000;

/** Receives uploads over HTTP/1.1. Nothing is received before the sender has proved that it knows the secret. */
export class UploadServer {
  readonly #server: DrainingHttpServer;
  readonly #http: ReturnType<typeof createServer>;
  readonly #running = new InFlight();

  constructor(
    private readonly config: UploadTransportConfig,
    private readonly receive: ReceiveUpload,
    private readonly logger: Logger,
    drainMs = DRAIN_MS,
  ) {
    // Uploads have deadlines of their own.
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

  /** Accepts no more uploads, waits for those that run, and cuts those that take too long. */
  async close(): Promise<void> {
    await this.#server.close();
    await this.#running.settled();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers, method } = request;
    const required = this.config.rpc.secretsOf('service');
    const secret = signingSecret(required, url, headers);
    const upload = method === 'PUT' ? parseHeaders(url, headers) : null;
    const reply = (status: number, result: object) => respond(response, status, result, secret);
    const refuse = (error: ApiError) => reply(error.status, { error });
    if (required.length > 0 && secret === undefined) {
      const { remoteAddress: peer } = request.socket;
      this.logger.warn({ event: 'upload.authentication.failed', peer }, 'Upload refused: wrong secret');
      refuse(new ApiError('forbidden'));
    } else if (upload === null) refuse(new ApiError('not_found'));
    else if (this.#server.draining) {
      response.setHeader(REFUSED, 'draining');
      refuse(new ApiError('service_unavailable'));
    } else {
      if (headers.expect !== undefined) response.writeContinue();
      const { ctx, head } = upload;
      const bytes = bytesOf(request, ctx);
      await this.#running.track(this.receive(ctx, head, bytes)).then(
        (stored) => reply(200, stored),
        (error: unknown) => refuse(this.#asApiError(error, request)),
      );
      bytes.destroy();
    }
  }

  #asApiError(error: unknown, request: IncomingMessage): ApiError {
    if (error instanceof ApiError) return error;
    // Otherwise the sender has gone, and nobody reads the response.
    if (request.complete)
      this.logger.error({ event: 'upload.failed', err: error }, 'Cannot receive an upload');
    return new ApiError('internal_error');
  }
}

/** @param secret has signed the request. */
function respond(response: ServerResponse, status: number, result: object, secret: string | undefined): void {
  const { req: request } = response;
  const body = JSON.stringify(result);
  if (secret !== undefined)
    response.setHeader(PROOF, responseProof(secret, request.headers[SIGNATURE], status, body));
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  readRest(request);
}

/** The body, which fails if its sender goes or at the deadline. To destroy the request would close the connection. */
function bytesOf(request: IncomingMessage, ctx: TenantContext): Readable {
  const bytes = detached(request);
  const timer = setTimeout(() => bytes.destroy(tookTooLong()), remaining(ctx));
  request.on('error', () => undefined);
  request.once('close', () => {
    if (!request.complete) bytes.destroy(new Error('the sender of the upload has gone'));
  });
  bytes.once('close', () => clearTimeout(timer));
  return bytes;
}

/** A connection that is closed before everything was read may lose the response. */
function readRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), REST_MS).unref();
  request.once('close', () => clearTimeout(timer));
}
