// What the methods return, and what is known of the answer that it came in.
import type { Included } from '../generated/types.ts';

/** The result of operations that answer more than a record: bulk updates, upserts, the search. */
export interface Result<T, M> {
  data: T;
  meta: M;
}

/** The result of a deletion. */
export interface Deletion {
  /** The record was gone when the request was repeated: an earlier attempt of this call, whose answer was lost, has deleted it. */
  alreadyGone: boolean;
}

/** The result of a read with `ifNoneMatch` if the record has not changed. */
export interface NotModified {
  notModified: true;
}

/** The state of the rate limit after a request. */
export interface RateLimit {
  /** Requests a minute */
  limit: number;
  /** Requests that are left in this minute */
  remaining: number;
  /** The end of this minute by the clock of the server, in seconds since 1970; only to be shown */
  reset: number;
}

/** One request of a call. */
export interface Attempt {
  /** The status of the answer, if there was one */
  status?: number;
  /** The name of the error, if there was no answer */
  error?: string;
  /** The wait before the next attempt, in milliseconds; 0 after the last one */
  delay: number;
  requestId: string;
}

export type Headers = Readonly<Record<string, string>>;

/** The answer that a result came in. */
export class ResponseInfo {
  readonly status: number;
  /** Their names are in lower case */
  readonly headers: Headers;
  /** The requests of the call, the last of which succeeded */
  readonly attempts: readonly Attempt[];
  /** The records that `include` asked for */
  readonly included: Included | undefined;

  constructor(status: number, headers: Headers, attempts: readonly Attempt[], included?: Included) {
    this.status = status;
    this.headers = headers;
    this.attempts = attempts;
    this.included = included;
  }

  /** The id by which the operator of the installation finds the request */
  get requestId(): string | undefined {
    return this.headers['x-request-id'];
  }

  /** The version of the record, for `ifMatch` and `ifNoneMatch` */
  get etag(): string | undefined {
    return this.headers.etag;
  }

  /** Whether the server had done the request before, and answered what it answered then (Idempotent-Replayed) */
  get replayed(): boolean {
    return this.headers['idempotent-replayed'] === 'true';
  }

  /** The header Deprecation (RFC 9745), if the operation is deprecated */
  get deprecation(): string | undefined {
    return this.headers.deprecation;
  }

  /** The header Sunset (RFC 8594): when the operation ends */
  get sunset(): string | undefined {
    return this.headers.sunset;
  }

  get rateLimit(): RateLimit | undefined {
    return rateLimitOf(this.headers);
  }
}

export function rateLimitOf(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers[`x-ratelimit-${name}`] ?? NaN),
  );
  if (
    limit === undefined ||
    remaining === undefined ||
    reset === undefined ||
    Number.isNaN(limit + remaining + reset)
  )
    return undefined;
  return { limit, remaining, reset };
}

/**
 * The seconds of a header Retry-After (RFC 9110, section 10.2.3): a number, or a date, rounded up to whole seconds from now.
 * Undefined for anything else and for times that have passed.
 */
export function parseRetryAfter(text: string | undefined, now = Date.now()): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  // Date.parse takes almost anything, even `-5`, for a date.
  if (!/^[A-Z][a-z]+, .+ GMT$/.test(text)) return undefined;
  const seconds = Math.ceil((Date.parse(text) - now) / 1000);
  return seconds >= 0 ? seconds : undefined;
}

/** The property that has the answer of a result. It is not enumerable, so that JSON and copies of a result are without it. */
const RESPONSE = Symbol.for('parley.response');

/** Notes the answer that a result came in. */
export function withResponse<T extends object>(value: T, response: ResponseInfo): T {
  return Object.defineProperty(value, RESPONSE, { value: response, configurable: true });
}

/**
 * The answer that a result of this library came in: status, headers, request id, attempts, ETag, rate limit.
 *
 * @throws TypeError for another object, such as an item of a page: the page has the answer.
 */
export function responseOf(result: object): ResponseInfo {
  const response = responseIfAny(result);
  if (response === undefined) throw new TypeError('This object is not the result of a call');
  return response;
}

export function responseIfAny(result: object): ResponseInfo | undefined {
  return (result as { [RESPONSE]?: ResponseInfo })[RESPONSE];
}

/** The time that a field of a record shows (RFC 3339). A Date has milliseconds and no time zone: the text has all there is. */
export function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new TypeError(`This is no time of RFC 3339: ${text}`);
  return time;
}
