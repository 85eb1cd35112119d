import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What forms carry against forgery: made of the cookie that comes with them, which no other site can read. */
export function csrfTokenOf(cookie: string): string {
  return createHash('sha256').update(`csrf ${cookie}`).digest('base64url');
}

export function isCsrfToken(token: string | undefined, cookie: string | undefined): boolean {
  if (token === undefined || cookie === undefined) return false;
  const [given, expected] = [Buffer.from(token), Buffer.from(csrfTokenOf(cookie))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Whether a form may have come from one of our pages, as the browser tells. `Origin` is `null` for every form of a page
 * that sends no referrer, ours too; then `Sec-Fetch-Site` tells, and where that is missing only the token does.
 * @param origin of {auth_url}.
 */
export function isFromOurPage(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin: from } = headers;
  if (from === undefined || from === 'null' || from === origin) return true;
  // Reached by another name than that of {auth_url}, by 127.0.0.1 say.
  return URL.canParse(from) && new URL(from).host === headers.host;
}
