import { pingRedis } from '@parley/admission';
import { StartupError } from '@parley/embedded-postgres';
import { checkBrokerConnection } from '@parley/events';
import type { Env } from '@parley/kernel';
import { checkDatabaseConnection } from '@parley/persistence';

interface Server {
  name: string;
  /** What it is where no server is named. */
  embedded: string;
  reach: (url: string) => Promise<void>;
}

/** The servers that one may bring, by the variable that names each. */
const SERVERS = {
  DATABASE_URL: { name: 'database', embedded: 'PostgreSQL of its own', reach: checkDatabaseConnection },
  AMQP_URL: { name: 'message broker', embedded: 'in this process', reach: checkBrokerConnection },
  REDIS_URL: { name: 'Redis', embedded: 'in this process', reach: pingRedis },
} as const satisfies Record<string, Server>;

export type ServerVariable = keyof typeof SERVERS;

/** Throws StartupError with a line for each server of the environment that cannot be used. Asks all at once. */
export async function reachServers(env: Env): Promise<void> {
  const faults = await Promise.all(
    Object.entries(SERVERS).map(async ([variable, { name, reach }]) => {
      const url = env[variable];
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

/** Which server a part runs on, for people. */
export function describeServer(variable: ServerVariable, env: Env): string {
  const url = env[variable];
  return url === undefined ? SERVERS[variable].embedded : `${addressOf(url)} (${variable})`;
}

/** Without user and password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'of an address that cannot be read';
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}

/** In one line. The error of a name with several addresses has no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message === '' ? (code ?? 'no connection') : message).replaceAll(/\s+/g, ' ');
}
