import { z } from 'zod';

/** The error types of the wire, each with the status it has unless an error says otherwise (spec "Errors"). */
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
  /** What a developer reads when nothing more specific is known. */
  readonly message: string;
}

/** Writes one error of the closed list. */
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
    'No credentials were given. Send Authorization: Bearer <token>.',
  ),
  defineError('invalid_api_key', 'authentication_error', 'The token is malformed, unknown or revoked.'),
  defineError('token_expired', 'authentication_error', 'Token expired'),
  defineError(
    'insufficient_scope',
    'authorization_error',
    'The token lacks the scope that this operation needs.',
  ),
  defineError('forbidden', 'authorization_error', 'The credential may not do this.'),
  defineError('invalid_parameter', 'invalid_request_error', 'A parameter has an unacceptable value.'),
  defineError('missing_parameter', 'invalid_request_error', 'A required parameter is missing.'),
  defineError('unknown_parameter', 'invalid_request_error', 'A parameter is not known to this operation.'),
  defineError('duplicate_value', 'invalid_request_error', 'Another record already has this value.'),
  defineError('too_many_items', 'invalid_request_error', 'A list has too many items.'),
  defineError('file_too_large', 'invalid_request_error', 'The file is larger than allowed.'),
  defineError('unsupported_file_type', 'invalid_request_error', 'Files of this type are not accepted.'),
  defineError(
    'malformed_json',
    'invalid_request_error',
    'The request body could not be read as a JSON object.',
    400,
  ),
  defineError(
    'unsupported_media_type',
    'invalid_request_error',
    'The Content-Type of the request is not supported.',
    400,
  ),
  defineError('not_found', 'not_found_error', 'There is nothing here.'),
  defineError(
    'rate_limit_exceeded',
    'rate_limit_error',
    'Too many requests. Wait for the seconds in Retry-After.',
  ),
  defineError(
    'idempotency_mismatch',
    'invalid_request_error',
    'This Idempotency-Key was used for another request.',
    409,
  ),
  defineError(
    'idempotency_in_progress',
    'invalid_request_error',
    'A request with this Idempotency-Key is still running.',
    409,
  ),
  defineError(
    'precondition_failed',
    'invalid_request_error',
    'The record has changed since the version in If-Match.',
    412,
  ),
  defineError(
    'internal_error',
    'api_error',
    'Something went wrong on our side. Quote the request id when you report it.',
  ),
  defineError(
    'service_unavailable',
    'api_error',
    'The service cannot answer right now. Try again shortly.',
    503,
  ),
] as const;

export type ErrorCode = (typeof list)[number]['code'];

/** Every error that the API can answer, by code. */
export const errors = Object.fromEntries(list.map((error) => [error.code, error])) as unknown as {
  readonly [Code in ErrorCode]: ErrorDefinition<Code>;
};

export const ErrorDetail = z
  .object({
    code: z.enum(list.map(({ code }) => code)).meta({ description: 'What is wrong, for programs' }),
    message: z
      .string()
      .meta({ description: 'What is wrong, for developers', examples: ['must not be empty'] }),
    param: z
      .string()
      .optional()
      .meta({
        description: 'Path of the offending parameter: `contact.email`, `ids[3]`',
        examples: ['subject'],
      }),
  })
  .meta({ id: 'ErrorDetail', description: 'One thing that is wrong with a request' });
export type ErrorDetail = z.output<typeof ErrorDetail>;

export const ErrorBody = ErrorDetail.extend({
  type: z
    .enum(Object.keys(ERROR_TYPES) as [ErrorType, ...ErrorType[]])
    .meta({ description: 'The kind of error, which goes with the status' }),
  details: z
    .array(ErrorDetail)
    .optional()
    .meta({ description: 'Everything that is wrong, where several parameters are; the first one is above' }),
  request_id: z
    .string()
    .meta({ description: 'Names the request when you report a problem', examples: ['checkout-7f3a'] }),
}).meta({ id: 'ErrorBody', description: 'What went wrong' });
/** The `error` object of the envelope. */
export type ErrorBody = z.output<typeof ErrorBody>;

export const ErrorEnvelope = z
  .object({ error: ErrorBody.meta({ description: 'What went wrong' }) })
  .meta({ id: 'Error', description: 'The body of every answer from 400 on' });

/**
 * An error that may be shown to a caller. Thrown anywhere behind the gateway, carried over RPC as plain data and
 * written as the envelope in one place.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly definition: ErrorDefinition;
  readonly param: string | undefined;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Of `insufficient_scope`: what the token lacks, for `WWW-Authenticate`. */
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

  /** The envelope of decisions.md section 1. */
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

  /** The same about a value that stands deeper in the request: `assignee_id` under `update` is `update.assignee_id`. */
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

  /** What crosses RPC: everything but the stack. */
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

/** 404, the same for what does not exist and for what belongs to somebody else. */
export function notFound(noun: string): ApiError {
  return new ApiError('not_found', { message: `No such ${noun}.` });
}

/** 403: what the token lacks, one of these; `param` where only a part of the request needs it. */
export function insufficientScope(scopes: readonly string[], param?: string): ApiError {
  const named = scopes.join(' or ');
  return param === undefined
    ? new ApiError('insufficient_scope', { scopes, message: `The token lacks the scope ${named}.` })
    : new ApiError('insufficient_scope', {
        scopes,
        param,
        message: `${param}: needs the scope ${named} too`,
      });
}

/** 422 that names one parameter. */
export function invalidParameter(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', {
    param,
    message: `${param}: ${message}`,
    details: [{ code: 'invalid_parameter', param, message }],
  });
}
