import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  connect,
  EgressError,
  type EgressGuard,
  HttpRequestError,
  requestOver,
  retryAfterOf,
} from '@parley/egress';

/** Time for an answer to begin, and for each next part of it. */
const SILENCE_MS = 60_000;
/** Time for all of it, as long as the bytes of a mail have to arrive. */
const TIMEOUT_MS = 600_000;

export interface HttpGet {
  readonly guard: EgressGuard;
  /** The target; with `http:` only addresses that the operator names are reached. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for an answer to begin, and for each next part of it; 1 minute by default. */
  readonly silenceMs?: number;
  /** Any of them ends it. */
  readonly signals?: readonly AbortSignal[];
  /** Trusted certificate authorities as PEM, in place of Node's own. */
  readonly ca?: string;
}

/** An answer whose body has not been read yet. */
export interface HttpResponse {
  readonly status: number;
  /** Milliseconds of Retry-After, if it is a number of seconds. */
  readonly retryAfterMs: number | null;
  /** The clock of the server, if it tells it. */
  readonly date: Date | null;
  /** Bytes of the body, if the server tells them. */
  readonly size: number | null;
  /** The body, to be read once. Throws {@link HttpRequestError}; a reader that stops ends the connection. */
  readonly body: AsyncIterable<Buffer>;
  /** Ends the connection, which a body that was read to its end has done. */
  close(): void;
}

/** Makes one GET request over a connection of its own, without redirects and repetitions. Throws {@link HttpRequestError}. */
export async function httpGet(options: HttpGet): Promise<HttpResponse> {
  const { silenceMs = SILENCE_MS, signals = [] } = options;
  const watch = new Watch(silenceMs, signals);
  let socket: Socket | undefined;
  const close = () => {
    watch.close();
    socket?.destroy();
  };
  const failed = (error: unknown) => {
    close();
    return failureOf(error, watch, socket !== undefined);
  };
  try {
    socket = await connect(options, watch.signal);
    const response = await requested(options, socket, watch.signal);
    watch.begin();
    const { headers, statusCode = 0 } = response;
    const date = new Date(headers.date ?? '');
    const size = headers['content-length'] ?? '';
    return {
      status: statusCode,
      retryAfterMs: retryAfterOf(headers),
      date: Number.isNaN(date.getTime()) ? null : date,
      size: /^\d{1,12}$/.test(size) ? Number(size) : null,
      body: bodyOf(response, watch, close, failed),
      close,
    };
  } catch (error) {
    throw failed(error);
  }
}

/** Ends what it watches when it is silent for too long, takes too long altogether, or nobody wants it any more. */
class Watch {
  readonly #ending = new AbortController();
  readonly #deadline = setTimeout(() => this.#expire(), TIMEOUT_MS);
  #silence: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    private readonly silenceMs: number,
    private readonly signals: readonly AbortSignal[],
  ) {
    // Signals of a connection that lasts for days would keep what `AbortSignal.any` makes of them for each request.
    for (const signal of signals) signal.addEventListener('abort', this.#end);
    if (this.isCancelled) this.#end();
    this.begin();
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  get isCancelled(): boolean {
    return this.signals.some(({ aborted }) => aborted);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The next part of the answer is awaited from now on. */
  begin(): void {
    this.pause();
    this.#silence = setTimeout(() => this.#expire(), this.silenceMs);
  }

  pause(): void {
    clearTimeout(this.#silence);
  }

  close(): void {
    this.pause();
    clearTimeout(this.#deadline);
    for (const signal of this.signals) signal.removeEventListener('abort', this.#end);
  }

  #expire(): void {
    this.#isOver = true;
    this.#end();
  }

  readonly #end = (): void => this.#ending.abort();
}

async function requested(
  { url, headers }: HttpGet,
  socket: Socket,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = requestOver(socket, { method: 'GET', url, headers }, signal);
  const answer = once(request, 'response');
  request.end();
  const [response] = (await answer) as [IncomingMessage];
  // Nobody may listen any more once the connection is closed.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  return response;
}

async function* bodyOf(
  response: IncomingMessage,
  watch: Watch,
  close: () => void,
  failed: (error: unknown) => HttpRequestError,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      // A reader that takes its time is no silence of the server.
      watch.pause();
      yield chunk;
      watch.begin();
    }
    if (!response.complete) throw new Error('the body has ended too early');
  } catch (error) {
    throw failed(error);
  } finally {
    close();
  }
}

function failureOf(error: unknown, watch: Watch, isConnected: boolean): HttpRequestError {
  if (watch.isCancelled) return new HttpRequestError('cancelled', true, isConnected, error);
  if (watch.isOver) return new HttpRequestError('timeout', true, isConnected, error);
  const code =
    error instanceof EgressError || error instanceof HttpRequestError ? error.code : 'connection_lost';
  return new HttpRequestError(code, true, isConnected, error);
}
