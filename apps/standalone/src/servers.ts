import { pingRedis, RedisConfig } from '@parley/authentication';
import { StartupError } from '@parley/embedded-postgres';
import { checkBrokerConnection } from '@parley/events';
import { checkStorage } from '@parley/file';
import type { Env } from '@parley/runtime/config';
import { checkDatabaseConnection } from '@parley/persistence';

interface Server {
  name: string;
  /** Description of the part that is used without an external server. */
  embedded: string;
  reach: (url: string, env: Env) => Promise<void>;
}

/** The supported external servers, by their environment variable. */
const SERVERS = {
  DATABASE_URL: {
    name: 'database',
    embedded: 'PostgreSQL of its own',
    reach: (url) => checkDatabaseConnection(url),
  },
  AMQP_URL: {
    name: 'message broker',
    embedded: 'in this process',
    reach: (url) => checkBrokerConnection(url),
  },
  REDIS_URL: {
    name: 'Redis',
    embedded: 'in this process',
    reach: (_, env) => pingRedis(new RedisConfig(env)),
  },
} as const satisfies Record<string, Server>;

type ServerVariable = keyof typeof SERVERS;

/** What migrations connect to, if that is another address: the roles of services may not exist yet. */
function addressesIn({ DATABASE_URL: url, DATABASE_MIGRATION_URL: direct, ...env }: Env): Env {
  return { ...env, DATABASE_URL: url === undefined || direct === undefined || direct === '' ? url : direct };
}

/** Checks all configured servers and the storage of files concurrently. Throws a StartupError with a line for each that cannot be used. */
export async function reachServers(env: Env): Promise<void> {
  const errors = await Promise.all([
    ...Object.entries(SERVERS).map(async ([variable, { name, reach }]) => {
      const url = addressesIn(env)[variable];
      if (url === undefined) return [];
      try {
        await reach(url, env);
        return [];
      } catch (error) {
        return [`${variable}: the ${name} ${addressOf(url)} cannot be used: ${reasonOf(error)}`];
      }
    }),
    checkStorage(env).then(
      () => [],
      (error: unknown) => [`FILE_STORAGE: the storage of files cannot be used: ${reasonOf(error)}`],
    ),
  ]);
  if (errors.flat().length > 0) throw new StartupError(errors.flat().join('\n'));
}

/** Human-readable description of the server that a part runs on. */
export function describeServer(variable: ServerVariable, env: Env): string {
  const url = env[variable];
  return url === undefined ? SERVERS[variable].embedded : `${addressOf(url)} (${variable})`;
}

/** The URL without user and password; one with several hosts is not a URL for Node.js. */
function addressOf(url: string): string {
  const [, hosts, path = ''] = /^[a-z+]+:\/\/(?:[^@/]*@)?([^@/?#]+)(\/[^?#]*)?/.exec(url) ?? [];
  if (hosts === undefined) return 'of an address that cannot be read';
  return path === '/' ? hosts : `${hosts}${path}`;
}

/** The error in one line. The error for a name with several addresses has no message itself. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message === '' ? (code ?? 'no connection') : message).replaceAll(/\s+/g, ' ');
}
