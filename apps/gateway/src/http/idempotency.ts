import { hash } from 'node:crypto';
import type { KeyedRequest } from '@parley/authentication';
import type { ErrorDetail, Principal } from '@parley/contracts';
import type { IdempotencyClaim } from '@parley/runtime/context';
import type { OperationRoute } from '../operations/operation-route.ts';

type Header = string | string[] | undefined;

const HEADER = 'Idempotency-Key';
const VALID = /^[\x20-\x7e]{1,255}$/;

/** The fault of an `Idempotency-Key`, or `null`. */
export function idempotencyKeyError(key: Header): ErrorDetail | null {
  if (key === undefined || isValid(key)) return null;
  const message = 'must be 1 to 255 printable ASCII characters';
  return { code: 'invalid_parameter', param: HEADER, message, in: 'header' };
}

/** The key that a request reserves when it is authenticated (ADR 5), or `null`. */
export function keyedRequest(route: OperationRoute | undefined, key: Header): KeyedRequest | null {
  if (key === undefined || route?.takesKey !== true || !isValid(key)) return null;
  return { key, service: route.operation.service };
}

/** The claim of a request with a valid key. Its fingerprint covers method, path and parsed body, whatever the whitespace. */
export function claimOf(
  request: { method: string; url: string; body: unknown },
  key: Header,
  principal: Principal,
): IdempotencyClaim | undefined {
  if (typeof key !== 'string') return undefined;
  const [path] = request.url.split('?', 1);
  const text = `${request.method} ${path}\n${JSON.stringify(request.body ?? null)}`;
  return { key, credentialId: principal.credentialId, fingerprint: hash('sha256', text, 'hex') };
}

function isValid(key: string | string[]): key is string {
  return typeof key === 'string' && VALID.test(key);
}
