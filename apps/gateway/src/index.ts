import type { AddressInfo } from 'node:net';
import type { Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AuthenticatorOptions } from '@parley/authentication';
import { lookUpToken, PRINCIPAL_VERSION, recordTokenUse } from '@parley/contracts';
import { UploadLimitsConfig } from '@parley/files';
import { type Env } from '@parley/runtime/config';
import { systemContext } from '@parley/runtime/context';
import { serviceRoot } from '@parley/runtime/process';
import type { Rpc } from '@parley/rpc';
import { GatewayAdapter } from './http/gateway.adapter.ts';
import { BODY_TIMEOUT_MS, GatewayConfig } from './gateway.config.ts';
import { GatewayModule } from './gateway.module.ts';

export { GatewayConfig, GatewayModule };

interface GatewayOptions {
  env: Env;
  /** Must provide `RpcTransport`, `FileTransport` and `Authenticator`. */
  providers: readonly Provider[];
  /** Runs before the gateway listens; a rejection ends the start. */
  beforeListening?: () => Promise<unknown>;
}

export interface RunningGateway {
  url: string;
  /** Serves on for DRAIN_DELAY, lets requests finish for up to DRAIN_TIMEOUT, then ends what the providers hold. */
  close(): Promise<void>;
}

/** Starts the gateway; resolves when it accepts requests. Rejects with ConfigError or what kept it from listening. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const config = new GatewayConfig(options.env);
  const { root, nest } = serviceRoot(GatewayModule, { name: 'gateway', ...options });
  const adapter = new GatewayAdapter(config, new UploadLimitsConfig(options.env));
  const app = await NestFactory.create(root, adapter, { ...nest, bodyParser: false });
  try {
    await app.init();
    await options.beforeListening?.();
    await app.listen(config.GATEWAY_PORT, config.GATEWAY_HOST);
  } catch (error) {
    await app.close();
    throw error;
  }
  return {
    url: reachableUrl(config.GATEWAY_HOST, adapter.getInstance().server.address() as AddressInfo),
    close: async () => {
      // The server first: Nest would end providers before it, under the requests that still run.
      await adapter.close();
      await app.close();
    },
  };
}

/** An address that stands for all of them is reached through the loopback. */
function reachableUrl(host: string, address: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}

/** Longer than the last write of a request can take after its deadline. */
const GRACE_MS = 5_000;

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
