import {
  docUrlOf,
  type ErrorCode,
  ErrorEnvelope,
  errors,
  isEventStream,
  isLiveOnly,
  isPage,
  isRead,
  type Operation,
  readOnlyParametersOf,
  supportsIdempotencyKey,
  supportsIfMatch,
  validationError,
} from '@parley/contracts';
import { RESPONSE_HEADERS } from './headers.ts';
import { withoutFiles } from './request-body.ts';
import { jsonSchemaOf, findProperty, type Schemas } from './schemas.ts';
import type { JsonSchema, Reference, Response } from './types.ts';

/** Component name and description by error status. */
const ERROR_STATUSES: Readonly<Record<number, { name: string; description: string }>> = {
  400: { name: 'BadRequest', description: 'The request is malformed' },
  401: { name: 'Unauthorized', description: 'The credential is missing, invalid or expired' },
  403: { name: 'Forbidden', description: 'The credential is not allowed to perform this operation' },
  404: { name: 'NotFound', description: 'No such resource in this workspace and mode' },
  409: {
    name: 'Conflict',
    description:
      'The Idempotency-Key was used with a different request, or its request is still in progress; or the text of the message cannot be changed',
  },
  412: { name: 'PreconditionFailed', description: 'The resource has changed since the version in If-Match' },
  422: { name: 'UnprocessableContent', description: 'A parameter is invalid' },
  429: {
    name: 'TooManyRequests',
    description: 'The rate limit is exceeded; retry after `Retry-After` seconds',
  },
  500: { name: 'InternalServerError', description: 'Internal error; reads can be retried' },
  503: {
    name: 'ServiceUnavailable',
    description:
      'Temporarily unavailable; retry shortly. With `outcome_unknown`, the request may have taken effect',
  },
};

/** An error code, or one with a status other than its default. */
type PossibleError = ErrorCode | readonly [code: ErrorCode, status: number];

/** The errors that derive from the definition of an operation, and those that it declares. */
function errorsOf(operation: Operation): readonly PossibleError[] {
  const takesBody = operation.body !== undefined;
  const takesValues = takesBody || operation.query !== undefined || supportsIdempotencyKey(operation);
  return [
    'malformed_json',
    ...(takesBody ? (['body_too_large', 'unsupported_media_type', 'unsupported_encoding'] as const) : []),
    ...errorsOfForm(operation),
    // An invalid cursor, or position in a stream.
    ...(isPage(operation.response) || isEventStream(operation.response)
      ? ([['invalid_parameter', 400]] as const)
      : []),
    'missing_api_key',
    'invalid_api_key',
    'token_expired',
    'address_not_allowed',
    ...(operation.scope === 'any-token' ? [] : (['insufficient_scope'] as const)),
    ...(operation.onlyAdmins === true ? (['role_forbidden'] as const) : []),
    ...(isLiveOnly(operation) ? (['mode_forbidden'] as const) : []),
    ...(operation.params === undefined ? [] : (['not_found'] as const)),
    ...(supportsIfMatch(operation) ? (['precondition_failed'] as const) : []),
    ...(supportsIdempotencyKey(operation)
      ? (['idempotency_mismatch', 'idempotency_in_progress'] as const)
      : []),
    ...(takesValues ? (['invalid_parameter'] as const) : []),
    ...(readOnlyParametersOf(operation).length > 0 ? (['read_only_parameter'] as const) : []),
    ...(hasRequiredParameter(operation) ? (['missing_parameter'] as const) : []),
    ...(findLimitedArray(operation) === null ? [] : (['too_many_items'] as const)),
    'unknown_parameter',
    'rate_limit_exceeded',
    'internal_error',
    'service_unavailable',
    ...(isRead(operation) ? [] : (['outcome_unknown'] as const)),
    ...(operation.errors ?? []),
  ];
}

/** Errors of an operation that takes files. A form without its file is one that cannot be read: 400. */
function errorsOfForm({ multipart }: Operation): readonly PossibleError[] {
  if (multipart === undefined) return [];
  const missing = multipart.required ? ([['missing_parameter', 400]] as const) : [];
  return ['malformed_multipart', ...missing, 'too_many_items', 'file_too_large', 'unsupported_file_type'];
}

function hasRequiredParameter({ body, query, multipart }: Operation): boolean {
  if (query?.safeParse({}).success === false) return true;
  if (body === undefined) return false;
  const parsed = body.safeParse({});
  // The schema does not show conditions on several parameters.
  const lacks = parsed.success ? [] : (validationError(parsed.error, {}).details ?? []);
  const schema = jsonSchemaOf(body, 'input');
  const fields = multipart === undefined ? schema : withoutFiles(schema, multipart);
  return (
    lacks.some(({ code, param }) => code === 'missing_parameter' && param !== multipart?.part) ||
    findProperty(fields, ({ required = [] }) => required.length > 0) !== null
  );
}

/** An array with a maximum length in the body of an operation, and its path. */
export function findLimitedArray({ body }: Operation) {
  if (body === undefined) return null;
  const found = findProperty(jsonSchemaOf(body, 'input'), ({ maxItems }) => maxItems !== undefined);
  return found as { path: readonly string[]; schema: JsonSchema & { maxItems: number } } | null;
}

/** Possible values of `error.code` by status. */
export function errorCodesOf(operation: Operation): ReadonlyMap<number, readonly ErrorCode[]> {
  const statuses = new Map<number, ErrorCode[]>();
  for (const answerable of errorsOf(operation)) {
    const [code, status] =
      typeof answerable === 'string' ? [answerable, errors[answerable].status] : answerable;
    const codes = statuses.get(status) ?? [];
    if (!codes.includes(code)) statuses.set(status, [...codes, code]);
  }
  return new Map([...statuses].sort(([a], [b]) => a - b));
}

export function headersOf(operation: Operation, status: number): Record<string, Reference> {
  const sent = RESPONSE_HEADERS.filter(({ on }) => on(operation, status));
  return Object.fromEntries(sent.map(({ name }) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Collects responses that operations share as components. */
export class SharedResponses {
  readonly components: Record<string, Response> = {};
  /** Example errors by code. */
  readonly examples: Record<string, { summary: string; value: unknown }> = {};

  constructor(private readonly schemas: Schemas) {}

  errorsOf(operation: Operation): Record<string, Response | Reference> {
    return Object.fromEntries(
      [...errorCodesOf(operation)].map(([status, codes]) => [
        String(status),
        // Deprecated operations have additional headers.
        this.#share(
          operation.deprecated === undefined ? ERROR_STATUSES[status]?.name : undefined,
          this.#errorResponse(operation, status, codes),
        ),
      ]),
    );
  }

  notModified(operation: Operation): Response | Reference {
    return this.#share(operation.deprecated === undefined ? 'NotModified' : undefined, {
      description: 'The resource has not changed',
      headers: headersOf(operation, 304),
    });
  }

  /** The first response of a name becomes the component; different ones are inlined. */
  #share(name: string | undefined, response: Response): Response | Reference {
    if (name === undefined) return response;
    this.components[name] ??= response;
    const isSame = JSON.stringify(this.components[name]) === JSON.stringify(response);
    return isSame ? { $ref: `#/components/responses/${name}` } : response;
  }

  #errorResponse(operation: Operation, status: number, codes: readonly ErrorCode[]): Response {
    for (const code of codes) {
      this.examples[code] = { summary: errors[code].message, value: errorExample(code) };
    }
    return {
      description: ERROR_STATUSES[status]?.description ?? errors[codes[0] as ErrorCode].message,
      headers: headersOf(operation, status),
      content: {
        'application/json': {
          schema: this.schemas.of(ErrorEnvelope, 'output'),
          examples: Object.fromEntries(
            codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
      'x-error-codes': [...codes],
    };
  }
}

const PARAMETER_ERRORS =
  'invalid_parameter missing_parameter unknown_parameter read_only_parameter duplicate_value ambiguous_match too_many_items'.split(
    ' ',
  );

/** The address of an installation, in examples. */
const EXAMPLE_URL = 'https://api.example.com';

function errorExample(code: ErrorCode): unknown {
  const { type, message } = errors[code];
  const param = 'subject';
  const about = PARAMETER_ERRORS.includes(code)
    ? { param, details: [{ code, message, param, in: 'body' }] }
    : {};
  const doc_url = docUrlOf(EXAMPLE_URL, code);
  return { error: { type, code, message, ...about, request_id: 'checkout-7f3a', doc_url } };
}
