// `npm run services` with everything of its own: database, Redis prefix, bus prefix, ports, data folder.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import amqp from 'amqplib';
import { Redis } from 'ioredis';
import pg from 'pg';
import { services } from '@parley/contracts';
import { RETRY_DELAYS_MS, topologyOf } from '@parley/events';
import { OPERATOR_SECRET, removeTopology } from '@parley/testing';
import { keepLog } from './logs.mjs';
import { findPgBouncer, startPgBouncer } from './pgbouncer.mjs';
import { FAST_PASSWORDS, untilReady } from './platform.mjs';

const root = join(import.meta.dirname, '../..');
/** What the processes under test prove to each other. */
export const RPC_SECRET = 'secret of the services in tests 91b04d';
export const SERVERS = {
  DATABASE_URL: process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  AMQP_URL: process.env.AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672',
};

/** For the environment of a standalone on parts of its own, whatever servers the run knows. */
export const WITHOUT_SERVERS = { DATABASE_URL: undefined, AMQP_URL: undefined, REDIS_URL: undefined };

/**
 * What an installation runs with, on servers that others use too: a database, prefixes, ports and a folder of its own.
 * `remove` takes it all away again, once nothing runs on it any more.
 * @param own the servers, where they are not those of all tests.
 * @param isEmpty whether the migrations are still to be applied, where the run has a template with them.
 */
export async function newInstallation(settings = {}, own = SERVERS, { isEmpty = false } = {}) {
  const servers = { ...own, ...settings };
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Set by fault-services.mjs.
  const { TEST_DATABASE_TEMPLATE: migrated } = process.env;
  const template = own !== SERVERS || isEmpty ? undefined : migrated;
  await onServer(own, `create database ${name} template ${template ?? 'template1'} strategy file_copy`);
  // This server is never stopped, so that no commit has to wait for a disk.
  if (own === SERVERS) await onServer(own, `alter database ${name} set synchronous_commit = off`);
  const databaseUrl = new URL(servers.DATABASE_URL);
  databaseUrl.pathname = `/${name}`;
  const ports = await freePorts(services.length + 5);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-services-'));
  const env = {
    ...process.env,
    RPC_ADDRESSES: services.map((service, index) => `${service}=127.0.0.1:${ports[index]}`).join(','),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    MAIL_ALLOW_CIDRS: '127.0.0.0/8',
    DRAIN_DELAY: '0s',
    GATEWAY_PORT: String(ports[services.length]),
    AUTH_PORT: String(ports[services.length + 1]),
    AUTH_HOST: '127.0.0.1',
    FILES_PORT: String(ports[services.length + 2]),
    FILES_HOST: '127.0.0.1',
    MAIL_HTTP_PORT: String(ports[services.length + 4]),
    MAIL_HTTP_HOST: '127.0.0.1',
    FILE_DIR: join(dataDir, 'files'),
    UPLOAD_PORT: String(ports[services.length + 3]),
    UPLOAD_ADDRESSES: `127.0.0.1:${ports[services.length + 3]}`,
    RPC_SECRET,
    OPERATOR_SECRET,
    ...FAST_PASSWORDS,
    // Several installations of the fault tests share a server, which takes 100 connections by default.
    ...(template === undefined ? {} : { DATABASE_POOL_SIZE: '5' }),
    // That of the tests themselves is none of a user's.
    NODE_OPTIONS: '',
    // Longer than any stall: what happens in an outage is the matter of redis-outage.full.spec.ts.
    REDIS_COMMAND_TIMEOUT: '5s',
    ...servers,
    DATABASE_URL: databaseUrl.toString(),
    REDIS_PREFIX: `${name}:`,
    BUS_PREFIX: name,
    DATA_DIR: dataDir,
  };
  const remove = async () => {
    await onServer(own, `drop database if exists ${name} with (force)`);
    await removeKeys(own, env.REDIS_PREFIX);
    await removeQueues(own, name);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { env, remove };
}

/** What the roles of services log in with. The same in every run: roles belong to the server, which others use too. */
const ROLE_PASSWORDS = Object.fromEntries(
  services.map((service) => [service, `${service}-of-the-tests-7c1e`]),
);

/** An installation whose services log in as their own roles, through a PgBouncer if there is one. */
export async function withOwnLogins({ env, remove }) {
  const [port] = await freePorts(1);
  const users = Object.entries(ROLE_PASSWORDS).map(([service, password]) => [`parley_${service}`, password]);
  const isPooled = findPgBouncer() !== undefined;
  const pooler = isPooled && (await startPgBouncer(env.DATABASE_URL, Object.fromEntries(users), port));
  return {
    env: {
      ...env,
      DATABASE_URL: isPooled ? pooler.url : env.DATABASE_URL,
      DATABASE_MIGRATION_URL: env.DATABASE_URL,
      DATABASE_ROLE_PASSWORDS: Object.entries(ROLE_PASSWORDS)
        .map((pair) => pair.join('='))
        .join(),
      // PgBouncer keeps them from version 1.21 on, and Debian's is older.
      DATABASE_PREPARED_STATEMENTS: isPooled ? 'off' : 'on',
    },
    remove: () => (isPooled ? pooler.stop().then(remove) : remove()),
  };
}

/** Starts them and waits for `ready`. `env` of the answer is what they run with; `pid` the supervisor's. */
export async function startServices(settings = {}, { hasLogins = false } = {}) {
  const installation = await newInstallation(settings);
  const { env, remove } = hasLogins ? await withOwnLogins(installation) : installation;
  const running = await runServices(env).catch((error) => remove().then(() => Promise.reject(error)));
  return { ...running, remove: () => running.stop().then(remove) };
}

/** Starts them on an installation, or again, and waits for `ready`. */
export async function runServices(settings) {
  const env = { OPERATIONS_PORT: String(await freeRange(services.length + 1)), ...settings };
  const child = spawn(process.execPath, [join(root, 'scripts/dev/services.mjs')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  keepLog(child, 'services');
  child.stderr.pipe(process.stderr);
  await untilReady(child, 'services');
  const stop = () => end(child, 'SIGTERM');
  return { env, pid: child.pid, baseUrl: `http://localhost:${env.GATEWAY_PORT}`, stop };
}

/** The job that precedes a rollout: brings the schemas up to date. Returns what it printed; throws if it failed. */
export async function migrateInstallation(settings, folder = root) {
  const job = promisify(execFile)(process.execPath, [join(folder, 'apps/standalone/dist/db-migrate.js')], {
    env: settings,
  });
  return (await job).stdout;
}

/**
 * Starts one of the processes by itself, without anybody who would start it again, and waits until it is ready.
 * @param folder the built tree that it runs from.
 */
export async function startProcess(app, settings, folder = root) {
  const port = settings.OPERATIONS_PORT ?? String((await freePorts(1))[0]);
  const child = spawn(process.execPath, [join(folder, 'apps', app, 'dist/main.js')], {
    cwd: folder,
    env: { LOG_LEVEL: 'error', OPERATIONS_PORT: port, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  keepLog(child, app);
  child.stdout.pipe(process.stdout);
  child.stderr.pipe(process.stderr);
  while (!(await isReady(port))) {
    if (hasEnded(child)) throw new Error(`${app} ended with ${child.exitCode ?? child.signalCode}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return { pid: child.pid, end: (signal) => end(child, signal) };
}

function isReady(port) {
  return fetch(`http://127.0.0.1:${port}/healthz/ready`).then(
    (response) => response.ok,
    () => false,
  );
}

const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/** Sends a signal to a process, and waits until it has ended. */
export async function end(child, signal) {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

async function onServer({ DATABASE_URL }, sql) {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Empties what an installation has in Redis. */
export async function removeKeys({ REDIS_URL }, prefix) {
  const redis = new Redis(REDIS_URL);
  // The prefix stands before the {route} of a key.
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1000 })) {
    if (keys.length > 0) await redis.del(...keys);
  }
  redis.disconnect();
}

async function removeQueues({ AMQP_URL }, prefix) {
  const connection = await amqp.connect(AMQP_URL);
  const channel = await connection.createChannel();
  await removeTopology(channel, topologyOf(prefix, RETRY_DELAYS_MS), services);
  await connection.close();
}

/**
 * Below the ports that the system gives to outgoing connections, of which one may take a port between the look and its use, and above 10080,
 * which fetch and browsers refuse (Fetch standard, "bad port").
 */
const [FIRST_PORT, LAST_PORT] = [10_100, 32_000];
/** Each worker of a run has a share of its own, and takes no port twice before it has taken all. */
const SHARES = 20;
const PORTS = (LAST_PORT - FIRST_PORT) / SHARES;
const firstOwn = FIRST_PORT + (Number(process.env.JEST_WORKER_ID ?? 0) % SHARES) * PORTS;
let taken = Math.floor(Math.random() * PORTS);

/** Ports on which nobody listens, and which no other test of this run has been or will soon be given. */
export async function freePorts(count) {
  const found = [];
  while (found.length < count) {
    const port = firstOwn + (taken++ % PORTS);
    if (await isFree(port)) found.push(port);
  }
  return found;
}

/** The first of so many free ports in a row. */
async function freeRange(count) {
  for (;;) {
    const ports = await freePorts(count);
    if (ports.at(-1) === ports[0] + count - 1) return ports[0];
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
