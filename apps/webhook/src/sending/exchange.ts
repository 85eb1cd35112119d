import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { isSuccess, networkError, type AttemptError } from './attempt.ts';
import type { Lane, LaneRequest } from './lane.ts';

/** Read and dropped beyond the snippet, so that the socket of an ordinary answer can be used again. */
const BODY_MAX_BYTES = 16 * 1024;
const SNIPPET_MAX_BYTES = 4 * 1024;
/** A receiver that has said 2xx has it; the rest of its answer is worth this much of our slot. */
const SUCCESS_BODY_MS = 1000;

export interface Head {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  /** By `performance.now()`. */
  readonly at: number;
}

/** How one request on one socket ended. */
export interface Outcome {
  /** The status line and headers decide; what happens to the body afterwards changes nothing. */
  readonly head: Head | null;
  readonly failure: AttemptError | null;
  readonly snippet: string;
  /** The connection was reset, had been used before, and no byte of an answer came: it was dead already. */
  readonly stale: boolean;
}

/**
 * One request and its answer within an absolute deadline. It is undici's handler itself, because `request()` notices
 * its signal only once a connection stands, and hands over the body as a stream that nobody needs.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<Outcome>;
  #settle: (outcome: Outcome) => void = () => undefined;
  #settled = false;
  #deadline: number;
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | null = null;
  #lane: Lane | null = null;
  #reused = false;
  #answered = false;
  #head: Head | null = null;
  #chunks: Buffer[] = [];
  #bytes = 0;

  /** @param deadline by `performance.now()`: the exchange is over then, whatever state it is in. */
  constructor(deadline: number) {
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#deadline = deadline;
    this.#timer = setTimeout(() => this.stop('timeout'), Math.max(deadline - performance.now(), 0));
  }

  /** Starts it on a lane or on a pool of lanes. */
  start(dispatcher: Pick<Dispatcher, 'dispatch'>, request: LaneRequest): Promise<Outcome> {
    const boarded: LaneRequest = { ...request, boarded: (lane) => (this.#lane = lane) };
    dispatcher.dispatch(boarded, this);
    return this.outcome;
  }

  /** Ends it now: with its head if that has come, otherwise as failed with this reason. */
  stop(reason: AttemptError): void {
    this.#finish(reason);
    this.#controller?.abort(new Error(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // It waited for its connection until the deadline had passed: nothing may be sent any more.
    if (this.#settled) {
      controller.abort(new Error('timeout'));
      return;
    }
    this.#controller = controller;
    this.#reused = this.#lane?.begin() ?? false;
  }

  /** Of undici's older interface, and the only call that tells about the first byte. */
  onResponseStarted(): void {
    this.#answered = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode < 200 || this.#settled) return;
    const at = performance.now();
    this.#head = { statusCode, headers, at };
    if (!isSuccess(statusCode)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop('timeout'), Math.min(SUCCESS_BODY_MS, this.#deadline - at));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    if (this.#bytes < SNIPPET_MAX_BYTES) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes <= BODY_MAX_BYTES) return;
    this.#finish(null);
    // Not from inside the parser. If the answer ends in this very turn, the abort comes too late and harms nothing.
    process.nextTick(() => controller.abort(new Error('enough')));
  }

  onResponseEnd(): void {
    // undici frees the connection one turn of the loop after the answer. A caller that sends its next delivery at
    // once would find it taken and open another: hence after undici's own setImmediate, which is made right after us.
    process.nextTick(() => setImmediate(() => this.#finish(null)));
  }

  onResponseError(_: unknown, error: Error): void {
    this.#finish(networkError(error));
  }

  #finish(failure: AttemptError | null): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    const head = this.#head;
    this.#settle({
      head,
      failure: head === null ? failure : null,
      snippet: head === null ? '' : snippet(Buffer.concat(this.#chunks), head.headers['content-encoding']),
      stale: failure === 'connection_reset' && this.#reused && !this.#answered,
    });
  }
}

/** The beginning of a body as text that PostgreSQL can hold. A compressed one stays unread: it may be a bomb. */
function snippet(body: Buffer, encoding: string | string[] | undefined): string {
  if (encoding !== undefined && String(encoding).toLowerCase() !== 'identity') return '';
  const text = decodeStart(body).replaceAll('\0', '\ufffd');
  // A replacement character takes three bytes for one that could not be read.
  return Buffer.byteLength(text) <= SNIPPET_MAX_BYTES ? text : decodeStart(Buffer.from(text));
}

/** `stream` drops a character that the limit cuts in two. */
function decodeStart(bytes: Buffer): string {
  return new TextDecoder().decode(bytes.subarray(0, SNIPPET_MAX_BYTES), { stream: true });
}
