import { z } from 'zod';
import { component, optionalString, string } from './documented.ts';

/** Error types and their default HTTP status. */
export const ERROR_TYPES = {
  invalid_request_error: 422,
  authentication_error: 401,
  authorization_error: 403,
  not_found_error: 404,
  rate_limit_error: 429,
  api_error: 500,
} as const;

export type ErrorType = keyof typeof ERROR_TYPES;

/** Type, default message and, unless it is that of the type, HTTP status. */
const DEFINITIONS = {
  missing_api_key: ['authentication_error', 'No credentials provided. Send Authorization: Bearer <token>.'],
  invalid_api_key: ['authentication_error', 'The token is invalid or revoked.'],
  token_expired: ['authentication_error', 'Token expired'],
  insufficient_scope: ['authorization_error', 'The token does not have the required scope.'],
  forbidden: ['authorization_error', 'The credential is not allowed to perform this operation.'],
  role_forbidden: ['authorization_error', 'The role of the user does not allow this operation.'],
  mode_forbidden: [
    'authorization_error',
    'Live and test mode share what this operation changes: only a live credential may change it.',
  ],
  address_not_allowed: ['authorization_error', 'The credential may not be used from this address.'],
  csrf_failed: ['authorization_error', 'The request does not come from a page of the current session.'],
  invalid_parameter: ['invalid_request_error', 'A parameter is invalid.'],
  missing_parameter: ['invalid_request_error', 'A required parameter is missing.'],
  unknown_parameter: ['invalid_request_error', 'A parameter is unknown.'],
  read_only_parameter: ['invalid_request_error', 'A parameter cannot be written.'],
  duplicate_value: ['invalid_request_error', 'Another record already has this value.'],
  ambiguous_match: ['invalid_request_error', 'The values identify different records.'],
  too_many_items: ['invalid_request_error', 'An array has too many items.'],
  position_expired: [
    'invalid_request_error',
    'The position is older than the event log. Read the records, and follow the events from now on.',
  ],
  file_too_large: ['invalid_request_error', 'The file is too large.'],
  unsupported_file_type: ['invalid_request_error', 'The file type is not supported.'],
  malformed_json: ['invalid_request_error', 'The request body is not a valid JSON object.', 400],
  malformed_multipart: ['invalid_request_error', 'The request body is not a valid multipart form.', 400],
  body_too_large: ['invalid_request_error', 'The request body is too large.', 400],
  unsupported_media_type: ['invalid_request_error', 'The Content-Type is not supported.', 400],
  unsupported_encoding: [
    'invalid_request_error',
    'The Content-Encoding of the request is not supported: send the body without one.',
    400,
  ],
  not_found: ['not_found_error', 'No such resource.'],
  rate_limit_exceeded: [
    'rate_limit_error',
    'Too many requests. Retry after the number of seconds in Retry-After.',
  ],
  idempotency_mismatch: [
    'invalid_request_error',
    'This Idempotency-Key was used with a different request.',
    409,
  ],
  idempotency_in_progress: [
    'invalid_request_error',
    'A request with this Idempotency-Key is still in progress.',
    409,
  ],
  precondition_failed: [
    'invalid_request_error',
    'The resource has changed since the version in If-Match.',
    412,
  ],
  not_editable: ['invalid_request_error', 'The text of this message cannot be changed.', 409],
  internal_error: ['api_error', 'An internal error occurred. Include the request id when you report it.'],
  service_unavailable: ['api_error', 'The service is temporarily unavailable. Retry shortly.', 503],
  outcome_unknown: [
    'api_error',
    'The outcome of the request is unknown: it may have taken effect. Look before you repeat it.',
    503,
  ],
} as const satisfies Record<string, readonly [type: ErrorType, message: string, status?: number]>;

export type ErrorCode = keyof typeof DEFINITIONS;

/** All errors of the API by code. */
export const errors = Object.fromEntries(
  Object.entries(DEFINITIONS).map(([code, [type, message, status = ERROR_TYPES[type]]]) => [
    code,
    { type, message, status },
  ]),
) as Readonly<Record<ErrorCode, Readonly<{ type: ErrorType; message: string; status: number }>>>;

const codes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]];

const fault = {
  code: z.enum(codes).describe('Machine-readable error code'),
  message: string('Human-readable message', 'must not be empty'),
  param: optionalString('Path of the invalid parameter, such as `contact.email` or `ids[3]`', 'subject'),
};

const ErrorDetail = component('ErrorDetail', 'One validation error', {
  ...fault,
  in: z.enum(['body', 'query', 'header', 'path']).describe('Part of the request that has the parameter'),
});
type SentDetail = z.output<typeof ErrorDetail>;
/** A validation error; in the body, unless it says where. */
export type ErrorDetail = Omit<SentDetail, 'in'> & Partial<Pick<SentDetail, 'in'>>;

export const ErrorBody = z
  .object({
    ...fault,
    type: z
      .enum(Object.keys(ERROR_TYPES) as [ErrorType, ...ErrorType[]])
      .describe('Error type, which determines the HTTP status'),
    details: z
      .array(ErrorDetail)
      .optional()
      .describe('Validation errors, at most 100; the first one is repeated above'),
    request_id: string('Id of the request. Include it when you report a problem', 'checkout-7f3a'),
    doc_url: string(
      'URL of the documentation of this error code',
      'https://api.example.com/docs/errors#missing_parameter',
    ),
  })
  .meta({ id: 'ErrorBody', description: 'Code, message and details of an error' });
/** The `error` object of the envelope. */
export type ErrorBody = z.output<typeof ErrorBody>;

export const ErrorEnvelope = component('ErrorResponse', 'Body of every 4xx and 5xx response', {
  error: ErrorBody.describe('Code, message and details of the error'),
});

/** The documentation of an error code, which the gateway serves. */
export function docUrlOf(baseUrl: string, code: ErrorCode): string {
  return `${baseUrl}/docs/errors#${code}`;
}

/** An error for API callers. Any service may throw it; it crosses RPC as plain data. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly type: ErrorType;
  readonly status: number;
  readonly param: string | undefined;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Missing scopes of `insufficient_scope`, for `WWW-Authenticate`. */
  readonly scopes: readonly string[] | undefined;
  /** Value of `Retry-After`, in whole seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    options: {
      message?: string;
      param?: string;
      details?: readonly ErrorDetail[];
      scopes?: readonly string[];
      retryAfter?: number;
      status?: number;
      cause?: unknown;
    } = {},
  ) {
    const { type, message, status } = errors[code];
    super(options.message ?? message, options.cause === undefined ? undefined : { cause: options.cause });
    this.type = type;
    this.status = options.status ?? status;
    this.param = options.param;
    this.details = options.details;
    this.scopes = options.scopes;
    this.retryAfter = options.retryAfter;
  }

  /** @param baseUrl public address of the API, without a trailing slash. */
  toBody(requestId: string, baseUrl: string): { error: ErrorBody } {
    return {
      error: {
        type: this.type,
        code: this.code,
        message: this.message,
        ...(this.param === undefined ? {} : { param: this.param }),
        ...(this.details === undefined
          ? {}
          : { details: this.details.map((detail) => ({ in: 'body' as const, ...detail })) }),
        request_id: requestId,
        doc_url: docUrlOf(baseUrl, this.code),
      },
    };
  }

  /** The same error for a nested value: `assignee_id` becomes `update.assignee_id`. */
  withParamPrefix(parent: string): ApiError {
    return this.withParam((param) => `${parent}.${param}`);
  }

  /** The same error for a value that its caller gave in another place: `rename` tells the place of a parameter. */
  withParam(rename: (param: string) => string): ApiError {
    const { param } = this;
    if (param === undefined) return this;
    const renamed = rename(param);
    return new ApiError(this.code, {
      status: this.status,
      cause: this,
      ...(this.scopes === undefined ? {} : { scopes: this.scopes }),
      param: renamed,
      message: this.message.startsWith(`${param}: `)
        ? renamed + this.message.slice(param.length)
        : this.message,
      ...(this.details === undefined
        ? {}
        : {
            details: this.details.map((detail) =>
              detail.param === undefined ? detail : { ...detail, param: rename(detail.param) },
            ),
          }),
    });
  }

  toJSON(): SerializedError {
    return {
      code: this.code,
      message: this.message,
      status: this.status,
      ...(this.param === undefined ? {} : { param: this.param }),
      ...(this.details === undefined ? {} : { details: [...this.details] }),
      ...(this.scopes === undefined ? {} : { scopes: [...this.scopes] }),
      ...(this.retryAfter === undefined ? {} : { retryAfter: this.retryAfter }),
    };
  }

  static fromJSON(error: SerializedError): ApiError {
    return new ApiError(error.code, error);
  }
}

export interface SerializedError extends ErrorDetail {
  status: number;
  details?: ErrorDetail[];
  scopes?: string[];
  retryAfter?: number;
}

/** 404, also for resources of other tenants, so that their existence is not revealed. */
export function notFound(noun: string): ApiError {
  return new ApiError('not_found', { message: `No such ${noun}.` });
}

/** 403 for a token that has none of these scopes; `param` if only a part of the request requires them. */
export function insufficientScope(scopes: readonly string[], param?: string): ApiError {
  const named = scopes.join(' or ');
  return new ApiError('insufficient_scope', {
    scopes,
    ...(param === undefined
      ? { message: `The token does not have the required scope ${named}.` }
      : { param, message: `${param}: requires the scope ${named}` }),
  });
}

/** Callers fix errors one by one; a longer list has no use. */
export const DETAILS_MAX = 100;

/** The error of a request with these details, the first of which it repeats; at most 100 are listed. */
export function errorOf(details: readonly ErrorDetail[]): ApiError {
  const { code, param, message } = details[0] as ErrorDetail;
  return new ApiError(code, {
    message: param === undefined ? message : `${param}: ${message}`,
    ...(param === undefined ? {} : { param }),
    details: details.slice(0, DETAILS_MAX),
  });
}

/** Throws the error of these details, unless there are none. */
export function assertNone(details: readonly ErrorDetail[]): void {
  if (details.length > 0) throw errorOf(details);
}

export function invalidParameter(param: string, message: string, place?: ErrorDetail['in']): ApiError {
  return errorOf([
    { code: 'invalid_parameter', param, message, ...(place === undefined ? {} : { in: place }) },
  ]);
}

/** A handler for `catch` of what follows a commit: an outage becomes `outcome_unknown`, because something has happened. */
export function failedAfterCommit(error: unknown): never {
  if (error instanceof ApiError && error.code === 'service_unavailable')
    throw new ApiError('outcome_unknown', { cause: error });
  throw error;
}
