import { isIP } from 'node:net';
import { SERVICES, type ServiceName } from '@parley/contracts';
import { commaList, Config, ConfigError, duration, integer, port, setting, type Env } from '@parley/kernel';
import { z } from 'zod';

/** Where processes of a service listen; a name may stand for several machines. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

export type Addresses = ReadonlyMap<ServiceName, readonly Address[]>;

const isService = (name: string): name is ServiceName => (SERVICES as readonly string[]).includes(name);

/** Reads `service=host:port`, `service=[::1]:port`; the answer is what is wrong with it, if anything is. */
function readEntry(entry: string): { service: ServiceName; address: Address } | string {
  const match = /^([a-z]+)=(?:\[([^\]]+)\]|([^[\]:=\s]+)):(\d{1,5})$/.exec(entry);
  if (match === null) return `"${entry}" is not of the form service=host:port`;
  const [, service = '', bracketed, plain, digits] = match;
  if (!isService(service)) return `"${entry}" names no service (${SERVICES.join(', ')})`;
  if (bracketed !== undefined && isIP(bracketed) !== 6)
    return `"${entry}" has no IPv6 address in its brackets`;
  const number = Number(digits);
  if (number < 1 || number > 65_535) return `"${entry}" has a port that is not from 1 to 65535`;
  return { service, address: { host: bracketed ?? plain ?? '', port: number } };
}

const addresses = commaList.transform((entries, context): Addresses => {
  const byService = new Map<ServiceName, Address[]>();
  for (const entry of entries) {
    const read = readEntry(entry);
    if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
    else byService.set(read.service, [...(byService.get(read.service) ?? []), read.address]);
  }
  return byService;
});

const optionalPath = z.string().transform((path) => (path === '' ? undefined : path));

/** How a process that talks to others by TCP is set up. */
export class RpcConfig extends Config({
  RPC_HOST: setting('Address on which the service listens for calls', z.string().min(1), '127.0.0.1'),
  RPC_PORT: setting('Port on which the service listens for calls; 0 takes any', port, '0'),
  RPC_ADDRESSES: setting(
    'Where the services are: comma-separated service=host:port, a service once for each process or name',
    addresses,
    SERVICES.map((service, index) => `${service}=127.0.0.1:${4101 + index}`).join(','),
  ),
  RPC_POOL_SIZE: setting('Connections to each process of a service', integer(1, 64), '2'),
  RPC_QUEUE_LIMIT: setting(
    'Calls that may wait for one service at a time; more are refused at once',
    integer(1, 1_000_000),
    '10000',
  ),
  RPC_CONNECT_TIMEOUT: setting('Longest wait for a connection and its first answer', duration, '2s'),
  RPC_FRAME_LIMIT: setting(
    'Longest call or reply, in characters of JSON',
    integer(1024, 256 * 1024 * 1024),
    '67108864',
  ),
  RPC_TLS_CERT: setting(
    'Certificate (PEM file) shown to callers and services; empty: no TLS',
    optionalPath,
    '',
  ),
  RPC_TLS_KEY: setting('Private key (PEM file) of RPC_TLS_CERT', optionalPath, ''),
  RPC_TLS_CA: setting(
    'Authority (PEM file) that must have signed the other side’s certificate',
    optionalPath,
    '',
  ),
}) {
  constructor(env: Env) {
    super(env);
    const given = [this.RPC_TLS_CERT, this.RPC_TLS_KEY, this.RPC_TLS_CA].filter((path) => path !== undefined);
    if (given.length !== 0 && given.length !== 3)
      throw new ConfigError(['RPC_TLS_CERT, RPC_TLS_KEY and RPC_TLS_CA must be set together']);
  }
}
