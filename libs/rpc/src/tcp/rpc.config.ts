import { services, type ServiceName } from '@parley/contracts';
import {
  commaList,
  Config,
  ConfigError,
  duration,
  integer,
  isPlaceholder,
  listOf,
  port,
  secretSetting,
  setting,
  type Env,
} from '@parley/runtime/config';
import { isLoopback, parseAddress, type Address } from '@parley/runtime/http';
import { z } from 'zod';
import { Certificates } from '../network/certificates.ts';

export type Addresses = ReadonlyMap<ServiceName, readonly Address[]>;

const isService = (name: string): name is ServiceName => (services as readonly string[]).includes(name);

/** Parses `service=host:port`. Returns an error message if it is invalid. */
function parseEntry(entry: string): { service: ServiceName; address: Address } | string {
  const [, service = '', text = ''] = /^([a-z]+)=(.+)$/.exec(entry) ?? [];
  const address = parseAddress(text);
  if (address === null) return `"${entry}" is not of the form service=host:port`;
  if (!isService(service)) return `"${entry}" names no service (${services.join(', ')})`;
  return { service, address };
}

const addresses = listOf(parseEntry).transform((entries): Addresses => {
  const byService = new Map<ServiceName, Address[]>();
  for (const { service, address } of entries)
    byService.set(service, [...(byService.get(service) ?? []), address]);
  return byService;
});

/** Who calls: a process of the platform, or an operator's command. */
export type Role = 'service' | 'operator';

const SECRET_LENGTH_MIN = 32;
/** The current one and, during a rotation, the next or the previous one. */
const SECRETS_MAX = 2;

const secrets = commaList
  .refine((all) => all.length <= SECRETS_MAX, `must be at most ${SECRETS_MAX} secrets`)
  .refine(
    (all) => all.every((secret) => secret.length >= SECRET_LENGTH_MIN && !isPlaceholder(secret)),
    `each secret must be at least ${SECRET_LENGTH_MIN} random characters`,
  );

const optionalPath = z.string().transform((path) => (path === '' ? undefined : path));

/** The error of a host that other machines can reach, where callers prove nothing. */
export function faultsOfHost(variable: string, host: string | undefined, hasProof: boolean): string[] {
  if (host === undefined || isLoopback(host) || hasProof) return [];
  return [
    `RPC_SECRET is not set, which ${variable}=${host} requires: otherwise every process that can connect is trusted (certificates, RPC_TLS_CERT, do too)`,
  ];
}

const settings = {
  RPC_HOST: setting('Address on which the service listens for RPC', z.string().min(1), '127.0.0.1'),
  RPC_PORT: setting('Port on which the service listens for RPC; 0 takes any free port', port, '0'),
  RPC_ADDRESSES: setting(
    'Addresses of the services: comma-separated service=host:port, repeated for several instances. By default each service ' +
      'has the next port of this machine',
    addresses,
    services.map((service, index) => `${service}=127.0.0.1:${4101 + index}`).join(','),
  ),
  RPC_POOL_SIZE: setting(
    'Connections per instance of a service; more than one only helps if answers of megabytes hold up others',
    integer(1, 64),
    '1',
  ),
  RPC_QUEUE_LIMIT: setting(
    'Maximum pending calls per service; further calls fail immediately',
    integer(1, 1_000_000),
    '10000',
  ),
  RPC_CONNECT_TIMEOUT: setting(
    'Timeout for connecting to an instance, including its first reply',
    duration,
    '2s',
  ),
  RPC_FRAME_LIMIT: setting(
    'Maximum size of a call or reply, in characters of JSON',
    integer(1024, 256 * 1024 * 1024),
    '67108864',
  ),
  RPC_SECRET: secretSetting(
    'Secret that services and gateways share: both sides of a connection prove that they know it. Comma-separated: the ' +
      'first is used, both are accepted, so that it can be rotated. Required unless RPC_HOST is a loopback address or ' +
      'the connections have certificates',
    secrets,
    '',
  ),
  OPERATOR_SECRET: secretSetting(
    'Secret of operator commands, like RPC_SECRET. Once either of them is set, or RPC_HOST is no loopback address, ' +
      'services accept commands only from those who know it; empty: from nobody',
    secrets,
    '',
  ),
  RPC_TLS_CERT: setting(
    'Certificate (PEM file) for mutual TLS; empty disables TLS. The three files are read again when they change',
    optionalPath,
    '',
  ),
  RPC_TLS_KEY: setting('Private key (PEM file) of RPC_TLS_CERT', optionalPath, ''),
  RPC_TLS_CA: setting(
    'Certificate authority (PEM file) that signs the certificates of services and callers',
    optionalPath,
    '',
  ),
};

export class RpcConfig extends Config(settings, (values) => {
  const { RPC_HOST: host, RPC_SECRET: service, OPERATOR_SECRET: operator, RPC_TLS_CERT: cert } = values;
  const hasProof = service === undefined || service.length > 0 || cert !== undefined;
  const faults = faultsOfHost('RPC_HOST', host, hasProof);
  if (service?.some((secret) => operator?.includes(secret)) === true)
    faults.push('OPERATOR_SECRET must not be the same as RPC_SECRET');
  return faults;
}) {
  readonly tls: Certificates | undefined;

  constructor(
    env: Env,
    readonly role: Role = 'service',
  ) {
    super(env);
    const { RPC_TLS_CERT: cert, RPC_TLS_KEY: key, RPC_TLS_CA: ca } = this;
    if (cert !== undefined && key !== undefined && ca !== undefined)
      this.tls = new Certificates({
        cert: { variable: 'RPC_TLS_CERT', path: cert },
        key: { variable: 'RPC_TLS_KEY', path: key },
        ca: { variable: 'RPC_TLS_CA', path: ca },
      });
    else if (cert !== undefined || key !== undefined || ca !== undefined)
      throw new ConfigError(['RPC_TLS_CERT, RPC_TLS_KEY and RPC_TLS_CA must be set together']);
  }

  /** The secrets of a role, the first of which is used; none if the role need not be proved. */
  secretsOf(role: Role): readonly string[] {
    return role === 'operator' ? this.OPERATOR_SECRET : this.RPC_SECRET;
  }

  get isLoopback(): boolean {
    return isLoopback(this.RPC_HOST);
  }
}
