import { hash } from 'node:crypto';
import type { ErrorDetail, Principal } from '@parley/contracts';
import type { IdempotencyClaim } from '@parley/kernel';

const HEADER = 'Idempotency-Key';
const ACCEPTABLE = /^[\x20-\x7e]{1,255}$/;

/** What is wrong with an `Idempotency-Key`, or `null`. */
export function idempotencyKeyFault(key: string | string[] | undefined): ErrorDetail | null {
  if (key === undefined || (typeof key === 'string' && ACCEPTABLE.test(key))) return null;
  return { code: 'invalid_parameter', param: HEADER, message: 'must be 1 to 255 printable ASCII characters' };
}

/**
 * The claim that a request with an `Idempotency-Key` makes (decisions.md section 1). The fingerprint covers method,
 * path and parsed body, so a client that writes the same JSON with other spaces still repeats the same request.
 */
export function claimOf(
  request: { method: string; url: string; body: unknown },
  key: string | string[] | undefined,
  principal: Principal,
): IdempotencyClaim | undefined {
  if (typeof key !== 'string') return undefined;
  const query = request.url.indexOf('?');
  const path = query === -1 ? request.url : request.url.slice(0, query);
  const fingerprint = hash(
    'sha256',
    `${request.method} ${path}\n${JSON.stringify(request.body ?? null)}`,
    'hex',
  );
  return { key, credentialId: principal.credentialId, fingerprint };
}
