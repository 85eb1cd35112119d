import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { unauthenticated } from './refusal.ts';

/** Checks the password of the URL that a provider calls (RFC 7617), whatever its user name. Throws `authentication`. */
export function checkPassword({ authorization = '' }: IncomingHttpHeaders, password: string): void {
  const [, encoded = ''] = /^basic\s+([\w+/=-]{1,1024})$/i.exec(authorization) ?? [];
  const [, given] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  if (given === undefined)
    throw unauthenticated('The URL that the provider calls has no password: https://any:PASSWORD@….');
  if (!isEqual(given, password))
    throw unauthenticated('The password in the URL that the provider calls is not that of the mailbox.');
}

/** Compares texts of any length in the same time. */
export function isEqual(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left ?? Buffer.alloc(0), right ?? Buffer.alloc(0));
}
