import { isPlaceholder } from '@parley/runtime/config';
import { parseAddress, type Address } from '@parley/runtime/http';
import { z } from 'zod';

interface RedisAddress {
  /** One server, the primary that sentinels know, or a cluster. */
  readonly form: 'server' | 'sentinel' | 'cluster';
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The server, the sentinels, or some nodes of the cluster, from which the others are found. */
  readonly nodes: readonly [Address, ...Address[]];
  readonly primary: string | undefined;
  readonly database: number;
}

const PORTS = { server: 6379, sentinel: 26_379, cluster: 6379 } as const;
const ADDRESS =
  /^redis(?<tls>s?)(?:\+(?<form>sentinel|cluster))?:\/\/(?:(?<username>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<nodes>[^@/?#]+)(?<path>(?:\/[^/?#]*)*)$/;
const SYNTAX =
  'must be redis://host:port, redis+sentinel://host:port,host:port/primary or redis+cluster://host:port,host:port, or rediss with TLS';

/**
 * `redis://[user:password@]host[:port][/database]`, `redis+sentinel://[user:password@]host[:port],…/primary[/database]` or
 * `redis+cluster://[user:password@]host[:port],…`; `rediss` instead of `redis` for TLS.
 */
export const redisAddress: z.ZodType<RedisAddress, string> = z.string().transform((text, context) => {
  const address = parseUrl(text);
  const problem =
    address === null
      ? SYNTAX
      : address.password !== undefined && isPlaceholder(address.password)
        ? 'its password is a placeholder: set a random one'
        : null;
  if (address !== null && problem === null) return address;
  context.addIssue({ code: 'custom', message: problem ?? SYNTAX });
  return z.NEVER;
});

function parseUrl(text: string): RedisAddress | null {
  const parts = ADDRESS.exec(text)?.groups;
  if (parts === undefined) return null;
  const form = (parts['form'] ?? 'server') as RedisAddress['form'];
  const path = (parts['path'] ?? '').split('/').slice(1);
  const primary = form === 'sentinel' ? path.shift() : undefined;
  const [database = '', ...rest] = path;
  const nodes = (parts['nodes'] ?? '').split(',').map((node) => parseAddress(node, PORTS[form]));
  const [first, ...others] = nodes;
  const isComplete = nodes.every((node) => node !== null) && rest.length === 0 && /^\d{0,3}$/.test(database);
  const fits = {
    server: nodes.length === 1,
    sentinel: primary !== undefined && primary !== '',
    cluster: database === '',
  };
  const [username, password] = [decoded(parts['username']), decoded(parts['password'])];
  if (first == null || !isComplete || !fits[form] || username === null || password === null) return null;
  return {
    form,
    tls: parts['tls'] === 's',
    username: username === '' ? undefined : username,
    password,
    nodes: [first, ...(others as Address[])],
    primary,
    database: Number(database),
  };
}

/** `null` if it is not percent-encoded correctly. */
function decoded(text: string | undefined): string | undefined | null {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return null;
  }
}
