import { objectOf, textOf } from './runtime.ts';
import { parseRetryAfter, rateLimitOf, type Attempt, type Headers, type RateLimit } from './values.ts';

/**
 * Whether a write that failed may have been done: `not_sent`, the request did not leave; `rejected`, the server has refused it;
 * `unknown`, it may have been done. In the last case repeat it with `idempotencyKey` of the error: it is done once.
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown';

/** The names of the classes of an error: one that the other build of this package made (ESM, CommonJS) is recognized by them. */
const KINDS = Symbol.for('parley.errors');

/** What all errors of this library have in common. */
export class ParleyError extends Error {
  static readonly kind: string = 'ParleyError';

  /** Whether the write may have been done; undefined for a read and for what is no call */
  readonly outcome?: Outcome;
  /** The key of the write, with which a later call is the same write */
  readonly idempotencyKey?: string;
  /** The requests of the call */
  readonly attempts?: readonly Attempt[];
  /** The id by which the operator of the installation finds the last request */
  readonly requestId?: string;
  /** The cursor of the page that could not be read: a list with it continues there */
  readonly cursor?: string;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    const kinds: string[] = [];
    for (
      let one: unknown = new.target;
      typeof one === 'function' && one !== Error;
      one = Object.getPrototypeOf(one)
    )
      kinds.push((one as typeof ParleyError).kind);
    Object.defineProperty(this, KINDS, { value: kinds });
    Object.defineProperty(this, 'name', { value: kinds[0], configurable: true, writable: true });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that a program derives has no `kind` of its own.
    if (!Object.hasOwn(this, 'kind')) return Function.prototype[Symbol.hasInstance].call(this, value);
    return (
      typeof value === 'object' &&
      value !== null &&
      ((value as { [KINDS]?: string[] })[KINDS]?.includes(this.kind) ?? false)
    );
  }

  toJSON(): object {
    return { ...this, name: this.name, message: this.message };
  }
}

/** The options of the client or of a call are not acceptable; nothing was sent. */
export class ConfigurationError extends ParleyError {
  static override readonly kind: string = 'ConfigurationError';
}

/** The call was cancelled by its signal. */
export class CancelledError extends ParleyError {
  static override readonly kind: string = 'CancelledError';
  /** Whether the server may have received the request */
  readonly isSent: boolean;

  constructor(isSent: boolean, options: { cause: unknown }) {
    super('The call was cancelled', options);
    this.isSent = isSent;
  }
}

/** A list cannot be read to its end: a cursor came twice, or too many pages were empty. */
export class PaginationError extends ParleyError {
  static override readonly kind: string = 'PaginationError';
}

/** An event stream cannot be continued. */
export class StreamError extends ParleyError {
  static override readonly kind: string = 'StreamError';
  /** The position that was reached */
  readonly position: string | undefined;
  readonly code: string | undefined;

  constructor(message: string, position: string | undefined, options?: { code?: string; cause?: unknown }) {
    super(message, options);
    this.position = position;
    this.code = options?.code;
  }
}

/** A request to a webhook is not genuine, or too old to be accepted. */
export class WebhookSignatureError extends ParleyError {
  static override readonly kind: string = 'WebhookSignatureError';
  readonly reason: WebhookSignatureReason;

  constructor(reason: WebhookSignatureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type WebhookSignatureReason = 'missing_header' | 'bad_timestamp' | 'too_old' | 'too_new' | 'no_match';

const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/** An error of the authorization server (RFC 6749, section 5.2), or of the redirect from it (section 4.1.2.1). */
export class OAuthError extends ParleyError {
  static override readonly kind: string = 'OAuthError';
  /** `invalid_grant`, `access_denied` and so on */
  readonly error: string;
  /** A text of the server: escape it in a page */
  readonly errorDescription: string | undefined;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    error: string,
    description?: string,
    answer?: { status: number; retryAfter: number | undefined },
  ) {
    // Texts of a redirect can be written by anybody.
    super([error, description].filter(Boolean).join(': ').replaceAll(CONTROL_CHARACTERS, ' '));
    this.error = error;
    this.errorDescription = description;
    this.status = answer?.status;
    this.retryAfter = answer?.retryAfter;
  }
}

/** The grant has ended: the user has to sign in again. */
export class AuthorizationExpiredError extends OAuthError {
  static override readonly kind: string = 'AuthorizationExpiredError';
}

/** What an error of the transport tells about its request. */
export interface Failure {
  /** Whether the server may have received the request */
  isSent: boolean;
  /** Whether to repeat it can help; true by default */
  isRetryable?: boolean;
  /** A kept connection, which the server had closed before it answered */
  isStale?: boolean;
  cause?: unknown;
}

/** There was no answer, or not all of it. */
export class ConnectionError extends ParleyError {
  static override readonly kind: string = 'ConnectionError';
  /** Whether the server may have received the request */
  readonly isSent: boolean;
  readonly isRetryable: boolean;
  readonly isStale: boolean;

  constructor(message: string, { isSent, isRetryable = true, isStale = false, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.isSent = isSent;
    this.isRetryable = isRetryable;
    this.isStale = isStale;
  }
}

/** The server has refused the connection. */
export class RefusedError extends ConnectionError {
  static override readonly kind: string = 'RefusedError';
}

/** No connection was made within `connectTimeout`. */
export class ConnectTimeoutError extends ConnectionError {
  static override readonly kind: string = 'ConnectTimeoutError';
}

/** There was no answer within `timeout` or `totalTimeout`, or it stalled. */
export class TimeoutError extends ConnectionError {
  static override readonly kind: string = 'TimeoutError';
}

/** The certificate of the server is not accepted, or it does not speak TLS. */
export class TlsError extends ConnectionError {
  static override readonly kind: string = 'TlsError';
}

/** The connection ended before the answer did. */
export class TruncatedError extends ConnectionError {
  static override readonly kind: string = 'TruncatedError';
}

/** An answer that is not what the API sends, such as the page of a proxy. */
export class DecodeError extends ParleyError {
  static override readonly kind: string = 'DecodeError';
  readonly status: number;
  readonly contentType: string | undefined;
  /** The first 1,024 characters */
  readonly body: string;

  constructor(message: string, answer: Answer) {
    super(`${answer.status}: ${message}`);
    this.status = answer.status;
    this.contentType = answer.headers['content-type'];
    this.body = excerpt(answer);
  }
}

/** An answer as it came. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** One invalid parameter. */
export interface ErrorDetail {
  code: string;
  message: string;
  /** Its path, such as `contact.email` */
  param?: string;
  /** `body`, `query`, `header` or `path` */
  in: string;
}

interface ErrorBody {
  type?: string;
  code?: string;
  message?: string;
  param?: string;
  details?: ErrorDetail[];
  request_id?: string;
  doc_url?: string;
}

/** The server has answered an error. Its classes go by the status; decide by `code` where there is no class. */
export class ApiError extends ParleyError {
  static override readonly kind: string = 'ApiError';
  readonly status: number;
  readonly type?: string;
  readonly code?: string;
  /** The path of the first invalid parameter, such as `contact.email` */
  readonly param?: string;
  readonly details: readonly ErrorDetail[];
  readonly docUrl?: string;
  /** Their names are in lower case */
  readonly headers: Headers;
  /** The seconds of the header Retry-After */
  readonly retryAfter?: number;
  readonly rateLimit?: RateLimit;
  /** The first 1,024 characters and the type of an answer that is not of the API, such as the page of a proxy */
  readonly body?: string;
  readonly contentType?: string;

  constructor(answer: Answer, error: ErrorBody | undefined) {
    const { status, headers } = answer;
    const requestId = error?.request_id ?? headers['x-request-id'];
    super(messageOf(status, error, requestId));
    this.status = status;
    this.details = error?.details ?? [];
    this.headers = headers;
    annotate(this, {
      type: error?.type,
      code: error?.code,
      param: error?.param,
      docUrl: error?.doc_url,
      retryAfter: parseRetryAfter(headers['retry-after']),
      requestId,
    });
    annotate(this, { rateLimit: rateLimitOf(headers) });
    if (error === undefined) annotate(this, { body: excerpt(answer), contentType: headers['content-type'] });
  }
}

function messageOf(status: number, error: ErrorBody | undefined, requestId: string | undefined): string {
  const { code, param, message = 'the answer is not one of the API' } = error ?? {};
  const head = code ? `${status} ${code}${param === undefined ? '' : ` (${param})`}:` : String(status);
  // The server begins the message with the parameter, too.
  const text =
    param !== undefined && message.startsWith(`${param}: `) ? message.slice(param.length + 2) : message;
  return `${head} ${text}${requestId === undefined ? '' : ` [request ${requestId}]`}`;
}

/** 400: the request cannot be read. */
export class BadRequestError extends ApiError {
  static override readonly kind: string = 'BadRequestError';
}

/** 401: the credential is not accepted. */
export class AuthenticationError extends ApiError {
  static override readonly kind: string = 'AuthenticationError';
}

/** 401 `token_expired` */
export class TokenExpiredError extends AuthenticationError {
  static override readonly kind: string = 'TokenExpiredError';
}

/** 403: the credential may not do this. */
export class PermissionDeniedError extends ApiError {
  static override readonly kind: string = 'PermissionDeniedError';
}

/** 404 */
export class NotFoundError extends ApiError {
  static override readonly kind: string = 'NotFoundError';
}

/** 409 */
export class ConflictError extends ApiError {
  static override readonly kind: string = 'ConflictError';
}

/** 409 `idempotency_mismatch`: the key was used for another request. */
export class IdempotencyMismatchError extends ConflictError {
  static override readonly kind: string = 'IdempotencyMismatchError';
}

/** 409 `idempotency_in_progress`: a request with this key still runs. */
export class IdempotencyInProgressError extends ConflictError {
  static override readonly kind: string = 'IdempotencyInProgressError';
}

/** 412: the record has changed since it was read. */
export class PreconditionFailedError extends ApiError {
  static override readonly kind: string = 'PreconditionFailedError';
  /** The newest record, if the call was an update by a function */
  readonly record?: object;
}

/** 422: a value is not acceptable. */
export class ValidationError extends ApiError {
  static override readonly kind: string = 'ValidationError';
}

/** 422 `duplicate_value`: another record has this value. */
export class DuplicateValueError extends ValidationError {
  static override readonly kind: string = 'DuplicateValueError';
}

/** 429: too many requests. */
export class RateLimitError extends ApiError {
  static override readonly kind: string = 'RateLimitError';
}

/** 5xx */
export class ServerError extends ApiError {
  static override readonly kind: string = 'ServerError';
}

/** 503 `service_unavailable` */
export class ServiceUnavailableError extends ServerError {
  static override readonly kind: string = 'ServiceUnavailableError';
}

/** 503 `outcome_unknown`: the write may have been done. */
export class OutcomeUnknownError extends ServerError {
  static override readonly kind: string = 'OutcomeUnknownError';
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  422: ValidationError,
  429: RateLimitError,
};

const BY_CODE: Readonly<Record<string, typeof ApiError>> = {
  token_expired: TokenExpiredError,
  idempotency_mismatch: IdempotencyMismatchError,
  idempotency_in_progress: IdempotencyInProgressError,
  duplicate_value: DuplicateValueError,
  service_unavailable: ServiceUnavailableError,
  outcome_unknown: OutcomeUnknownError,
};

/** The error that an answer is. A code that is unknown, or comes with another status than its own, counts less than the status. */
export function errorOfAnswer(answer: Answer): ApiError {
  const error = errorBodyOf(answer);
  const general = BY_STATUS[answer.status] ?? (answer.status >= 500 ? ServerError : ApiError);
  const special = Object.hasOwn(BY_CODE, error?.code ?? '') ? BY_CODE[error?.code ?? ''] : undefined;
  const isOfStatus = special !== undefined && Object.prototype.isPrototypeOf.call(general, special);
  return new (isOfStatus ? special : general)(answer, error);
}

function errorBodyOf({ body }: Answer): ErrorBody | undefined {
  const { error } = (objectOf(textOf(body)) ?? {}) as { error?: unknown };
  if (typeof error !== 'object' || error === null) return undefined;
  // A field that is not of its type is as good as none.
  const isOfType = ([name, value]: [string, unknown]) =>
    name === 'details' ? Array.isArray(value) : typeof value === 'string';
  return Object.fromEntries(Object.entries(error).filter(isOfType));
}

const excerpt = ({ body }: Answer): string => textOf(body.subarray(0, 4096)).slice(0, 1024);

/** What is known of an error and its call; what is undefined is left out, so that it does not appear in logs. */
export function annotate<T extends ParleyError>(error: T, known: Readonly<Record<string, unknown>>): T {
  const defined = Object.entries(known).filter(([, value]) => value !== undefined);
  return Object.assign(error, Object.fromEntries(defined));
}
