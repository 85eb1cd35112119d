import { readFileSync } from 'node:fs';
import { ConfigError } from '@parley/kernel';
import type { RpcConfig } from './rpc.config.ts';

/** What both sides of a connection show and demand: each proves to the other that the same authority signed it. */
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

/** The certificates of the config, or `undefined` where calls travel in the clear. Throws `ConfigError`. */
export function mutualTlsOf(config: RpcConfig): MutualTls | undefined {
  const { RPC_TLS_CERT: cert, RPC_TLS_KEY: key, RPC_TLS_CA: ca } = config;
  if (cert === undefined || key === undefined || ca === undefined) return undefined;
  return { cert: read('RPC_TLS_CERT', cert), key: read('RPC_TLS_KEY', key), ca: read('RPC_TLS_CA', ca) };
}
