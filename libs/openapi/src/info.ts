/** The product version; a test compares it with package.json. */
const VERSION = '0.1.0';

const DESCRIPTION = `A customer-communication platform: conversations, tickets, contacts, users and signed webhooks.

## Conventions

**Bodies** are JSON objects with snake_case fields. Success responses are \`{"data": …}\`, lists \`{"data": […], "meta": …,
"links": …}\`, deletions 204 without a body. Every documented field is present; a missing value is \`null\` or \`[]\`. Ids are
prefixed by their type (\`ticket_…\`). Timestamps are ISO 8601 in UTC. A body has at most 32 levels of objects and
arrays, and 10,000 values; the request line and the headers have at most 16 KiB together.

**Authentication**: \`Authorization: Bearer <token>\` with an API key, a personal access token or an OAuth access token.
Tokens have scopes (\`tickets:read\`); \`write\` does not imply \`read\`. Live and test data are isolated. An expired token
returns 401 \`token_expired\`.

**Pagination**: \`page\` (starting at 1) and \`per_page\` (25 by default, at most 100). \`meta\` contains counts, \`links\` the
relative URLs of the first, previous, next and last page. Beyond 10,000 rows, pass \`meta.next_cursor\` as \`cursor\`, which
costs the same at any depth; \`page\` is rejected there. With \`cursor\`, page numbers and the links to numbered pages are
null. To follow changes, list with \`sort=updated_at&order=asc\` and continue with \`meta.resume_cursor\`: it misses no
change and may repeat those of the last minute.

**Idempotency**: send an \`Idempotency-Key\` with POST and PATCH. For 24 hours, a repeated request returns the first
response and has no effect; the same key with a different request returns 409.

**Concurrency**: single resources have an \`ETag\`. With \`If-None-Match\`, an unchanged resource returns 304 without a body.
With \`If-Match\`, a change or deletion returns 412 without effect if the resource has changed since.

**Errors** are \`{"error": {"type", "code", "message", "param"?, "details"?, "request_id", "doc_url"}}\`. \`code\` is machine-readable,
\`param\` is the path of the first invalid parameter, and \`details\` lists up to 100 of them. 400: malformed request; 422: invalid
parameter. \`x-error-codes\` of a response lists its possible codes. An unknown query parameter is rejected with 422, an
unknown field of a body only if you send \`Prefer: handling=strict\`. Retry 503 and 429 after \`Retry-After\` seconds;
503 \`outcome_unknown\` says that a write may have taken effect: repeat it with the same \`Idempotency-Key\`.

**Rate limits** apply per workspace and mode in windows of one minute. Every response has \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix epoch seconds).

**Compatibility**: \`/v1\` only gains features. Ignore unknown fields, error codes and enum values. Deprecations are
announced with the headers \`Deprecation\` and \`Sunset\`.

**Webhooks** are POST requests signed as specified by [Standard Webhooks](https://www.standardwebhooks.com). Each event is
delivered at least once, in no guaranteed order.`;

export const INFO = {
  title: 'Parley API',
  version: VERSION,
  summary: 'Conversations, tickets, contacts, users and webhooks of a customer-communication platform',
  description: DESCRIPTION,
  contact: { name: 'The maintainers of Parley' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
} as const;
