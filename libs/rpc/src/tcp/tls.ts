import { readFileSync } from 'node:fs';
import { ConfigError } from '@parley/kernel';
import type { RpcConfig } from './rpc.config.ts';

/** Both sides of a connection present a certificate and verify that of the other side. */
export interface MutualTls {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError([
      `${name}=${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? ''})`,
    ]);
  }
}

/** The configured certificates, or `undefined` without TLS. Throws `ConfigError`. */
export function mutualTlsOf(config: RpcConfig): MutualTls | undefined {
  const { RPC_TLS_CERT: cert, RPC_TLS_KEY: key, RPC_TLS_CA: ca } = config;
  if (cert === undefined || key === undefined || ca === undefined) return undefined;
  return { cert: read('RPC_TLS_CERT', cert), key: read('RPC_TLS_KEY', key), ca: read('RPC_TLS_CA', ca) };
}
