import { isIP } from 'node:net';
import { isAllowedAddress } from './address.rules.ts';
import type { Cidr } from './allow-list.ts';

const URL_MAX_LENGTH = 2048;

/** What is wrong with a URL that a request names for later requests, or `null`. Host names pass: their addresses are checked at each connection. */
export function targetUrlError(text: string, allowed: readonly Cidr[]): string | null {
  if (text.length > URL_MAX_LENGTH) return `must be at most ${URL_MAX_LENGTH} characters`;
  // The URL parser strips or repairs these, so that the stored URL would differ from the one that is called.
  if (/[\p{Cc}\p{Z}\\]/u.test(text)) return 'must not contain spaces, control characters or backslashes';
  if (!URL.canParse(text)) return 'must be a valid URL';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (text.includes('#')) return 'must not contain a fragment';
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (port < 1024 && port !== 80 && port !== 443) return 'must use port 80, 443 or one from 1024 to 65535';
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  if (isIP(host) !== 0 && !isAllowedAddress(host, allowed))
    return 'must not point to an address that is not allowed';
  return null;
}
