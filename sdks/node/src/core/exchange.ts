// One request and its answer, within its limits of time and size.
import { CancelledError, ConnectionError, ParleyError, TimeoutError, TruncatedError } from './errors.ts';
import type { Transport, TransportRequest, TransportResponse } from './connection.ts';

export interface Limits {
  /** Milliseconds until the end of the answer, or until its head if it is read as a stream */
  timeout: number;
  /** Milliseconds until the next bytes, of an upload or a stream */
  idle?: number | undefined;
  signal?: AbortSignal | undefined;
}

export class Exchange {
  readonly #transport: Transport;
  readonly #limits: Limits;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #idleTimer: NodeJS.Timeout | undefined;
  #isSent = false;

  constructor(transport: Transport, limits: Limits) {
    this.#transport = transport;
    this.#limits = limits;
    const { timeout, signal } = limits;
    // One timer for all of it: bytes that drip in do not prolong it.
    this.#timer = setTimeout(() => this.#timeOut(`No answer within ${Math.round(timeout)} ms`), timeout);
    signal?.addEventListener('abort', this.#cancel);
  }

  /** @returns the head of the answer */
  async send(
    request: Pick<TransportRequest, 'method' | 'url' | 'headers' | 'body'>,
  ): Promise<TransportResponse> {
    if (this.#limits.signal?.aborted === true) this.#cancel();
    this.#waitForBytes();
    try {
      this.#controller.signal.throwIfAborted();
      return await this.#transport.send({
        ...request,
        signal: this.#controller.signal,
        onSent: () => (this.#isSent = true),
        onProgress: () => this.#waitForBytes(),
      });
    } catch (error) {
      this.end();
      throw this.#errorOf(error);
    }
  }

  /** @returns all bytes of the answer */
  async read({ headers, body }: TransportResponse, max: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of body) {
        chunks.push(chunk);
        length += chunk.byteLength;
        if (length > max)
          throw new ConnectionError(`The answer has more than ${max} bytes`, {
            isSent: true,
            isRetryable: false,
          });
      }
      checkLength(headers, length);
      this.#stop();
    } catch (error) {
      this.end();
      throw this.#errorOf(error);
    }
    const [first = new Uint8Array()] = chunks;
    return chunks.length < 2 ? first : concatenated(chunks, length);
  }

  /** The bytes of the answer as they come, with no limit but that for the next ones. */
  stream(response: TransportResponse): AsyncGenerator<Uint8Array> {
    clearTimeout(this.#timer);
    clearTimeout(this.#idleTimer);
    return this.#stream(response);
  }

  async *#stream({ headers, body }: TransportResponse): AsyncGenerator<Uint8Array> {
    let length = 0;
    try {
      this.#waitForBytes();
      for await (const chunk of body) {
        length += chunk.byteLength;
        // The time that the program takes for a piece is not the server's.
        clearTimeout(this.#idleTimer);
        yield chunk;
        this.#waitForBytes();
      }
      checkLength(headers, length);
    } catch (error) {
      throw this.#errorOf(error);
    } finally {
      this.end();
    }
  }

  /** Ends the exchange. A connection whose answer was not read to its end is closed. */
  end(): void {
    this.#stop();
    this.#controller.abort(ENDED);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#idleTimer);
    this.#limits.signal?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => {
    this.#controller.abort(new CancelledError(this.#isSent, { cause: this.#limits.signal?.reason }));
  };

  #timeOut(message: string): void {
    this.#controller.abort(new TimeoutError(message, { isSent: this.#isSent }));
  }

  #waitForBytes(): void {
    const { idle } = this.#limits;
    if (idle === undefined) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(
      () => this.#timeOut(`Nothing was received or sent for ${Math.round(idle)} ms`),
      idle,
    );
  }

  #errorOf(error: unknown): unknown {
    const { aborted, reason } = this.#controller.signal as { aborted: boolean; reason: unknown };
    if (aborted && reason !== ENDED) return reason;
    if (error instanceof ParleyError) return error;
    // An error of the program, or of a transport that is not ours.
    return new ConnectionError(`The request failed: ${(error as Error).message}`, {
      isSent: true,
      isRetryable: false,
      cause: error,
    });
  }
}

const ENDED = new Error('The exchange has ended');

/** Not every HTTP client tells when a body is shorter than was announced. */
function checkLength(headers: TransportResponse['headers'], length: number): void {
  const announced = headers['content-length'];
  if (announced === undefined || 'content-encoding' in headers || Number(announced) === length) return;
  throw new TruncatedError(`${length} of ${announced} bytes of the answer have come`, { isSent: true });
}

function concatenated(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
