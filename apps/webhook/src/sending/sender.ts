import { InFlight } from '@parley/runtime/async';
import { type TraceContext } from '@parley/runtime/tracing';
import { Pool, type Dispatcher } from 'undici';
import { targetUrlError } from '@parley/egress';
import { parseRetryAfter, statusError, type Attempt, type AttemptError } from './attempt.ts';
import { guardedConnector, type ConnectorOptions } from './targets/guarded-connector.ts';
import { Exchange, type Outcome } from './exchange.ts';
import { Connection, type ConnectionOptions, type ConnectionRequest } from './connection.ts';
import { deliveryHeaders, redactedHeaders, type Signable } from './signing.ts';

const IDLE_MS = 30_000;
const MAX_AGE_MS = 60_000;
/** More than the 5 attempts of one endpoint, since many share an origin (hooks.zapier.com); a quarter of a process's 256. */
const SOCKETS_PER_ORIGIN = 64;
const ORIGINS = 512;

export interface SenderOptions extends ConnectorOptions {
  readonly socketsPerOrigin?: number;
  readonly origins?: number;
  readonly idleMs?: number;
  readonly maxAgeMs?: number;
}

export interface SendRequest extends Omit<Signable, 'timestampSeconds'> {
  readonly url: string;
  /** Deadline for name resolution, connection, response and body together. */
  readonly timeoutMs: number;
  readonly trace?: TraceContext;
  readonly signal?: AbortSignal;
}

/** Sends signed deliveries to allowed targets, each within its deadline, over kept-alive connections. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #connections: ConnectionOptions;
  readonly #pools: PoolRegistry;
  readonly #running = new InFlight();
  #closed = false;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#connections = {
      connector: guardedConnector(options),
      idleMs: options.idleMs ?? IDLE_MS,
      maxAgeMs: options.maxAgeMs ?? MAX_AGE_MS,
    };
    // undici's pools ignore proxies of the environment and follow no redirects.
    this.#pools = new PoolRegistry(
      options.origins ?? ORIGINS,
      (origin) =>
        new Pool(origin, {
          connections: options.socketsPerOrigin ?? SOCKETS_PER_ORIGIN,
          factory: (target) => new Connection(target, this.#connections),
        }),
    );
  }

  /** Makes one attempt, which reports failures. Rejects if keys are missing or empty (RangeError), or the sender is closed. */
  async send(request: SendRequest): Promise<Attempt> {
    if (this.#closed) throw new Error('the sender is closed');
    return this.#running.track(this.#attempt(request));
  }

  /** Refuses new requests, waits for those in progress, then closes all connections. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running.settled();
    await this.#pools.destroy();
  }

  async #attempt(request: SendRequest): Promise<Attempt> {
    const startedAt = new Date();
    const start = performance.now();
    const timestampSeconds = Math.floor(startedAt.getTime() / 1000);
    const headers = { ...deliveryHeaders({ ...request, timestampSeconds }), ...traceHeaders(request.trace) };
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
    // The settings may have changed since the subscription was created.
    if (targetUrlError(request.url, this.#options.allow) !== null) return failed('target_not_allowed');
    const url = new URL(request.url);
    const call: ConnectionRequest = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body: request.body,
    };
    const first = await new Exchange(deadline).run(this.#pools, call, request.signal);
    if (!first.stale) return first;
    // The receiver closed the idle connection, and probably the others too, so the request is sent on a new one.
    const connection = new Connection(url.origin, this.#connections);
    try {
      return await new Exchange(deadline).run(connection, { ...call, reset: true }, request.signal);
    } finally {
      void connection.destroy();
    }
  }
}

/** Connection pools by origin. Beyond `max` the least recently used is closed, or a burst to many origins would hold all sockets. */
class PoolRegistry {
  readonly #pools = new Map<string, Pool>();

  constructor(
    private readonly max: number,
    private readonly open: (origin: string) => Pool,
  ) {}

  dispatch(request: ConnectionRequest, handler: Dispatcher.DispatchHandler): boolean {
    return this.#poolFor(String(request.origin)).dispatch(request, handler);
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }

  #poolFor(origin: string): Pool {
    const pool = this.#pools.get(origin) ?? this.open(origin);
    // Reinsertion keeps the map in order of last use.
    this.#pools.delete(origin);
    this.#pools.set(origin, pool);
    const [oldest] = this.#pools;
    if (this.#pools.size > this.max && oldest !== undefined) {
      this.#pools.delete(oldest[0]);
      void oldest[1].close();
    }
    return pool;
  }
}

function failed(failure: AttemptError): Outcome {
  return { head: null, failure, snippet: '', stale: false };
}

function traceHeaders({ traceparent, tracestate }: TraceContext = {}): Record<string, string> {
  return {
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(tracestate === undefined ? {} : { tracestate }),
  };
}
