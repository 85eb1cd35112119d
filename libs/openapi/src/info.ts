/** Version of the API document: that of the product. A test holds it to package.json. */
const VERSION = '0.1.0';

const DESCRIPTION = `A customer-communication platform: conversations, tickets, contacts, users and signed webhooks.

## Conventions

**Bodies** are JSON objects with snake_case fields. A success is \`{"data": …}\`, a list \`{"data": […], "meta": …,
"links": …}\`, a deletion 204. Every documented field is present; what has no value is \`null\` or \`[]\`. Ids carry their
kind (\`ticket_…\`), timestamps are ISO 8601 in UTC.

**Credentials**: \`Authorization: Bearer <token>\`: an API key, a personal access token or an OAuth access token. A token has
scopes (\`tickets:read\`); \`write\` does not imply \`read\`. Live and test keys see data apart. An expired token is 401
\`token_expired\`.

**Pagination**: \`page\` (from 1) and \`per_page\` (25 unless said, at most 100). \`meta\` has the counts, \`links\` the
relative addresses of the first, previous, next and last page. For deep reads pass \`meta.next_cursor\` as \`cursor\`: it
costs the same at any depth. Beyond 10,000 rows \`page\` is refused.

**Retries**: send an \`Idempotency-Key\` with POST and PATCH. Within 24 hours a repeat of the same request is answered as
the first one was and does nothing; the same key with another request is 409.

**Concurrency**: reads of one record carry an \`ETag\`. With \`If-None-Match\` an unchanged record is 304 without a body;
with \`If-Match\` a change or deletion is 412, and nothing happens, where the record has changed since.

**Errors** are \`{"error": {"type", "code", "message", "param"?, "details"?, "request_id"}}\`. \`code\` is for programs,
\`param\` is the path of the first offending parameter, \`details\` lists all of them. 400: the request could not be read;
422: it was read, but a value is unacceptable; \`x-error-codes\` of an answer lists the codes it may have. Unknown parameters are ignored; with \`Prefer: handling=strict\` they are
422. Retry 503 and 429 after \`Retry-After\` seconds.

**Limits**: a plan allows a number of requests a minute, counted in windows for each workspace and mode.
\`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` (UNIX epoch seconds) are on every answer.

**Compatibility**: \`/v1\` only gains. Ignore fields, error codes and values of vocabularies that you do not know. What
goes is announced by \`Deprecation\` and \`Sunset\`.

**Webhooks** are POST requests signed as [Standard Webhooks](https://www.standardwebhooks.com); each event is sent at
least once and in no promised order.`;

/** What the document says of itself. */
export const INFO = {
  title: 'Parley API',
  version: VERSION,
  summary: 'Conversations, tickets, contacts, users and webhooks of a customer-communication platform',
  description: DESCRIPTION,
  contact: { name: 'The maintainers of Parley' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
} as const;
