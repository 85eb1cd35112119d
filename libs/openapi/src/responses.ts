import {
  type ErrorCode,
  ErrorEnvelope,
  errors,
  isPage,
  type Operation,
  supportsIdempotencyKey,
  supportsIfMatch,
  validationError,
} from '@parley/contracts';
import { RESPONSE_HEADERS } from './headers.ts';
import { jsonSchemaOf, findProperty, type Schemas } from './schemas.ts';
import type { JsonSchema, Reference, Response } from './types.ts';

/** The statuses of errors, as the document describes them. */
const ERROR_STATUSES: Readonly<Record<number, { name: string; description: string }>> = {
  400: { name: 'BadRequest', description: 'The request could not be read' },
  401: { name: 'Unauthorized', description: 'No valid credential was given, or it has expired' },
  403: { name: 'Forbidden', description: 'The credential may not do this' },
  404: { name: 'NotFound', description: 'There is no such record in this workspace and mode' },
  409: {
    name: 'Conflict',
    description: 'The Idempotency-Key belongs to another request, or to one that still runs',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The record has changed since the version that If-Match names',
  },
  422: {
    name: 'UnprocessableContent',
    description: 'The request was read, but a value in it is unacceptable',
  },
  429: {
    name: 'TooManyRequests',
    description: 'The limit of the plan is used up; wait for `Retry-After` seconds',
  },
  500: {
    name: 'InternalServerError',
    description: 'Something went wrong on our side; the retry of a read is safe',
  },
  503: { name: 'ServiceUnavailable', description: 'The service cannot answer right now; try again shortly' },
};

/** An error with a status of its own in one place, and the same code elsewhere. */
type PossibleError = ErrorCode | readonly [code: ErrorCode, status: number];

/** The errors that follow from what an operation is, and those that it names itself. */
function errorsOf(operation: Operation): readonly PossibleError[] {
  const takesBody = operation.body !== undefined;
  return [
    'malformed_json',
    ...(takesBody ? (['unsupported_media_type'] as const) : []),
    // A cursor that cannot be read.
    ...(isPage(operation.response) ? ([['invalid_parameter', 400]] as const) : []),
    'missing_api_key',
    'invalid_api_key',
    'token_expired',
    ...(operation.scope === 'any-token' ? [] : (['insufficient_scope'] as const)),
    ...(operation.params === undefined ? [] : (['not_found'] as const)),
    ...(supportsIfMatch(operation) ? (['precondition_failed'] as const) : []),
    ...(supportsIdempotencyKey(operation)
      ? (['idempotency_mismatch', 'idempotency_in_progress'] as const)
      : []),
    'invalid_parameter',
    ...(hasRequiredParameter(operation) ? (['missing_parameter'] as const) : []),
    ...(findLimitedArray(operation) === null ? [] : (['too_many_items'] as const)),
    'unknown_parameter',
    'rate_limit_exceeded',
    'internal_error',
    'service_unavailable',
    ...(operation.errors ?? []),
  ];
}

/** Whether there is a parameter in the query or the body that can be missing. */
function hasRequiredParameter({ body, query }: Operation): boolean {
  if (query?.safeParse({}).success === false) return true;
  if (body === undefined) return false;
  const parsed = body.safeParse({});
  // A condition on several parameters does not show in the schema.
  const lacks = parsed.success ? [] : (validationError(parsed.error, {}).details ?? []);
  return (
    lacks.some(({ code }) => code === 'missing_parameter') ||
    findProperty(jsonSchemaOf(body, 'input'), ({ required = [] }) => required.length > 0) !== null
  );
}

/** A list in the body of an operation that can be too long: where it stands, and how it is described. */
export function findLimitedArray({
  body,
}: Operation): { path: readonly string[]; schema: JsonSchema & { maxItems: number } } | null {
  if (body === undefined) return null;
  const found = findProperty(jsonSchemaOf(body, 'input'), ({ maxItems }) => maxItems !== undefined);
  return found as ReturnType<typeof findLimitedArray>;
}

/** The codes that `error.code` may have in each status of an operation. */
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

/** References to the headers of an operation's answers in a status. */
export function headersOf(operation: Operation, status: number): Record<string, Reference> {
  return Object.fromEntries(
    RESPONSE_HEADERS.filter(({ on }) => on(operation, status)).map(({ name }) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );
}

/** Answers that many operations share; each stands in the document once. */
export class SharedResponses {
  readonly components: Record<string, Response> = {};
  /** An example of every error that occurs, by its code. */
  readonly examples: Record<string, { summary: string; value: unknown }> = {};
  readonly #schemas: Schemas;

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** The error answers of an operation, by status. */
  errorsOf(operation: Operation): Record<string, Response | Reference> {
    return Object.fromEntries(
      [...errorCodesOf(operation)].map(([status, codes]) => [
        String(status),
        // Those of a deprecated operation have headers of their own.
        this.#share(
          operation.deprecated === undefined ? ERROR_STATUSES[status]?.name : undefined,
          this.#answer(operation, status, codes),
        ),
      ]),
    );
  }

  /** The answer to somebody who has this version already. */
  notModified(operation: Operation): Response | Reference {
    return this.#share(operation.deprecated === undefined ? 'NotModified' : undefined, {
      description: 'The record is still as the caller has it',
      headers: headersOf(operation, 304),
    });
  }

  /** The first answer of a name becomes a component; one that differs stands in place. */
  #share(name: string | undefined, answer: Response): Response | Reference {
    if (name === undefined) return answer;
    this.components[name] ??= answer;
    const isSame = JSON.stringify(this.components[name]) === JSON.stringify(answer);
    return isSame ? { $ref: `#/components/responses/${name}` } : answer;
  }

  #answer(operation: Operation, status: number, codes: readonly ErrorCode[]): Response {
    for (const code of codes) {
      this.examples[code] = { summary: errors[code].message, value: errorExample(code) };
    }
    return {
      description: ERROR_STATUSES[status]?.description ?? errors[codes[0] as ErrorCode].message,
      headers: headersOf(operation, status),
      content: {
        'application/json': {
          schema: this.#schemas.of(ErrorEnvelope, 'output'),
          examples: Object.fromEntries(
            codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
      'x-error-codes': [...codes],
    };
  }
}

const ABOUT_A_PARAMETER: readonly ErrorCode[] = [
  'invalid_parameter',
  'missing_parameter',
  'unknown_parameter',
  'duplicate_value',
  'too_many_items',
];

function errorExample(code: ErrorCode): unknown {
  const { type, message } = errors[code];
  const about = ABOUT_A_PARAMETER.includes(code) ? { param: 'subject' } : {};
  const details = ABOUT_A_PARAMETER.includes(code) ? { details: [{ code, message, ...about }] } : {};
  return { error: { type, code, message, ...about, ...details, request_id: 'checkout-7f3a' } };
}
