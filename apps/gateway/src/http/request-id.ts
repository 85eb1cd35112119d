import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,128}$/;

/** The id of a request: the caller's `X-Request-Id` where it is safe to repeat everywhere, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID();
}
