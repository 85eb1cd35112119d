import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sha256 } from '../sha256.ts';

/** The CSRF token of forms, derived from the cookie that the browser sends with them: no other site can read it. */
export function csrfTokenOf(cookie: string): string {
  return sha256(`csrf ${cookie}`).toString('base64url');
}

export function isValidCsrfToken(token: string | undefined, cookie: string | undefined): boolean {
  if (token === undefined || cookie === undefined) return false;
  return timingSafeEqual(sha256(token), sha256(csrfTokenOf(cookie)));
}

/**
 * Whether the headers allow that a form came from a page of {auth_url}. `Origin` is `null` on pages with `Referrer-Policy:
 * no-referrer`, as ours; then `Sec-Fetch-Site` decides, and without it the token alone.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin: from } = headers;
  if (from === undefined || from === 'null' || from === origin) return true;
  // The server may be reached by another name than that of {auth_url}, such as 127.0.0.1.
  return URL.canParse(from) && new URL(from).host === headers.host;
}
