import type { IncomingHttpHeaders } from 'node:http';

/** The origin of the page that sends a form: by `Origin`, or by `Referer` where a browser sends no other; null if neither tells it. */
export function originOf({ origin, referer = '' }: IncomingHttpHeaders): string | null {
  if (origin !== undefined) return origin === 'null' ? null : origin;
  return URL.canParse(referer) ? new URL(referer).origin : null;
}

/** Whether a page may send a form. It keeps forms of other sites away, not programs, which can send any header. */
export const isAllowed = (origin: string | null, allowed: readonly string[]): boolean =>
  allowed.length === 0 || (origin !== null && allowed.includes(origin));

/** The headers by which scripts of the pages that have the form may read the answer. */
export function corsHeaders(origin: string | null, allowed: readonly string[]): Record<string, string> {
  if (allowed.length === 0) return { 'access-control-allow-origin': '*' };
  return origin !== null && allowed.includes(origin)
    ? { 'access-control-allow-origin': origin, vary: 'Origin' }
    : { vary: 'Origin' };
}
