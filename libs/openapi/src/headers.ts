import {
  FIRST_POSITION,
  isEventStream,
  type Operation,
  supportsConditionalGet,
  supportsIdempotencyKey,
  supportsIfMatch,
} from '@parley/contracts';
import type { Header, JsonSchema, Parameter } from './types.ts';

export interface SharedHeader extends Header {
  readonly name: string;
  /** Whether an operation has the header, in requests or in responses with this status. */
  readonly on: (operation: Operation, status: number) => boolean;
  /** Whether each operation has an example of its own, which begins with its name. */
  readonly isOwn?: boolean;
}

export function parameterOf({ name, description, schema, example }: SharedHeader): Parameter {
  return { name, in: 'header', description, required: false, schema, example };
}

const always = () => true;
const isSuccess = (status: number) => status < 400;
const text = (keywords: JsonSchema = {}): JsonSchema => ({ type: 'string', ...keywords });
const rateLimit = (name: string, description: string, example: number): SharedHeader => ({
  name: `X-RateLimit-${name}`,
  description,
  required: true,
  schema: { type: 'integer', minimum: 0 },
  example,
  on: always,
});

/** A parameter of one string. */
export const textParameter = (
  location: Parameter['in'],
  required: boolean,
  name: string,
  description: string,
  example: string,
  keywords?: JsonSchema,
): Parameter => ({ name, in: location, description, required, schema: text(keywords), example });

/** Request headers besides `Authorization`. */
export const REQUEST_HEADERS: readonly SharedHeader[] = [
  {
    name: 'X-Request-Id',
    description:
      'Id of the request, returned in the response, in errors and in events; generated if absent or of another form',
    schema: text({ pattern: '^[A-Za-z0-9._-]{1,128}$' }),
    example: 'checkout-7f3a',
    on: always,
  },
  {
    name: 'Idempotency-Key',
    description:
      'Unique key that makes retries safe. For 24 hours, a repeated request returns the first response with ' +
      '`Idempotent-Replayed: true` and has no effect',
    schema: text({ minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]*$' }),
    example: '5f0c2d5e',
    isOwn: true,
    on: supportsIdempotencyKey,
  },
  {
    name: 'If-None-Match',
    description: '`ETag` of the cached resource; returns 304 without a body if it has not changed',
    schema: text(),
    example: '"ticket_01h2xcejqtf2nbrexx3vqjhp41-3"',
    on: supportsConditionalGet,
  },
  {
    name: 'If-Match',
    description:
      '`ETag` of the version to change, or `*` for any; returns 412 without effect if the resource has changed since',
    schema: text(),
    example: '*',
    on: supportsIfMatch,
  },
  {
    name: 'Last-Event-ID',
    description: 'Position of the last event that was received; `0` for the beginning of the log',
    schema: text(),
    example: FIRST_POSITION,
    on: ({ response }) => isEventStream(response),
  },
  {
    name: 'Prefer',
    description:
      'Request preferences. `handling=strict` rejects unknown fields of the body instead of ignoring them',
    schema: text(),
    example: 'handling=strict',
    on: always,
  },
];

/** Response headers. All of them are exposed to browsers. */
export const RESPONSE_HEADERS: readonly SharedHeader[] = [
  {
    name: 'X-Request-Id',
    description: 'Id of the request. Include it when you report a problem',
    required: true,
    schema: text(),
    example: 'checkout-7f3a',
    on: always,
  },
  rateLimit('Limit', 'Maximum number of requests per one-minute window', 1000),
  rateLimit('Remaining', 'Number of requests left in the window', 997),
  rateLimit('Reset', 'End of the window in Unix epoch seconds', 1795242600),
  {
    name: 'Retry-After',
    description: 'Number of seconds to wait before a retry; absent with `outcome_unknown`',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    example: 12,
    on: (_, status) => status === 429 || status === 503,
  },
  {
    name: 'WWW-Authenticate',
    description: 'Authentication error (RFC 6750)',
    schema: text(),
    example:
      'Bearer realm="api", error="invalid_token", resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"',
    on: (_, status) => status === 401 || status === 403,
  },
  {
    name: 'ETag',
    description:
      'Version of the resource, for `If-None-Match` and `If-Match`. Signed URLs, counts and fields of embedded resources ' +
      'can change without a new version',
    schema: text({ pattern: '^"[^"]*"$' }),
    example: '"ticket_01h2xcejqtf2nbrexx3vqjhp41-3"',
    on: (operation, status) =>
      isSuccess(status) &&
      (supportsConditionalGet(operation) ||
        supportsIdempotencyKey(operation) ||
        operation.route.startsWith('PUT ')),
  },
  {
    name: 'Idempotent-Replayed',
    description: '`true` if this is the response to an earlier request with the same `Idempotency-Key`',
    schema: text({ const: 'true' }),
    example: 'true',
    on: (operation, status) => isSuccess(status) && supportsIdempotencyKey(operation),
  },
  {
    name: 'Preference-Applied',
    description: 'Preferences of `Prefer` that were applied',
    schema: text(),
    example: 'handling=strict',
    on: (_, status) => isSuccess(status),
  },
  {
    name: 'Deprecation',
    description: 'Date of deprecation as `@` and Unix epoch seconds (RFC 9745)',
    schema: text({ pattern: '^@\\d+$' }),
    example: '@1795219200',
    on: ({ deprecated }) => deprecated !== undefined,
  },
  {
    name: 'Sunset',
    description: 'Expected date of removal (RFC 8594)',
    schema: text(),
    example: 'Sun, 21 Nov 2027 00:00:00 GMT',
    on: ({ deprecated }) => deprecated?.sunset !== undefined,
  },
];
