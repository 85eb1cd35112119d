// A call: a request with its retries.
import type { Config } from './config.ts';
import { modeOf, type TokenProvider } from './credentials.ts';
import {
  annotate,
  ConfigurationError,
  ConnectionError,
  NotFoundError,
  ParleyError,
  TokenExpiredError,
  type Answer,
  type Outcome,
} from './errors.ts';
import { Exchange } from './exchange.ts';
import { printableHeaders, printableUrl } from './log.ts';
import type { RequestBody } from './multipart.ts';
import { addHeaders } from './request.ts';
import { delayOf, isRetryable, outcomeOf, retryAfterOf, RetryBudget, usesBudget } from './retry.ts';
import { monotonic } from './runtime.ts';
import type { Transport, TransportResponse } from './connection.ts';
import { rateLimitOf, type Attempt, type Headers } from './values.ts';
import { inTime, sleep, timeIsOver } from './wait.ts';

/** What is to be done, and within which limits. Times are in milliseconds. */
export interface CallSpec {
  operation: string;
  method: string;
  url: URL;
  /** Whether the URL is a secret, as the link of a file is */
  isLink?: boolean;
  headers: Record<string, string>;
  body: RequestBody | undefined;
  credential: TokenProvider | undefined;
  /** Whether it may be sent again though it may have been done */
  canRepeat: boolean;
  timeout: number;
  totalTimeout: number;
  idleTimeout?: number | undefined;
  maxRetries: number;
  signal: AbortSignal | undefined;
  failureOf(answer: Answer): ParleyError;
}

export interface CallAnswer extends Answer {
  attempts: Attempt[];
  /** A deletion whose earlier attempt has deleted the record */
  alreadyGone: boolean;
}

/** An answer whose body is still to come. */
export interface OpenAnswer {
  status: number;
  headers: Headers;
  body: AsyncGenerator<Uint8Array>;
  /** Closes the connection, if the body was not read to its end */
  close(): void;
}

type Settings = Pick<Config, 'expectMode' | 'hooks' | 'logger' | 'maxResponseBytes' | 'timeScale'>;

/** Sends the calls of a client. */
export class Caller {
  readonly transport: Transport;
  readonly #config: Settings;
  readonly #budget: RetryBudget;
  readonly #deprecated = new Set<string>();

  constructor(config: Settings, transport: Transport, budget: RetryBudget) {
    this.#config = config;
    this.transport = transport;
    this.#budget = budget;
  }

  /** @throws ParleyError with what is known of the call: attempts, outcome, key */
  async call<T>(spec: CallSpec, resultOf: (answer: CallAnswer) => T): Promise<T> {
    const call = new Call(spec);
    for (;;) {
      await this.#prepare(call);
      try {
        return resultOf(await this.#attempt(call));
      } catch (error) {
        if (!(error instanceof ParleyError)) throw error;
        if (call.hasDeleted(error))
          return resultOf(
            call.answer({ status: error.status, headers: error.headers, body: new Uint8Array() }, true),
          );
        if (!(await this.#refreshed(call, error))) await this.#waitToRetry(call, error);
      }
    }
  }

  /** One request without retries, whose answer is read as a stream. */
  async open(spec: CallSpec): Promise<OpenAnswer> {
    const call = new Call(spec);
    for (;;) {
      await this.#prepare(call);
      try {
        const { exchange, response } = await this.#send(call);
        if (response.status >= 300) throw await this.#failure(call, exchange, response);
        this.#answered(call, response);
        return { ...response, body: exchange.stream(response), close: () => exchange.end() };
      } catch (error) {
        if (!(error instanceof ParleyError)) throw error;
        if (!(await this.#refreshed(call, error))) throw call.annotated(error);
      }
    }
  }

  /** Makes the headers of the next request. What fails here is not repeated, as nothing is sent. */
  async #prepare(call: Call): Promise<void> {
    const { operation, method, isLink, headers, credential } = call.spec;
    call.begin();
    try {
      call.headers = { ...headers, 'x-request-id': call.requestId };
      const event = { operation, method, attempt: call.number, requestId: call.requestId };
      const added = this.#config.hooks.onRequest?.(event) ?? {};
      // A link leads to another host, which may be anybody's.
      if (isLink !== true) addHeaders(call.headers, added);
      if (!call.isRefreshed && credential !== undefined)
        call.token = await inTime(credential.token(), call.remaining());
      if (call.token === undefined) return;
      this.#checkMode(call.token);
      addHeaders(call.headers, { authorization: `Bearer ${call.token}` });
    } catch (error) {
      throw error instanceof ParleyError ? call.annotated(error) : error;
    }
  }

  #checkMode(token: string): void {
    const { expectMode } = this.#config;
    if (expectMode !== undefined && (modeOf(token) ?? expectMode) !== expectMode)
      throw new ConfigurationError(`The token is not one for ${expectMode} mode`);
  }

  async #attempt(call: Call): Promise<CallAnswer> {
    const { exchange, response } = await this.#send(call);
    const { status, headers } = response;
    const isSuccess = status < 300 || (status === 304 && 'if-none-match' in call.spec.headers);
    if (!isSuccess) throw await this.#failure(call, exchange, response);
    const body = await this.#read(call, exchange, response);
    this.#answered(call, response);
    this.#budget.success();
    return call.answer({ status, headers, body }, false);
  }

  /** Sends the next request of a call, and waits for the head of its answer. */
  async #send(call: Call): Promise<{ exchange: Exchange; response: TransportResponse }> {
    const { method, url, body, timeout, idleTimeout: idle, signal } = call.spec;
    const remaining = call.remaining();
    if (remaining <= 0) throw timeIsOver();
    const exchange = new Exchange(this.transport, { timeout: Math.min(timeout, remaining), idle, signal });
    try {
      return {
        exchange,
        response: await exchange.send({ method, url, headers: call.headers, body: body?.open() }),
      };
    } catch (error) {
      throw this.#noAnswer(call, error);
    }
  }

  async #read(call: Call, exchange: Exchange, response: TransportResponse): Promise<Uint8Array> {
    try {
      return await exchange.read(response, this.#config.maxResponseBytes);
    } catch (error) {
      throw this.#noAnswer(call, error);
    }
  }

  async #failure(call: Call, exchange: Exchange, response: TransportResponse): Promise<ParleyError> {
    const body = await this.#read(call, exchange, response);
    this.#answered(call, response);
    return call.spec.failureOf({ ...response, body });
  }

  /** Notes that a request had no answer, and why. */
  #noAnswer(call: Call, error: unknown): unknown {
    if (!(error instanceof ParleyError)) return error;
    call.note({ error: error.name.replace(/Error$/, '') });
    this.#log(call, error.name);
    return error;
  }

  #answered(call: Call, { status, headers }: { status: number; headers: Headers }): void {
    const { operation, method } = call.spec;
    call.note({ status });
    this.#log(call, String(status), headers);
    this.#config.hooks.onResponse?.({
      operation,
      method,
      attempt: call.number,
      requestId: call.requestId,
      status,
      headers,
      rateLimit: rateLimitOf(headers),
      duration: call.duration(),
    });
    if (headers.deprecation === undefined || this.#deprecated.has(operation)) return;
    this.#deprecated.add(operation);
    this.#config.logger?.warn(`${operation} is deprecated`, {
      deprecation: headers.deprecation,
      sunset: headers.sunset,
    });
  }

  /** Gets another token for one that has expired, once in a call. That the request is sent again is no retry. */
  async #refreshed(call: Call, failure: ParleyError): Promise<boolean> {
    const { credential } = call.spec;
    if (
      !(failure instanceof TokenExpiredError) ||
      credential?.refresh === undefined ||
      call.token === undefined
    )
      return false;
    if (call.isRefreshed || call.spec.body?.isReplayable === false) return false;
    call.noteOutcome(failure);
    call.token = await inTime(credential.refresh(call.token), call.remaining()).catch((error: unknown) => {
      throw error instanceof ParleyError ? call.annotated(error) : error;
    });
    call.isRefreshed = true;
    return true;
  }

  /** @throws the failure, if the call ends with it */
  async #waitToRetry(call: Call, failure: ParleyError): Promise<void> {
    const { spec } = call;
    call.noteOutcome(failure);
    const isPossible =
      call.retries < spec.maxRetries && spec.body?.isReplayable !== false && spec.signal?.aborted !== true;
    if (!isPossible || !isRetryable(failure, spec.canRepeat)) throw call.annotated(failure);
    const isStale = failure instanceof ConnectionError && failure.isStale;
    const delay = isStale ? 0 : delayOf(call.retries + 1, retryAfterOf(failure)) * this.#config.timeScale;
    if (delay >= call.remaining()) throw call.annotated(failure);
    if (usesBudget(failure) && !this.#budget.take()) throw call.annotated(failure);
    // The server has closed one kept connection: others that it closed with it are not tried.
    if (isStale) this.transport.closeIdle?.();
    call.retries += 1;
    call.noteDelay(delay);
    this.#config.logger?.warn(`${call.name}: ${failure.name}, retry in ${Math.round(delay)} ms`, {
      requestId: call.requestId,
      attempt: call.number,
    });
    await sleep(delay, spec.signal).catch((error: unknown) => {
      throw call.annotated(error as ParleyError);
    });
  }

  #log(call: Call, result: string, responseHeaders: Headers = {}): void {
    this.#config.logger?.debug(`${call.name} ${result} (${Math.round(call.duration())} ms)`, {
      requestId: call.requestId,
      attempt: call.number,
      requestHeaders: printableHeaders(call.headers),
      responseHeaders: printableHeaders(responseHeaders),
    });
  }
}

/** A timer that is set to more rings at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** What a call has done so far. */
class Call {
  readonly spec: CallSpec;
  readonly attempts: Attempt[] = [];
  /** Retries, without what was repeated with another token */
  retries = 0;
  number = 0;
  isRefreshed = false;
  token: string | undefined;
  headers: Record<string, string> = {};
  readonly #id: string;
  readonly #deadline: number;
  #begun = 0;
  #outcome: Outcome = 'not_sent';

  constructor(spec: CallSpec) {
    this.spec = spec;
    this.#id = spec.headers['x-request-id'] ?? crypto.randomUUID();
    this.#deadline = monotonic() + Math.min(spec.totalTimeout, TIMER_MAX_MS);
  }

  /** One id for the requests of a call, so that the logs of the server show them together. */
  get requestId(): string {
    return this.number === 1 ? this.#id : `${this.#id}.${this.number}`;
  }

  /** Method and URL, as logs show it. */
  get name(): string {
    const { method, url, isLink } = this.spec;
    return `${method} ${isLink === true ? `${url.origin}/[…]` : printableUrl(url)}`;
  }

  begin(): void {
    this.number += 1;
    this.#begun = monotonic();
  }

  remaining(): number {
    return this.#deadline - monotonic();
  }

  duration(): number {
    return monotonic() - this.#begun;
  }

  note(result: { status: number } | { error: string }): void {
    this.attempts.push({ ...result, delay: 0, requestId: this.requestId });
  }

  noteDelay(delay: number): void {
    const last = this.attempts.at(-1);
    if (last !== undefined) last.delay = delay;
  }

  /** What is unknown once stays so: whatever a later attempt says, an earlier one may have been done. */
  noteOutcome(failure: ParleyError): void {
    if (this.#outcome !== 'unknown') this.#outcome = outcomeOf(failure);
  }

  /** Whether a deletion is answered 404 because an earlier attempt of it, whose answer was lost, has deleted the record. */
  hasDeleted(failure: ParleyError): failure is NotFoundError {
    const isGone = failure instanceof NotFoundError && failure.code === 'not_found';
    return isGone && this.spec.method === 'DELETE' && this.#outcome === 'unknown';
  }

  answer({ status, headers, body }: Answer, alreadyGone: boolean): CallAnswer {
    return { status, headers, body, attempts: this.attempts, alreadyGone };
  }

  annotated(error: ParleyError): ParleyError {
    const isWrite = this.spec.method !== 'GET';
    return annotate(error, {
      attempts: this.attempts,
      outcome: isWrite ? this.#outcome : undefined,
      idempotencyKey: this.spec.headers['idempotency-key'],
      requestId: error.requestId ?? this.requestId,
    });
  }
}
