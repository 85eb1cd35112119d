import type { ConnectionOptions } from 'node:tls';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisConfig } from './redis.config.ts';

export type RedisClient = Redis | Cluster;

/** Time for a connection to a server or a sentinel. */
const CONNECT_TIMEOUT_MS = 500;
const RECONNECT_MAX_MS = 1000;
/** How long a sentinel may take to name the primary: longer than the connection, which must not be closed in its handshake (closeRedis). */
const SENTINEL_TIMEOUT_MS = 2 * CONNECT_TIMEOUT_MS;
/** A cluster also tells about moved slots when a command meets one. */
const SLOTS_REFRESH_MS = 5_000;

const retryDelay = (attempt: number): number => Math.min(RECONNECT_MAX_MS, 25 * 2 ** Math.min(attempt, 10));

/**
 * A client for the form of Redis that the settings name. It sends no command again that a server may have executed, which
 * ioredis does by default: a repeated command may count twice. Commands that a server has refused (MOVED, ASK, TRYAGAIN,
 * NOSCRIPT) are sent again. Nothing may be sent to a cluster whose status is not `ready`, because it would be queued.
 */
export function createRedis(
  config: RedisConfig,
  options: Pick<RedisOptions, 'scripts' | 'lazyConnect'> = {},
): RedisClient {
  const { form, tls, username, password, nodes, primary, database } = config.REDIS_URL;
  const connection = {
    // Not `socketTimeout`: its timer outlives the connection and destroys the next one (ioredis 5.11).
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: 100,
    keepAlive: 10_000,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: tlsOptions(config) } : {}),
  } satisfies RedisOptions;
  if (form === 'cluster')
    return new Cluster([...nodes], {
      ...options,
      // Commands wait in it while the connection to their node is made.
      enableOfflineQueue: true,
      clusterRetryStrategy: retryDelay,
      slotsRefreshInterval: SLOTS_REFRESH_MS,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      maxRedirections: 4,
      // 0 repeats nothing: a request that meets a failover is handled without Redis.
      retryDelayOnClusterDown: 0,
      retryDelayOnFailover: 0,
      redisOptions: connection,
    });
  return new Redis({
    ...options,
    ...connection,
    db: database,
    enableOfflineQueue: false,
    retryStrategy: retryDelay,
    // After a failover the connection may lead to a replica.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...(form === 'sentinel' ? sentinelOptions(config, primary) : nodes[0]),
  });
}

/**
 * Closes a client for good. During a TLS handshake it waits for its end, at most the time for a connection: a socket that is
 * ended in its handshake emits two errors, and ioredis 5.11 listens to the first only, so that the second ends the process.
 */
export function closeRedis(redis: RedisClient): void {
  if (redis.status !== 'connecting') {
    redis.disconnect();
    return;
  }
  for (const event of ['connect', 'close', 'end']) redis.once(event, () => redis.disconnect());
}

/** ioredis copies their values for each connection. */
function tlsOptions({ ca }: RedisConfig): ConnectionOptions {
  if (ca === undefined) return {};
  return {
    get ca() {
      return ca.current;
    },
  };
}

function sentinelOptions(config: RedisConfig, primary = ''): RedisOptions {
  const { nodes, tls } = config.REDIS_URL;
  const { password, username } = sentinelLogin(config);
  return {
    sentinels: [...nodes],
    name: primary,
    sentinelRetryStrategy: retryDelay,
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    enableTLSForSentinelMode: tls,
    ...(tls ? { sentinelTLS: tlsOptions(config) } : {}),
    ...(password === undefined ? {} : { sentinelPassword: password }),
    ...(username === undefined ? {} : { sentinelUsername: username }),
  };
}

/** Options of a connection to each sentinel of the settings, which is kept open. */
export function sentinelConnections(config: RedisConfig): RedisOptions[] {
  const { nodes, tls } = config.REDIS_URL;
  return nodes.map((node) => ({
    ...node,
    ...sentinelLogin(config),
    ...(tls ? { tls: tlsOptions(config) } : {}),
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepAlive: 10_000,
    retryStrategy: retryDelay,
    enableReadyCheck: false,
    autoResubscribe: false,
  }));
}

function sentinelLogin({ REDIS_SENTINEL_PASSWORD: login }: RedisConfig) {
  const [password = '', username] = login.split(/:(.*)/s, 2).toReversed();
  return {
    ...(password === '' ? {} : { password }),
    ...(username === undefined ? {} : { username }),
  };
}
