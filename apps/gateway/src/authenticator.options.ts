import type { AuthenticatorOptions } from '@parley/authentication';
import { lookUpToken, PRINCIPAL_VERSION, recordTokenUse } from '@parley/contracts';
import type { UploadLimitsConfig } from '@parley/files';
import { systemContext } from '@parley/runtime/context';
import type { Rpc } from '@parley/rpc';
import { BODY_TIMEOUT_MS, type GatewayConfig } from './gateway.config.ts';

/** Longer than the last write of a request can take after its deadline. */
const GRACE_MS = 5_000;

/** Options for the `Authenticator` of a gateway. */
export function authenticatorOptions(
  config: GatewayConfig,
  limits: UploadLimitsConfig,
  rpc: Rpc,
): AuthenticatorOptions {
  return {
    lookUp: (hash) => rpc.call(lookUpToken, systemContext(), { hash, version: PRINCIPAL_VERSION }),
    recordUse: async (uses) => {
      await rpc.call(recordTokenUse, systemContext(), { uses });
    },
    failuresPerMinute: config.AUTH_FAILURES_PER_MINUTE,
    clientRequestsPerMinute: config.OAUTH_REQUESTS_PER_MINUTE,
    publicRequestsPerMinute: config.PUBLIC_REQUESTS_PER_MINUTE,
    reservationMs: Math.max(BODY_TIMEOUT_MS, limits.UPLOAD_TIMEOUT) + config.REQUEST_TIMEOUT + GRACE_MS,
    idempotencyTtlMs: config.IDEMPOTENCY_TTL,
  };
}
