import {
  type Operation,
  supportsConditionalGet,
  supportsIdempotencyKey,
  supportsIfMatch,
} from '@parley/contracts';
import type { Header, JsonSchema } from './types.ts';

/** A header that operations share, described once. */
export interface SharedHeader extends Header {
  readonly name: string;
  /** Whether an operation has it: in any request, or in an answer of this status. */
  readonly on: (operation: Operation, status: number) => boolean;
}

const always = () => true;
const isSuccess = (status: number) => status < 400;
const text = (keywords: JsonSchema = {}): JsonSchema => ({ type: 'string', ...keywords });
const whole = (minimum: number): JsonSchema => ({ type: 'integer', minimum });

/** What callers may send with operations, beyond `Authorization`. */
export const REQUEST_HEADERS: readonly SharedHeader[] = [
  {
    name: 'X-Request-Id',
    description:
      'Names the request in its answer, in errors, logs and events; one is made up when it is absent',
    schema: text({ pattern: '^[A-Za-z0-9._-]{1,128}$' }),
    example: 'checkout-7f3a',
    on: always,
  },
  {
    name: 'Idempotency-Key',
    description:
      'Makes a retry safe: within 24 hours a repeat of the same request is answered as the first one was, with ' +
      '`Idempotent-Replayed: true`, and does nothing',
    schema: text({ minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]*$' }),
    example: '5f0c2d5e-6c1b-4c3e-9d57-0d9bb3c6f1aa',
    on: supportsIdempotencyKey,
  },
  {
    name: 'If-None-Match',
    description:
      'An `ETag` that the caller has: while it is still the right one, the answer is 304 without a body',
    schema: text(),
    example: '"3"',
    on: supportsConditionalGet,
  },
  {
    name: 'If-Match',
    description:
      'The `ETag` that the change was made for: when the record has changed since, the answer is 412 and nothing happens',
    schema: text(),
    example: '"3"',
    on: supportsIfMatch,
  },
  {
    name: 'Prefer',
    description:
      '`handling=strict` refuses parameters that the operation does not know, instead of ignoring them',
    schema: text(),
    example: 'handling=strict',
    on: always,
  },
];

/** What answers carry. Browsers may read all of them. */
export const RESPONSE_HEADERS: readonly SharedHeader[] = [
  {
    name: 'X-Request-Id',
    description: 'Names this request; quote it when you report a problem',
    required: true,
    schema: text({ pattern: '^[A-Za-z0-9._-]{1,128}$' }),
    example: 'checkout-7f3a',
    on: always,
  },
  {
    name: 'X-RateLimit-Limit',
    description: 'Requests that the plan of the workspace allows in a window of one minute',
    required: true,
    schema: whole(0),
    example: 1000,
    on: always,
  },
  {
    name: 'X-RateLimit-Remaining',
    description: 'Requests that are left in the window',
    required: true,
    schema: whole(0),
    example: 997,
    on: always,
  },
  {
    name: 'X-RateLimit-Reset',
    description: 'When the window ends, in UNIX epoch seconds',
    required: true,
    schema: whole(0),
    example: 1795242600,
    on: always,
  },
  {
    name: 'Retry-After',
    description: 'Whole seconds after which a retry makes sense; waiting that long is enough',
    required: true,
    schema: whole(1),
    example: 12,
    on: (_, status) => status === 429 || status === 503,
  },
  {
    name: 'WWW-Authenticate',
    description: 'What is wrong with the credential (RFC 6750)',
    schema: text(),
    example: 'Bearer realm="api", error="invalid_token"',
    on: (_, status) => status === 401 || status === 403,
  },
  {
    name: 'ETag',
    description:
      'The version of the record, for If-None-Match and If-Match. Signed links, counts and names of other records ' +
      'may change without it',
    schema: text({ pattern: '^"[^"]*"$' }),
    example: '"3"',
    on: (operation, status) =>
      isSuccess(status) && (supportsConditionalGet(operation) || supportsIdempotencyKey(operation)),
  },
  {
    name: 'Idempotent-Replayed',
    description: '`true` where the answer is that of an earlier request with the same Idempotency-Key',
    schema: text({ const: 'true' }),
    example: 'true',
    on: (operation, status) => isSuccess(status) && supportsIdempotencyKey(operation),
  },
  {
    name: 'Preference-Applied',
    description: 'The preferences of `Prefer` that were honoured',
    schema: text(),
    example: 'handling=strict',
    on: (_, status) => isSuccess(status),
  },
  {
    name: 'Deprecation',
    description: 'Since when the operation is deprecated, as `@` and UNIX epoch seconds (RFC 9745)',
    schema: text({ pattern: '^@\\d+$' }),
    example: '@1795219200',
    on: ({ deprecated }) => deprecated !== undefined,
  },
  {
    name: 'Sunset',
    description: 'When the operation is expected to end (RFC 8594)',
    schema: text(),
    example: 'Sun, 21 Nov 2027 00:00:00 GMT',
    on: ({ deprecated }) => deprecated?.sunset !== undefined,
  },
];
