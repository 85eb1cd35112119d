// What the resources call: an operation becomes a call, and its answer a result.
import { Caller, type CallAnswer, type CallSpec, type OpenAnswer } from './call.ts';
import { Changes, type ChangeOrder } from './changes.ts';
import type { Config } from './config.ts';
import {
  annotate,
  ConfigurationError,
  DecodeError,
  errorOfAnswer,
  PreconditionFailedError,
} from './errors.ts';
import { checkOptions, type CallOptions, type RequestOptions } from './options.ts';
import { List, type PageBody } from './page.ts';
import { bodyOf, headersOf, urlOf, type Operation } from './request.ts';
import { objectOf, textOf } from './runtime.ts';
import { EventStream } from './stream.ts';
import { ResponseInfo, withResponse, type Deletion, type NotModified, type Result } from './values.ts';
import type { Included } from '../generated/types.ts';

/** The fields to change, or a function that makes them from the record as it is now. */
export type Change<Current, Request> = Request | ((current: Current) => Request | Promise<Request>);

/** How often a change by a function is tried while others change the record. */
const CHANGES_MAX = 5;

interface Envelope {
  data: object;
  meta?: object;
  included?: Included;
}

export class Client {
  readonly #config: Config;
  readonly #caller: Caller;

  constructor(config: Config, caller: Caller) {
    this.#config = config;
    this.#caller = caller;
  }

  get config(): Config {
    return this.#config;
  }

  get caller(): Caller {
    return this.#caller;
  }

  async record<T>(operation: Operation, options: CallOptions = {}): Promise<T> {
    return this.#call(operation, options, (answer) => {
      // Only a call with ifNoneMatch is answered so, and the types of these say so.
      if (answer.status === 304)
        return withResponse({ notModified: true } satisfies NotModified, responseInfo(answer)) as T;
      const { data, included } = envelopeOf(answer);
      if (Array.isArray(data)) throw new DecodeError('The answer is no record', answer);
      return withResponse(data, responseInfo(answer, included)) as T;
    });
  }

  async result<T, M>(operation: Operation, options: CallOptions = {}): Promise<Result<T, M>> {
    return this.#call(operation, options, (answer) => {
      const { data, meta } = envelopeOf(answer);
      return withResponse({ data: data as T, meta: meta as M }, responseInfo(answer));
    });
  }

  async deletion(operation: Operation, options: CallOptions = {}): Promise<Deletion> {
    return this.#call(operation, options, (answer) => {
      const { status, body, alreadyGone } = answer;
      // The page of a proxy is a success, too, and nothing was deleted.
      if (!alreadyGone && (status !== 204 || body.byteLength > 0))
        throw new DecodeError('The answer is not that of a deletion', answer);
      return withResponse({ alreadyGone }, responseInfo(answer));
    });
  }

  list<T>(operation: Operation, options: RequestOptions = {}): List<T> {
    const fetch = (query: object) =>
      this.#call({ ...operation, query }, options, (answer) => {
        const body = pageOf<T>(answer);
        return { body, response: responseInfo(answer, body.included) };
      });
    return new List<T>(fetch, operation.query ?? {});
  }

  changes<T extends object>(
    operation: Operation,
    order: ChangeOrder,
    options: RequestOptions = {},
  ): Changes<T> {
    return new Changes<T>(
      (query) => this.list<T>({ ...operation, query }, options),
      order,
      operation.query ?? {},
    );
  }

  stream<T extends object>(operation: Operation, options: RequestOptions = {}): EventStream<T> {
    const { last_event_id, ...query } = (operation.query ?? {}) as { last_event_id?: string | undefined };
    const { logger, timeScale } = this.#config;
    return new EventStream<T>(
      (headers) =>
        this.#open({ ...operation, query }, { ...options, headers: { ...options.headers, ...headers } }),
      last_event_id,
      { signal: options.signal, logger, timeScale },
    );
  }

  /**
   * Changes a record. A function gets the record as it is, and is called again if another has changed it meanwhile.
   *
   * @param readId the operation that reads the record
   */
  async change<Current extends object, Request extends object, T>(
    operation: Operation,
    readId: string,
    change: Change<Current, Request>,
    options: CallOptions = {},
  ): Promise<T> {
    if (typeof change !== 'function') return this.record<T>({ ...operation, body: change }, options);
    if (options.ifMatch !== undefined || options.idempotencyKey !== undefined)
      throw new ConfigurationError('A change by a function has an ifMatch and an idempotencyKey of its own');
    const read = () => this.record<Current>({ id: readId, method: 'GET', path: operation.path }, options);
    for (let times = 1; ; times += 1) {
      const current = await read();
      try {
        return await this.record<T>(
          { ...operation, body: await change(current) },
          { ...options, ifMatch: current },
        );
      } catch (error) {
        if (!(error instanceof PreconditionFailedError)) throw error;
        if (times === CHANGES_MAX) throw annotate(error, { record: await read() });
      }
    }
  }

  async #call<T>(
    operation: Operation,
    options: CallOptions,
    resultOf: (answer: CallAnswer) => T,
  ): Promise<T> {
    return this.#caller.call(await this.#spec(operation, options), resultOf);
  }

  async #open(operation: Operation, options: RequestOptions): Promise<OpenAnswer> {
    const spec = await this.#spec(operation, options);
    spec.headers.accept = 'text/event-stream';
    const answer = await this.#caller.open({ ...spec, idleTimeout: this.#config.idleTimeout });
    if (answer.headers['content-type']?.startsWith('text/event-stream') === true) return answer;
    answer.close();
    throw new DecodeError('The answer is not an event stream', { ...answer, body: new Uint8Array() });
  }

  async #spec(operation: Operation, options: CallOptions): Promise<CallSpec> {
    checkOptions(options);
    const config = this.#config;
    const url = urlOf(config.baseUrl, operation);
    const body = await bodyOf(operation);
    const headers = headersOf(operation, body, config, options);
    const isKeyed = operation.method === 'POST' || operation.method === 'PATCH';
    // Made before the first attempt: it is what makes all attempts one write.
    if (isKeyed)
      headers['idempotency-key'] =
        options.idempotencyKey ?? headers['idempotency-key'] ?? crypto.randomUUID();
    const isUpload = body !== undefined && body.contentType !== 'application/json';
    const scaled = (time: number | undefined) => (time === undefined ? undefined : time * config.timeScale);
    return {
      operation: operation.id,
      method: operation.method,
      url,
      headers,
      body,
      credential: config.credential,
      canRepeat: true,
      timeout: scaled(options.timeout) ?? (isUpload ? config.uploadTimeout : config.timeout),
      totalTimeout:
        scaled(options.totalTimeout) ?? (isUpload ? config.uploadTotalTimeout : config.totalTimeout),
      idleTimeout: isUpload ? config.idleTimeout : undefined,
      maxRetries: options.maxRetries ?? config.maxRetries,
      signal: options.signal,
      failureOf: errorOfAnswer,
    };
  }
}

const responseInfo = ({ status, headers, attempts }: CallAnswer, included?: Included) =>
  new ResponseInfo(status, headers, attempts, included);

/** @throws DecodeError for what is not an answer of the API, such as the page of a proxy */
function envelopeOf(answer: CallAnswer): Envelope {
  const envelope = (objectOf(textOf(answer.body)) ?? {}) as Omit<Envelope, 'data'> & { data?: unknown };
  const { data } = envelope;
  if (typeof data !== 'object' || data === null)
    throw new DecodeError('The answer is not JSON with data', answer);
  return { ...envelope, data };
}

/** @throws DecodeError */
function pageOf<T>(answer: CallAnswer): PageBody<T> {
  const page = envelopeOf(answer) as unknown as PageBody<T>;
  const cursor: unknown = (page.meta as PageBody<T>['meta'] | null | undefined)?.next_cursor;
  if (Array.isArray(page.data) && (cursor === null || typeof cursor === 'string')) return page;
  throw new DecodeError('The answer is no page of a list', answer);
}
