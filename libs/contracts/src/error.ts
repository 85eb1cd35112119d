import { z } from 'zod';

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

export interface ErrorDefinition<Code extends string = string> {
  readonly code: Code;
  readonly type: ErrorType;
  readonly status: number;
  /** Default message. */
  readonly message: string;
}

export function defineError<const Code extends string>(
  code: Code,
  type: ErrorType,
  message: string,
  status: number = ERROR_TYPES[type],
): ErrorDefinition<Code> {
  return { code, type, status, message };
}

const list = [
  defineError(
    'missing_api_key',
    'authentication_error',
    'No credentials provided. Send Authorization: Bearer <token>.',
  ),
  defineError('invalid_api_key', 'authentication_error', 'The token is invalid or revoked.'),
  defineError('token_expired', 'authentication_error', 'Token expired'),
  defineError('insufficient_scope', 'authorization_error', 'The token does not have the required scope.'),
  defineError('forbidden', 'authorization_error', 'The credential is not allowed to perform this operation.'),
  defineError('invalid_parameter', 'invalid_request_error', 'A parameter is invalid.'),
  defineError('missing_parameter', 'invalid_request_error', 'A required parameter is missing.'),
  defineError('unknown_parameter', 'invalid_request_error', 'A parameter is unknown.'),
  defineError('duplicate_value', 'invalid_request_error', 'Another record already has this value.'),
  defineError('too_many_items', 'invalid_request_error', 'An array has too many items.'),
  defineError('file_too_large', 'invalid_request_error', 'The file is too large.'),
  defineError('unsupported_file_type', 'invalid_request_error', 'The file type is not supported.'),
  defineError('malformed_json', 'invalid_request_error', 'The request body is not a valid JSON object.', 400),
  defineError('unsupported_media_type', 'invalid_request_error', 'The Content-Type is not supported.', 400),
  defineError('not_found', 'not_found_error', 'No such resource.'),
  defineError(
    'rate_limit_exceeded',
    'rate_limit_error',
    'Too many requests. Retry after the number of seconds in Retry-After.',
  ),
  defineError(
    'idempotency_mismatch',
    'invalid_request_error',
    'This Idempotency-Key was used with a different request.',
    409,
  ),
  defineError(
    'idempotency_in_progress',
    'invalid_request_error',
    'A request with this Idempotency-Key is still in progress.',
    409,
  ),
  defineError(
    'precondition_failed',
    'invalid_request_error',
    'The resource has changed since the version in If-Match.',
    412,
  ),
  defineError(
    'internal_error',
    'api_error',
    'An internal error occurred. Include the request id when you report it.',
  ),
  defineError(
    'service_unavailable',
    'api_error',
    'The service is temporarily unavailable. Retry shortly.',
    503,
  ),
] as const;

export type ErrorCode = (typeof list)[number]['code'];

/** All errors of the API by code. */
export const errors = Object.fromEntries(list.map((error) => [error.code, error])) as unknown as {
  readonly [Code in ErrorCode]: ErrorDefinition<Code>;
};

export const ErrorDetail = z
  .object({
    code: z.enum(list.map(({ code }) => code)).meta({ description: 'Machine-readable error code' }),
    message: z.string().meta({ description: 'Human-readable message', examples: ['must not be empty'] }),
    param: z
      .string()
      .optional()
      .meta({
        description: 'Path of the invalid parameter, such as `contact.email` or `ids[3]`',
        examples: ['subject'],
      }),
  })
  .meta({ id: 'ErrorDetail', description: 'One validation error' });
export type ErrorDetail = z.output<typeof ErrorDetail>;

export const ErrorBody = ErrorDetail.extend({
  type: z
    .enum(Object.keys(ERROR_TYPES) as [ErrorType, ...ErrorType[]])
    .meta({ description: 'Error type, which determines the HTTP status' }),
  details: z
    .array(ErrorDetail)
    .optional()
    .meta({ description: 'All validation errors; the first one is repeated above' }),
  request_id: z.string().meta({
    description: 'Id of the request. Include it when you report a problem',
    examples: ['checkout-7f3a'],
  }),
}).meta({ id: 'ErrorBody', description: 'Code, message and details of an error' });
/** The `error` object of the envelope. */
export type ErrorBody = z.output<typeof ErrorBody>;

export const ErrorEnvelope = z
  .object({ error: ErrorBody.meta({ description: 'Code, message and details of the error' }) })
  .meta({ id: 'Error', description: 'Body of every 4xx and 5xx response' });

/** An error for API callers. Any service may throw it; it crosses RPC as plain data. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly definition: ErrorDefinition;
  readonly param: string | undefined;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Missing scopes of `insufficient_scope`, for `WWW-Authenticate`. */
  readonly scopes: readonly string[] | undefined;

  constructor(
    readonly code: ErrorCode,
    options: {
      message?: string;
      param?: string;
      details?: readonly ErrorDetail[];
      scopes?: readonly string[];
      status?: number;
      cause?: unknown;
    } = {},
  ) {
    const definition = errors[code];
    super(
      options.message ?? definition.message,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.definition = options.status === undefined ? definition : { ...definition, status: options.status };
    this.param = options.param;
    this.details = options.details;
    this.scopes = options.scopes;
  }

  get status(): number {
    return this.definition.status;
  }

  toBody(requestId: string): { error: ErrorBody } {
    return {
      error: {
        type: this.definition.type,
        code: this.code,
        message: this.message,
        ...(this.param === undefined ? {} : { param: this.param }),
        ...(this.details === undefined ? {} : { details: [...this.details] }),
        request_id: requestId,
      },
    };
  }

  /** The same error for a nested value: `assignee_id` becomes `update.assignee_id`. */
  withParamPrefix(parent: string): ApiError {
    const { param } = this;
    if (param === undefined) return this;
    return new ApiError(this.code, {
      status: this.status,
      cause: this,
      ...(this.scopes === undefined ? {} : { scopes: this.scopes }),
      param: `${parent}.${param}`,
      message: this.message.startsWith(`${param}: `) ? `${parent}.${this.message}` : this.message,
      ...(this.details === undefined
        ? {}
        : {
            details: this.details.map((detail) =>
              detail.param === undefined ? detail : { ...detail, param: `${parent}.${detail.param}` },
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
}

/** 404, also for resources of other tenants, so that their existence is not revealed. */
export function notFound(noun: string): ApiError {
  return new ApiError('not_found', { message: `No such ${noun}.` });
}

/** 403 for a token that has none of these scopes; `param` if only a part of the request requires them. */
export function insufficientScope(scopes: readonly string[], param?: string): ApiError {
  const named = scopes.join(' or ');
  return param === undefined
    ? new ApiError('insufficient_scope', {
        scopes,
        message: `The token does not have the required scope ${named}.`,
      })
    : new ApiError('insufficient_scope', {
        scopes,
        param,
        message: `${param}: requires the scope ${named}`,
      });
}

export function invalidParameter(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', {
    param,
    message: `${param}: ${message}`,
    details: [{ code: 'invalid_parameter', param, message }],
  });
}
