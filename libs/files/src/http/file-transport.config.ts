import { Config, ConfigError, listOf, port, setting, type Env } from '@parley/runtime/config';
import { parseAddress } from '@parley/runtime/http';
import { faultsOfHost, RpcConfig } from '@parley/rpc';
import { z } from 'zod';

const addresses = listOf((entry) => parseAddress(entry) ?? `"${entry}" is not of the form host:port`);

/** Secrets, certificates and the timeout for connecting are those of calls. */
export class FileTransportConfig extends Config({
  UPLOAD_HOST: setting(
    'Address on which the file service receives uploads of gateways, and sends files to services',
    z.string().min(1),
    '127.0.0.1',
  ),
  UPLOAD_PORT: setting('Port of that address; 0 takes any free port', port, '4150'),
  UPLOAD_ADDRESSES: setting(
    'Where gateways and services reach it: comma-separated host:port of the processes of the file service',
    addresses,
    '127.0.0.1:4150',
  ),
}) {
  readonly rpc: RpcConfig;

  constructor(env: Env) {
    super(env);
    this.rpc = new RpcConfig(env);
    const hasProof = this.rpc.secretsOf('service').length > 0 || this.rpc.tls !== undefined;
    const faults = faultsOfHost('UPLOAD_HOST', this.UPLOAD_HOST, hasProof);
    if (faults.length > 0) throw new ConfigError(faults);
  }
}
