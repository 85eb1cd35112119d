// Lines for the logger of the program. What may be printed is listed here; everything else, and every body, stays out of logs.
import type { Headers } from './values.ts';

/** Any logger whose methods take a message and an object: `console`, for example. */
export interface Logger {
  /** One line per request */
  debug(message: string, fields: object): void;
  /** One line per retry, and the first use of an operation that is deprecated */
  warn(message: string, fields: object): void;
}

const PRINTED_HEADERS = new Set([
  'accept',
  'content-length',
  'content-type',
  'date',
  'deprecation',
  'idempotent-replayed',
  'prefer',
  'retry-after',
  'sunset',
  'user-agent',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]);
const PRINTED_PARAMETERS = new Set(['page', 'per_page', 'sort', 'order']);

export function printableHeaders(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      PRINTED_HEADERS.has(name.toLowerCase()) ? value : '[…]',
    ]),
  );
}

/** Path and query of a URL, without values that may be personal. */
export function printableUrl(url: URL): string {
  const parameters = [...url.searchParams].map(
    ([name, value]) => `${name}=${PRINTED_PARAMETERS.has(name) ? value : '[…]'}`,
  );
  return url.pathname + (parameters.length === 0 ? '' : `?${parameters.join('&')}`);
}

/** Enough of a secret to tell it from others: the prefix that says what it is, and the last four characters. */
export function redacted(secret: string): string {
  const [prefix = ''] = /^(?:[a-z]+_)*/.exec(secret) ?? [];
  return `${prefix}…${secret.length - prefix.length >= 12 ? secret.slice(-4) : ''}`;
}
