import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { isSuccess, networkError, type AttemptError } from './attempt.ts';
import type { Connection, ConnectionRequest } from './connection.ts';

/** Bodies are read this far, and dropped beyond the snippet, so that ordinary responses leave a reusable socket. */
const BODY_MAX_BYTES = 16 * 1024;
const SNIPPET_MAX_BYTES = 4 * 1024;
/** After a 2xx the delivery is done; its body may hold the connection for this long. */
const SUCCESS_BODY_MS = 1000;

export interface Head {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly at: number;
}

export interface Outcome {
  /** Status and headers decide about success; errors in the body do not matter. */
  readonly head: Head | null;
  readonly failure: AttemptError | null;
  readonly snippet: string;
  /** The connection was reused and reset before the first byte of a response: it was closed already. */
  readonly stale: boolean;
}

/** One request within an absolute deadline. A handler of undici, whose `request()` ignores its signal until it is connected. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #outcome: Promise<Outcome>;
  #resolve: (outcome: Outcome) => void = () => undefined;
  #finished = false;
  #deadline: number;
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | null = null;
  #connection: Connection | null = null;
  #reused = false;
  #hasResponse = false;
  #head: Head | null = null;
  #chunks: Buffer[] = [];
  #bytes = 0;

  /** @param deadline as `performance.now()`; ends the exchange in any state. */
  constructor(deadline: number) {
    this.#outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#deadline = deadline;
    this.#timer = setTimeout(() => this.#stop('timeout'), Math.max(deadline - performance.now(), 0));
  }

  /** Sends the request on a connection or a pool of them; `signal` ends the exchange as `cancelled`. */
  async run(dispatcher: Pick<Dispatcher, 'dispatch'>, request: ConnectionRequest, signal?: AbortSignal) {
    const cancel = () => this.#stop('cancelled');
    signal?.addEventListener('abort', cancel, { once: true });
    const onAssigned = (connection: Connection) => (this.#connection = connection);
    const assigned: ConnectionRequest = { ...request, onAssigned };
    try {
      dispatcher.dispatch(assigned, this);
      return await this.#outcome;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The deadline passed while the request waited for a connection: nothing may be sent any more.
    if (this.#finished) {
      controller.abort(new Error('timeout'));
      return;
    }
    this.#controller = controller;
    this.#reused = this.#connection?.startRequest() ?? false;
  }

  /** Part of undici's older handler interface, and its only callback for the first byte of a response. */
  onResponseStarted(): void {
    this.#hasResponse = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode < 200 || this.#finished) return;
    const at = performance.now();
    this.#head = { statusCode, headers, at };
    if (!isSuccess(statusCode)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stop('timeout'), Math.min(SUCCESS_BODY_MS, this.#deadline - at));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#finished) return;
    if (this.#bytes < SNIPPET_MAX_BYTES) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes <= BODY_MAX_BYTES) return;
    this.#finish(null);
    // The parser must not be aborted from its own callback. If the response ends in this tick, the abort has no effect.
    process.nextTick(() => controller.abort(new Error('response body too large')));
  }

  onResponseEnd(): void {
    // undici frees the connection in a setImmediate after this call: the next delivery would open another.
    process.nextTick(() => setImmediate(() => this.#finish(null)));
  }

  onResponseError(_: unknown, error: Error): void {
    this.#finish(networkError(error));
  }

  /** Ends the exchange: with the response if its headers have arrived, otherwise with an error. */
  #stop(reason: AttemptError): void {
    this.#finish(reason);
    this.#controller?.abort(new Error(reason));
  }

  #finish(failure: AttemptError | null): void {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#timer);
    const head = this.#head;
    this.#resolve({
      head,
      failure: head === null ? failure : null,
      snippet: head === null ? '' : snippet(Buffer.concat(this.#chunks), head.headers['content-encoding']),
      stale: failure === 'connection_reset' && this.#reused && !this.#hasResponse,
    });
  }
}

/** The beginning of a body as text that PostgreSQL accepts. Compressed bodies are ignored: they may be zip bombs. */
function snippet(body: Buffer, encoding: string | string[] | undefined): string {
  if (encoding !== undefined && String(encoding).toLowerCase() !== 'identity') return '';
  const text = decodeStart(body).replaceAll('\0', '\ufffd');
  // A replacement character takes three bytes in place of one.
  return Buffer.byteLength(text) <= SNIPPET_MAX_BYTES ? text : decodeStart(Buffer.from(text));
}

/** `stream` drops a character that the limit cuts off. */
function decodeStart(bytes: Buffer): string {
  return new TextDecoder().decode(bytes.subarray(0, SNIPPET_MAX_BYTES), { stream: true });
}
