import { Pool } from 'undici';
import { judgeUrl } from './address-judge.ts';
import { statusError, type Attempt, type AttemptError } from './attempt.ts';
import { judgingConnector, type ConnectorOptions } from './connector.ts';
import { Exchange, type Outcome } from './exchange.ts';
import { Lane, type LaneOptions, type LaneRequest } from './lane.ts';
import { Origins } from './origins.ts';
import { parseRetryAfter } from './schedule.ts';
import { deliveryHeaders, redactedHeaders } from './signing.ts';

const IDLE_MS = 30_000;
const MAX_AGE_MS = 60_000;
/**
 * Above the 5 in flight of one endpoint: many endpoints share an origin (hooks.zapier.com), and one that hangs must
 * not take all its sockets. A quarter of a worker's 256 slots.
 */
const SOCKETS_PER_ORIGIN = 64;
const ORIGINS = 512;

export interface SenderOptions extends ConnectorOptions {
  readonly socketsPerOrigin?: number;
  /** Origins whose connections are kept. */
  readonly origins?: number;
  readonly idleMs?: number;
  readonly maxAgeMs?: number;
}

export interface SendRequest {
  readonly url: string;
  /** The event's id: `webhook-id`. */
  readonly id: string;
  /** Sent as it is: the bytes that are signed. */
  readonly body: Buffer;
  /** The current signing key first. */
  readonly keys: readonly Buffer[];
  /** The deadline for everything: name, connection, answer and body. */
  readonly timeoutMs: number;
  /** Ends the attempt as `cancelled`. */
  readonly signal?: AbortSignal;
}

/** Sends deliveries: signed, judged, each within its deadline, on connections that are kept for a while. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #lanes: LaneOptions;
  readonly #origins: Origins;
  readonly #running = new Set<Promise<Attempt>>();
  #closed = false;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#lanes = {
      connector: judgingConnector(options),
      idleMs: options.idleMs ?? IDLE_MS,
      maxAgeMs: options.maxAgeMs ?? MAX_AGE_MS,
    };
    // undici's pools read no proxy from the environment, and follow no redirect.
    this.#origins = new Origins(
      options.origins ?? ORIGINS,
      (origin) =>
        new Pool(origin, {
          connections: options.socketsPerOrigin ?? SOCKETS_PER_ORIGIN,
          factory: (target) => new Lane(target, this.#lanes),
        }),
    );
  }

  /**
   * Makes one attempt. Whatever the receiver or the network does is an {@link Attempt}; it rejects only for a
   * caller's mistake: no key or an empty one (RangeError), or a sender that was closed.
   */
  async send(request: SendRequest): Promise<Attempt> {
    if (this.#closed) throw new Error('the sender is closed');
    const attempt = this.#attempt(request);
    this.#running.add(attempt);
    try {
      return await attempt;
    } finally {
      this.#running.delete(attempt);
    }
  }

  /** Refuses further requests, lets those that run come to their end, then closes all connections. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    await this.#origins.destroy();
  }

  async #attempt(request: SendRequest): Promise<Attempt> {
    const startedAt = new Date();
    const start = performance.now();
    const headers = deliveryHeaders({ ...request, timestampSeconds: Math.floor(startedAt.getTime() / 1000) });
    const outcome = await this.#exchange(request, headers, start + request.timeoutMs);
    const { head } = outcome;
    const error = head === null ? (outcome.failure ?? 'request_failed') : statusError(head.statusCode);
    return {
      startedAt,
      durationMs: Math.round((head?.at ?? performance.now()) - start),
      statusCode: head?.statusCode ?? null,
      error,
      retryAfterMs:
        head === null || error === null ? null : parseRetryAfter(head.headers['retry-after'], new Date()),
      responseSnippet: outcome.snippet,
      requestHeaders: redactedHeaders(headers),
    };
  }

  async #exchange(request: SendRequest, headers: Record<string, string>, deadline: number): Promise<Outcome> {
    if (request.signal?.aborted) return failed('cancelled');
    // Also catches what was acceptable when the subscription was made, under other settings.
    if (judgeUrl(request.url, this.#options.allow) !== null) return failed('target_not_allowed');
    const url = new URL(request.url);
    const call: LaneRequest = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body: request.body,
    };
    const first = await run(new Exchange(deadline), this.#origins, call, request.signal);
    if (!first.stale) return first;
    // The receiver closed the idle connection while our request was on its way: no fault of either side, and no
    // reason to wait for the next step of the schedule. Other kept sockets are likely as dead, hence a new one.
    const lane = new Lane(url.origin, this.#lanes);
    try {
      return await run(new Exchange(deadline), lane, { ...call, reset: true }, request.signal);
    } finally {
      void lane.destroy();
    }
  }
}

async function run(
  exchange: Exchange,
  dispatcher: Origins | Lane,
  call: LaneRequest,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const cancel = () => exchange.stop('cancelled');
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await exchange.start(dispatcher, call);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

function failed(failure: AttemptError): Outcome {
  return { head: null, failure, snippet: '', stale: false };
}
