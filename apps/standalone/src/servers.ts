import { pingRedis } from '@parley/admission';
import { StartupError } from '@parley/embedded-postgres';
import { checkBrokerConnection } from '@parley/events';
import type { Env } from '@parley/kernel';
import { checkDatabaseConnection } from '@parley/persistence';

interface Server {
  name: string;
  /** Description of the part that is used without an external server. */
  embedded: string;
  reach: (url: string) => Promise<void>;
}

/** The supported external servers, by their environment variable. */
const SERVERS = {
  DATABASE_URL: { name: 'database', embedded: 'PostgreSQL of its own', reach: checkDatabaseConnection },
  AMQP_URL: { name: 'message broker', embedded: 'in this process', reach: checkBrokerConnection },
  REDIS_URL: { name: 'Redis', embedded: 'in this process', reach: pingRedis },
} as const satisfies Record<string, Server>;

export type ServerVariable = keyof typeof SERVERS;

/** What migrations connect to, if that is another address: the roles of services may not exist yet. */
function addressesIn({ DATABASE_URL: url, DATABASE_MIGRATION_URL: direct, ...env }: Env): Env {
  return { ...env, DATABASE_URL: url === undefined || direct === undefined || direct === '' ? url : direct };
}

/** Checks all configured servers concurrently. Throws a StartupError with a line for each that cannot be used. */
export async function reachServers(env: Env): Promise<void> {
  const faults = await Promise.all(
    Object.entries(SERVERS).map(async ([variable, { name, reach }]) => {
      const url = addressesIn(env)[variable];
      if (url === undefined) return [];
      try {
        await reach(url);
        return [];
      } catch (error) {
        return [`${variable}: the ${name} ${addressOf(url)} cannot be used: ${reasonOf(error)}`];
      }
    }),
  );
  if (faults.flat().length > 0) throw new StartupError(faults.flat().join('\n'));
}

/** Human-readable description of the server that a part runs on. */
export function describeServer(variable: ServerVariable, env: Env): string {
  const url = env[variable];
  return url === undefined ? SERVERS[variable].embedded : `${addressOf(url)} (${variable})`;
}

/** The URL without user and password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'of an address that cannot be read';
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}

/** The error in one line. The error for a name with several addresses has no message itself. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message === '' ? (code ?? 'no connection') : message).replaceAll(/\s+/g, ' ');
}
