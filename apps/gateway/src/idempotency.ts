import { hash } from 'node:crypto';
import {
  ApiError,
  isKeyUsed,
  operations,
  supportsIdempotencyKey,
  type ErrorDetail,
  type Operation,
  type Principal,
} from '@parley/contracts';
import type { IdempotencyClaim, TenantContext } from '@parley/kernel';
import type { Rpc } from '@parley/rpc';

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

/** The services that keep keys. */
const KEEPERS = [...new Set(operations.filter(supportsIdempotencyKey).map(({ service }) => service))].filter(
  (service) => service !== 'gateway',
);
/** One that does not answer by then is passed over: its outage must not hold up what others do. */
const ASKED_MS = 250;

/**
 * Throws `idempotency_mismatch` when the key of a request belongs to one of another service, each of which keeps its own
 * (ADR 5). Two requests at the same moment may miss each other; each is then answered again by its own service.
 */
export async function refuseKeyOfOthers(rpc: Rpc, operation: Operation, ctx: TenantContext): Promise<void> {
  const claim = ctx.idempotency;
  if (claim === undefined) return;
  const asking = { ...ctx, deadline: Math.min(ctx.deadline, Date.now() + ASKED_MS) };
  const answers = await Promise.allSettled(
    KEEPERS.map(async (service) => {
      const input = { service, credential_id: claim.credentialId, key: claim.key };
      return { service, ...(await rpc.call(isKeyUsed, asking, input)) };
    }),
  );
  const keepers = answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value.used ? [answer.value.service] : [],
  );
  if (keepers.length > 0 && !keepers.some((keeper) => keeper === operation.service))
    throw new ApiError('idempotency_mismatch');
}
