import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiError, Upload } from '@parley/contracts';
import { encode, HEAD, PROOF, responseProof, SIGNATURE } from './wire.ts';

/** How long the rest of an upload that was refused is read, so that its sender gets the response. */
const REST_MS = 5_000;

/** The response to a request, which proves to its sender that it comes from one who knows the secret. */
export class Answer {
  /** @param secret has signed the request. */
  constructor(
    private readonly response: ServerResponse,
    private readonly secret: string | undefined,
  ) {}

  /** Tells the sender that the process has taken its request. */
  take(): void {
    this.response.writeContinue();
  }

  reply(status: number, result: object): void {
    const body = JSON.stringify(result);
    this.#prove(status, body);
    this.response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    readRest(this.response.req);
  }

  refuse(error: ApiError): void {
    this.reply(error.status, { error });
  }

  /** The response with what is known of a file, which takes its bytes. */
  content(file: Upload): ServerResponse {
    const head = encode(file);
    this.#prove(200, head);
    const headers = { [HEAD]: head, 'content-type': 'application/octet-stream', 'content-length': file.size };
    this.response.writeHead(200, headers).flushHeaders();
    return this.response;
  }

  #prove(status: number, body: string): void {
    if (this.secret === undefined) return;
    const signature = this.response.req.headers[SIGNATURE];
    this.response.setHeader(PROOF, responseProof(this.secret, signature, status, body));
  }
}

/** A connection that is closed before everything was read may lose the response. */
function readRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), REST_MS).unref();
  request.once('close', () => clearTimeout(timer));
}
