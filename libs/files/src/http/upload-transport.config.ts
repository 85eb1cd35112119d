import { isIP } from 'node:net';
import { commaList, Config, ConfigError, isLoopback, port, setting, type Env } from '@parley/kernel';
import { RpcConfig } from '@parley/rpc';
import { z } from 'zod';

/** Where a process of the file service receives uploads. A name may resolve to several of them. */
export interface UploadAddress {
  readonly host: string;
  readonly port: number;
}

/** Parses `host:port` or `[::1]:port`; `null` if it is neither. */
function parseAddress(entry: string): UploadAddress | null {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^[\]:=\s]+)):(\d{1,5})$/.exec(entry) ?? [];
  const number = Number(digits);
  if (!(number >= 1 && number <= 65_535) || (bracketed !== undefined && isIP(bracketed) !== 6)) return null;
  return { host: bracketed ?? plain ?? '', port: number };
}

const addresses = commaList.transform((entries, context): readonly UploadAddress[] => {
  const parsed = entries.map(parseAddress);
  entries
    .filter((_, index) => parsed[index] === null)
    .forEach((entry) =>
      context.addIssue({ code: 'custom', message: `"${entry}" is not of the form host:port` }),
    );
  return parsed.filter((address) => address !== null);
});

/** Secrets, certificates and the timeout for connecting are those of calls. */
export class UploadTransportConfig extends Config({
  UPLOAD_HOST: setting(
    'Address on which the file service receives uploads from gateways',
    z.string().min(1),
    '127.0.0.1',
  ),
  UPLOAD_PORT: setting(
    'Port on which the file service receives uploads; 0 takes any free port',
    port,
    '4107',
  ),
  UPLOAD_ADDRESSES: setting(
    'Where gateways send uploads: comma-separated host:port of the processes of the file service',
    addresses,
    '127.0.0.1:4107',
  ),
}) {
  readonly rpc: RpcConfig;

  constructor(env: Env) {
    super(env);
    this.rpc = new RpcConfig(env);
    const { UPLOAD_HOST: host, rpc } = this;
    if (!isLoopback(host) && rpc.secretsOf('service').length === 0 && rpc.tls === undefined)
      throw new ConfigError([
        `RPC_SECRET is not set, which UPLOAD_HOST=${host} requires: otherwise every process that can connect is trusted (certificates, RPC_TLS_CERT, do too)`,
      ]);
  }
}
