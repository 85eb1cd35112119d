import { setTimeout as delay } from 'node:timers/promises';
import { pingRedis, RedisConfig } from '@parley/authentication';
import { checkBrokerConnection } from '@parley/events';
import { checkStorage } from '@parley/file';
import type { Env } from '@parley/runtime/config';
import { ServerVersionError } from '@parley/runtime/server-version';
import { checkDatabaseConnection } from '@parley/persistence';

/** Servers that cannot be used: a line for each, with the reason, on which an operator can act. */
export class ServersError extends Error {
  override readonly name = 'ServersError';
}

const RETRY_MS = 1_000;
const WAIT_LOG_MS = 30_000;

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

interface Failure {
  readonly line: string;
  /** Whether waiting cannot help. */
  readonly isFinal: boolean;
}

/** Tries those servers that are configured concurrently; answers why some cannot be used. */
async function tryServers(env: Env, variables: readonly string[]): Promise<Failure[]> {
  const addresses = addressesIn(env);
  const failures = await Promise.all(
    Object.entries(SERVERS).map(async ([variable, { name, reach }]): Promise<Failure[]> => {
      const url = addresses[variable];
      if (url === undefined || !variables.includes(variable)) return [];
      try {
        await reach(url, env);
        return [];
      } catch (error) {
        const line = `${variable}: the ${name} ${addressOf(url)} cannot be used: ${reasonOf(error)}`;
        return [{ line, isFinal: error instanceof ServerVersionError }];
      }
    }),
  );
  return failures.flat();
}

/** Checks all configured servers and the storage of files concurrently. Throws a ServersError with a line for each that cannot be used. */
export async function reachServers(env: Env): Promise<void> {
  const [failures, storage] = await Promise.all([
    tryServers(env, Object.keys(SERVERS)),
    checkStorage(env).then(
      () => [],
      (error: unknown) => [`FILE_STORAGE: the storage of files cannot be used: ${reasonOf(error)}`],
    ),
  ]);
  const lines = [...failures.map(({ line }) => line), ...storage];
  if (lines.length > 0) throw new ServersError(lines.join('\n'));
}

/**
 * Waits until the configured servers that migrations change can be used, for at most `withinMs`; `onWait` gets the reason when it changes, and now and
 * then. Throws a ServersError after that, or at once if waiting cannot help.
 */
export async function untilReached(
  env: Env,
  withinMs: number,
  onWait: (line: string) => void,
): Promise<void> {
  const until = performance.now() + withinMs;
  let [logged, loggedAt] = ['', -Infinity];
  for (;;) {
    const failures = await tryServers(env, ['DATABASE_URL', 'AMQP_URL']);
    if (failures.length === 0) return;
    const reason = failures.map(({ line }) => line).join('\n');
    const now = performance.now();
    if (now >= until || failures.some(({ isFinal }) => isFinal)) throw new ServersError(reason);
    if (reason !== logged || now - loggedAt >= WAIT_LOG_MS) {
      onWait(reason);
      [logged, loggedAt] = [reason, now];
    }
    await delay(RETRY_MS);
  }
}

/** Human-readable description of the server that a part runs on. */
export function describeServer(variable: ServerVariable, env: Env): string {
  const url = env[variable];
  return url === undefined ? SERVERS[variable].embedded : `${addressOf(url)} (${variable})`;
}

/** The URL without user and password, which ends at the last `@`: some forget to encode it. One with several hosts is not a URL for Node.js. */
function addressOf(url: string): string {
  const [, hosts, path = ''] = /^[a-z+]+:\/\/(?:.*@)?([^@/?#]+)(\/[^?#]*)?/s.exec(url) ?? [];
  if (hosts === undefined) return 'of an address that cannot be read';
  return path === '/' ? hosts : `${hosts}${path}`;
}

/** The error in one line. The error for a name with several addresses has no message itself. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message === '' ? (code ?? 'no connection') : message).replaceAll(/\s+/g, ' ');
}
