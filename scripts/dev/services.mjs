// `npm run services`: the gateway and the services as separate processes on external servers, each restarted with
// back-off if it dies. SIGTERM or SIGINT stops all of them. The same processes run in Compose and Kubernetes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { prepare } from './prepare.mjs';

const root = join(import.meta.dirname, '../..');
const BACKOFF_MS = [250, 500, 1000, 2000, 5000];
/** After this uptime the back-off of a process is reset. */
const STEADY_MS = 30_000;
const KILL_AFTER_MS = 40_000;
/** How often a start tells what it waits for. */
const REPORT_EVERY_MS = 10_000;
const PROBE_TIMEOUT_MS = 2_000;

await prepare();
process.stderr.write('starting…\n');
const { services } = await import('@parley/contracts');
const { RedisConfig } = await import('@parley/authentication');
const { RabbitConfig } = await import('@parley/events');
const { FileTransportConfig } = await import('@parley/files');
const { checkConfigs, ConfigError, withSecretFiles } = await import('@parley/runtime/config');
const { KernelConfig } = await import('@parley/runtime/process');
const { environmentOf, MigrationConfig, PersistenceConfig } = await import('@parley/persistence');
const { RpcConfig } = await import('@parley/rpc');
const { configsFor, encryptionKeys, freePort, migrateWithProgress, pushKey, reachServers } =
  await import('@parley/standalone');
const APPS = [...services, 'gateway'];
const {
  DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/postgres',
  AMQP_URL = 'amqp://guest:guest@127.0.0.1:5672',
  REDIS_URL = 'redis://127.0.0.1:6379',
  ...given
} = fromFiles([KernelConfig, MigrationConfig, PersistenceConfig, RabbitConfig, RedisConfig, RpcConfig]);
// Checked once here, because otherwise each of eight processes would report it repeatedly. Later outages are waited for.
await reachServers({ ...given, DATABASE_URL, AMQP_URL, REDIS_URL }).catch(fail);
const isTerminal = process.stdout.isTTY === true;
const { DATA_DIR = '.data', GATEWAY_PORT = '3000', GATEWAY_HOST = '127.0.0.1' } = given;
const { AUTH_PORT = '3001', AUTH_HOST = '127.0.0.1' } = given;
const { FILES_PORT = '3002', FILES_HOST = '127.0.0.1' } = given;
const { MAIL_HTTP_PORT = '3003', MAIL_HTTP_HOST = '127.0.0.1' } = given;
const { OPERATIONS_PORT = '9464', OPERATIONS_HOST = '127.0.0.1' } = given;
/** Each process has its own, counted up from the setting. */
const operationsPortOf = (app) =>
  Number(OPERATIONS_PORT) === 0 ? 0 : Number(OPERATIONS_PORT) + APPS.indexOf(app);
const env = {
  BASE_URL: `http://localhost:${GATEWAY_PORT}`,
  AUTH_URL: `http://localhost:${AUTH_PORT}`,
  FILES_URL: `http://localhost:${FILES_PORT}`,
  MAIL_URL: `http://localhost:${MAIL_HTTP_PORT}`,
  FILE_DIR: resolve(DATA_DIR, 'files'),
  LOG_LEVEL: 'warn',
  // No load balancer has to notice.
  DRAIN_DELAY: '0s',
  ...given,
  DATABASE_URL,
  AMQP_URL,
  REDIS_URL,
  GATEWAY_PORT,
  GATEWAY_HOST,
  AUTH_PORT,
  AUTH_HOST,
  FILES_PORT,
  FILES_HOST,
  MAIL_HTTP_PORT,
  MAIL_HTTP_HOST,
  ENCRYPTION_KEYS: await encryptionKeys(resolve(DATA_DIR), given),
  PUSH_VAPID_PRIVATE_KEY: await pushKey(resolve(DATA_DIR), given),
};
const addresses = await check().catch(fail);
// The job that precedes a rollout; the processes only wait for their schemas.
await migrateWithProgress(env, console.error).catch(fail);
const [uploads] = new FileTransportConfig(env).UPLOAD_ADDRESSES;
const portOf = (service) => String(addresses.get(service)?.[0]?.port ?? 0);

/** Reports what would keep a process from starting, before any is started. Returns where the services are. */
async function check() {
  checkConfigs([...configsFor(env), RpcConfig, FileTransportConfig], env);
  const { RPC_ADDRESSES } = new RpcConfig(env);
  const missing = services.filter((service) => !RPC_ADDRESSES.has(service));
  if (missing.length > 0) throw new ConfigError([`RPC_ADDRESSES: has no address of ${missing.join(', ')}`]);
  await freePort('GATEWAY', Number(GATEWAY_PORT), GATEWAY_HOST);
  await freePort('AUTH', Number(AUTH_PORT), AUTH_HOST);
  await freePort('FILES', Number(FILES_PORT), FILES_HOST);
  await freePort('MAIL_HTTP', Number(MAIL_HTTP_PORT), MAIL_HTTP_HOST);
  for (const app of APPS) await freePort('OPERATIONS', operationsPortOf(app), OPERATIONS_HOST);
  return RPC_ADDRESSES;
}

/** Ends a start that cannot succeed with a line on which an operator can act. */
function fail(error) {
  console.error(error.message);
  process.exit(error instanceof ConfigError ? 78 : 1);
}

function fromFiles(configs) {
  try {
    return withSecretFiles(configs, process.env);
  } catch (error) {
    return fail(error);
  }
}

async function listens({ host, port }) {
  const socket = connect(port, host);
  return once(socket, 'connect').then(
    () => socket.destroy(),
    () => false,
  );
}

function environmentOfProcess(app) {
  const own = { OPERATIONS_PORT: String(operationsPortOf(app)) };
  const ports = { RPC_PORT: portOf(app), UPLOAD_PORT: String(uploads?.port ?? 0) };
  if (app !== 'gateway') return { ...environmentOf(app, env), ...own, ...ports };
  const { DATABASE_URL: _url, DATABASE_MIGRATION_URL: _direct, DATABASE_ROLE_PASSWORDS: _, ...others } = env;
  return { ...others, ...own };
}

const running = new Map();
let stopping = false;

function start(app, failures = 0) {
  const started = Date.now();
  const child = spawn(process.execPath, [join(root, 'apps', app, 'dist/main.js')], {
    cwd: root,
    env: environmentOfProcess(app),
    // Log lines, of text or JSON, name their service; what goes to standard error does not.
    stdio: ['ignore', 'inherit', 'pipe'],
    // Ctrl-C reaches this process alone, which then stops the others in order.
    detached: true,
  });
  running.set(app, child);
  createInterface(child.stderr).on('line', (line) => process.stderr.write(`${app}: ${line}\n`));
  child.once('close', (code, signal) => {
    running.delete(app);
    if (stopping) return;
    const steady = Date.now() - started > STEADY_MS;
    const wait = BACKOFF_MS[Math.min(steady ? 0 : failures, BACKOFF_MS.length - 1)];
    console.error(`${app} ended (${signal ?? code}), starting it again in ${wait} ms`);
    setTimeout(() => !stopping && start(app, steady ? 1 : failures + 1), wait);
  });
}

/** What the processes that have not started wait for, by their startup probes. */
async function waitingFor() {
  const reports = APPS.map(async (app) => {
    const url = `http://${OPERATIONS_HOST}:${operationsPortOf(app)}/healthz/startup`;
    const { status, checks = {} } = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
      .then((response) => response.json())
      .catch((error) => ({ checks: { probe: error.cause?.message ?? error.message } }));
    return status === 'ok' ? [] : [`${app} (${Object.values(checks).join(', ')})`];
  });
  return (await Promise.all(reports)).flat().join(', ') || 'the ports of the services';
}

async function stop() {
  if (stopping) return;
  stopping = true;
  // The line goes below the ^C that a terminal shows.
  console.log(isTerminal ? '\nstopping…' : 'stopping…');
  const ended = async (app) => running.has(app) && once(running.get(app), 'close');
  const kill = (signal) => [...running.values()].forEach((child) => child.kill(signal));
  const timer = setTimeout(() => kill('SIGKILL'), KILL_AFTER_MS);
  // The gateway stops first, because its running requests still need the services.
  const gateway = ended('gateway');
  running.get('gateway')?.kill('SIGTERM');
  await gateway;
  const others = APPS.map(ended);
  kill('SIGTERM');
  await Promise.all(others);
  clearTimeout(timer);
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
APPS.forEach((app) => start(app));

const reporting =
  Number(OPERATIONS_PORT) > 0 &&
  setInterval(async () => console.error(`waiting for ${await waitingFor()}`), REPORT_EVERY_MS);
const gateway = `http://${GATEWAY_HOST}:${GATEWAY_PORT}`;
for (let ready = false; !ready && !stopping;) {
  await delay(100);
  ready = await fetch(`${gateway}/healthz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    .then(({ ok }) => ok)
    .catch(() => false);
}
const doors = [
  ...services.map((service) => addresses.get(service)[0]),
  { host: AUTH_HOST, port: Number(AUTH_PORT) },
  { host: FILES_HOST, port: Number(FILES_PORT) },
  { host: MAIL_HTTP_HOST, port: Number(MAIL_HTTP_PORT) },
];
for (const door of doors) {
  while (!stopping && !(await listens(door))) await delay(50);
}
clearInterval(reporting);
if (!stopping)
  console.log(`ready at ${env.BASE_URL}

  API        ${env.BASE_URL}
  reference  ${env.BASE_URL}/docs
  guides     ${env.BASE_URL}/docs/guides
  console    ${env.AUTH_URL}
  downloads  ${env.FILES_URL}
  metrics    ${APPS.map((app) => `${app} ${operationsPortOf(app)}`).join(', ')} (ports of /healthz/… and /metrics)

  Create a workspace, in another terminal. It prints the API keys and the password once:
  npm run -s workspace:create -- --name Acme --plan business --email you@example.com
`);
