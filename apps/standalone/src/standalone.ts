import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { RedisConfig } from '@parley/authentication';
import type { WorkspaceCredentials } from '@parley/contracts';
import { DataDirLock, EmbeddedPostgres, StartupError } from '@parley/embedded-postgres';
import { EventsConfig, RabbitConfig } from '@parley/events';
import { DownloadConfig } from '@parley/file';
import { UploadLimitsConfig } from '@parley/files';
import { GatewayConfig } from '@parley/gateway';
import { IdentityConfig } from '@parley/identity';
import { ProviderConfig } from '@parley/mail';
import { checkConfigs, ConfigError, type Env, isSet, withSecretFiles } from '@parley/runtime/config';
import { startTracing, tracing, TracingConfig } from '@parley/runtime/tracing';
import { health, KernelConfig, OperationsConfig, OperationsServer } from '@parley/runtime/process';
import { MigrationConfig, MigrationError, PersistenceConfig } from '@parley/persistence';
import { CREDENTIALS_FILE, demoCredentials, type Addresses } from './credentials.ts';
import { ControlServer } from './control-server.ts';
import { encryptionKeys, pushKey } from './data-files.ts';
import { describeServer, reachServers, ServersError } from './servers.ts';
import { migrateWithProgress, SERVICES } from './services.ts';
import { startPlatform } from './platform.ts';
import { defaultAllowCidrs, StandaloneConfig } from './standalone.config.ts';

const LISTEN_HOST = '127.0.0.1';

export interface Standalone {
  credentials: WorkspaceCredentials;
  /** File that keeps the credentials; `null` at the first start, which has just made them. */
  credentialsFile: string | null;
  /** The embedded or external server that each part runs on. */
  servers: { database: string; events: string; limits: string };
  /** Where this process serves health probes and metrics. */
  operationsPort: number;
  /** Non-public address ranges that webhooks may reach. */
  allowCidrs: string;
  mailAllowCidrs: string;
  /** Resolves with a reason if the database stops unexpectedly. */
  failed: Promise<string>;
  close(): Promise<void>;
  /** Kills everything immediately, for a process that exits before `close()` has completed. */
  abort(): void;
}

/** The environment with placeholders for values that are determined during startup, to check the configuration. */
function withPlaceholders(env: Env): Env {
  return {
    ...(isSet('DATABASE_URL', env) ? {} : { DATABASE_URL: 'postgres://embedded' }),
    ...(isSet('ENCRYPTION_KEYS', env) ? {} : { ENCRYPTION_KEYS: randomBytes(32).toString('base64') }),
    ...env,
  };
}

/** What all parts read. Includes the config of an external server only if one is used. */
export function configsFor(env: Env) {
  return [
    StandaloneConfig,
    KernelConfig,
    OperationsConfig,
    TracingConfig,
    MigrationConfig,
    PersistenceConfig,
    EventsConfig,
    GatewayConfig,
    UploadLimitsConfig,
    ...SERVICES.flatMap(({ configs }) => configs),
    ...(isSet('AMQP_URL', env) ? [RabbitConfig] : []),
    ...(isSet('REDIS_URL', env) ? [RedisConfig] : []),
  ];
}

/** Started parts, stopped in reverse order, also if a later step fails. */
export class Started {
  readonly #stops: (() => Promise<void> | void)[] = [];
  #stopping = false;

  /** Registers a part. During shutdown the part is stopped immediately, and startup is aborted. */
  async add<T>(part: T, stop: (part: T) => Promise<void> | void): Promise<T> {
    if (this.#stopping) {
      await stop(part);
      throw new StartupError('Stopped before it was ready.');
    }
    this.#stops.push(() => stop(part));
    return part;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) await stop();
  }
}

/**
 * Starts the whole platform in this process, on embedded parts or on DATABASE_URL, AMQP_URL and REDIS_URL.
 * @param started collects the started parts, so that a signal during startup can stop them.
 * @throws ConfigError, StartupError or ServersError that reports every error; nothing keeps running then.
 */
export async function startStandalone(
  processEnv: Env,
  log: (line: string) => void,
  started = new Started(),
): Promise<Standalone> {
  const given: Env = {
    LOG_LEVEL: 'warn',
    GATEWAY_HOST: LISTEN_HOST,
    AUTH_HOST: LISTEN_HOST,
    FILES_HOST: LISTEN_HOST,
    MAIL_HTTP_HOST: LISTEN_HOST,
    // Ctrl-C stops everything within 10 s, including the database.
    DRAIN_DELAY: '0s',
    DRAIN_TIMEOUT: '3s',
    WEBHOOK_ALLOW_CIDRS: defaultAllowCidrs(processEnv['GATEWAY_HOST'] ?? LISTEN_HOST),
    MAIL_ALLOW_CIDRS: defaultAllowCidrs(processEnv['GATEWAY_HOST'] ?? LISTEN_HOST),
    ...processEnv,
  };
  checkConfigs(configsFor(given), withPlaceholders(given));
  const env = withSecretFiles(configsFor(given), given);
  const asked = new StandaloneConfig(env);
  const { GATEWAY_HOST } = new GatewayConfig(env);
  const { AUTH_HOST } = new IdentityConfig(env);
  const { FILES_HOST } = new DownloadConfig(env);
  const { MAIL_HTTP_HOST } = new ProviderConfig(env);
  const { OPERATIONS_HOST, OPERATIONS_PORT } = new OperationsConfig(env);
  // Determined before anything starts, because printed and distributed URLs contain them.
  const fixed = {
    ...env,
    GATEWAY_PORT: String(await freePort('GATEWAY', asked.GATEWAY_PORT, GATEWAY_HOST)),
    AUTH_PORT: String(await freePort('AUTH', asked.AUTH_PORT, AUTH_HOST)),
    FILES_PORT: String(await freePort('FILES', asked.FILES_PORT, FILES_HOST)),
    MAIL_HTTP_PORT: String(await freePort('MAIL_HTTP', asked.MAIL_HTTP_PORT, MAIL_HTTP_HOST)),
    OPERATIONS_PORT: String(await freePort('OPERATIONS', OPERATIONS_PORT, OPERATIONS_HOST)),
  };
  try {
    const standalone = await startParts(fixed, new StandaloneConfig(fixed), started, log);
    health.setStarted();
    return standalone;
  } catch (error) {
    await started.stop();
    throw error;
  }
}

async function startParts(env: Env, config: StandaloneConfig, started: Started, log: (line: string) => void) {
  const dataDir = resolve(config.DATA_DIR);
  await started.add(await DataDirLock.acquire(dataDir), (lock) => lock.release());
  const operationsPort = await serveOperations(env, started);
  // Checked first: if an external server is unavailable, no part has to start.
  await reachServers(env);
  const postgres =
    env['DATABASE_URL'] === undefined
      ? await started.add(await EmbeddedPostgres.start({ dataDir, log }), (server) => server.stop())
      : undefined;
  const addresses = addressesOf(config, env);
  const platformEnv = {
    BASE_URL: addresses.base_url,
    AUTH_URL: addresses.auth_url,
    FILES_URL: addresses.files_url,
    MAIL_URL: `http://localhost:${config.MAIL_HTTP_PORT}`,
    FILE_DIR: join(dataDir, 'files'),
    ...env,
    DATABASE_URL: postgres?.url ?? env['DATABASE_URL'],
    ENCRYPTION_KEYS: await encryptionKeys(dataDir, env),
    PUSH_VAPID_PRIVATE_KEY: await pushKey(dataDir, env),
  };
  await migrateWithProgress(platformEnv, log);
  const platform = await started.add(await startPlatform(platformEnv), (running) => running.close());
  await started.add(await ControlServer.start(platform.rpc, dataDir), (server) => server.close());
  const { rpc: transport, uploads } = platform;
  const { credentials, isNew } = await demoCredentials({ transport, uploads, dataDir, addresses, log });
  return {
    credentials,
    operationsPort,
    credentialsFile: isNew ? null : join(dataDir, CREDENTIALS_FILE),
    servers: {
      database: describeServer('DATABASE_URL', env),
      events: describeServer('AMQP_URL', env),
      limits: describeServer('REDIS_URL', env),
    },
    allowCidrs: env['WEBHOOK_ALLOW_CIDRS'] ?? '',
    mailAllowCidrs: env['MAIL_ALLOW_CIDRS'] ?? '',
    failed:
      postgres?.exited.then(({ message }) => `PostgreSQL ended: ${message}`) ?? new Promise(() => undefined),
    close: () => started.stop(),
    abort: () => postgres?.abort(),
  };
}

/** Serves the operations port, before anything that can be waited for; returns the port. */
async function serveOperations(env: Env, started: Started): Promise<number> {
  const server = await started.add(new OperationsServer('standalone'), (running) => running.close());
  await startTracing('parley', env);
  await started.add(tracing, () => tracing.stop());
  return server.start(new OperationsConfig(env));
}

function addressesOf(config: StandaloneConfig, env: Env): Addresses {
  return {
    base_url: env['BASE_URL'] ?? `http://localhost:${config.GATEWAY_PORT}`,
    auth_url: env['AUTH_URL'] ?? `http://localhost:${config.AUTH_PORT}`,
    files_url: env['FILES_URL'] ?? `http://localhost:${config.FILES_PORT}`,
  };
}

/** Converts known errors to messages that an operator can act on; any other error keeps its stack. */
export function describeFailure(error: unknown): string {
  const isForOperators = [ConfigError, StartupError, ServersError, MigrationError].some(
    (known) => error instanceof known,
  );
  if (error instanceof Error && isForOperators) return error.message;
  // What the system refuses is no bug: a port taken since it was looked at, a disk that is full.
  if (error instanceof Error && /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? ''))
    return `cannot start: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Checks a port before anything is started, so that a port in use leaves nothing running. Throws a StartupError.
 * @param part what the names of its settings begin with: `GATEWAY`, `AUTH`, `FILES`, `MAIL_HTTP` or `OPERATIONS`.
 * @returns the port, or a free one for 0.
 */
export async function freePort(part: string, port: number, host: string): Promise<number> {
  const probe = createServer();
  return new Promise((done, fail) => {
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const isHost = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
      const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code ?? message})`;
      const text = isHost
        ? `${host} is no address of this machine (${code}). Set ${part}_HOST to one.`
        : `Port ${port} on ${host} ${reason}. Set ${part}_PORT to another one.`;
      fail(new StartupError(text));
    });
    probe.listen(port, host, () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => done(found));
    });
  });
}
