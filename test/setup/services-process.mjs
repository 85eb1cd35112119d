// `npm run services` with everything of its own: database, Redis prefix, bus prefix, ports, data folder.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import amqp from 'amqplib';
import { Redis } from 'ioredis';
import pg from 'pg';
import { services } from '@parley/contracts';
import { removeTopology, RETRY_DELAYS_MS, topologyOf } from '@parley/events';

const root = join(import.meta.dirname, '../..');
export const SERVERS = {
  DATABASE_URL: process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  AMQP_URL: process.env.AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672',
};

/** Starts them and waits for `ready`. `env` of the answer is what they run with; `pid` the supervisor's. */
export async function startServices(settings = {}) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  const databaseUrl = new URL(SERVERS.DATABASE_URL);
  databaseUrl.pathname = `/${name}`;
  const ports = await freePorts(services.length + 1);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-services-'));
  const env = {
    ...process.env,
    ...SERVERS,
    NODE_OPTIONS: '',
    DATABASE_URL: databaseUrl.toString(),
    REDIS_PREFIX: `${name}:`,
    BUS_PREFIX: name,
    DATA_DIR: dataDir,
    GATEWAY_PORT: String(ports[services.length]),
    RPC_ADDRESSES: services.map((service, index) => `${service}=127.0.0.1:${ports[index]}`).join(','),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    ...settings,
  };
  const child = spawn(process.execPath, [join(root, 'scripts/services.mjs')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(child);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  const remove = async () => {
    await stop();
    await onServer(`drop database if exists ${name} with (force)`);
    await removeKeys(env.REDIS_PREFIX);
    await removeQueues(name);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { env, pid: child.pid, baseUrl: `http://localhost:${env.GATEWAY_PORT}`, stop, remove };
}

function ready(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (/^ready/m.test(output)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`services ended with ${code}:\n${output}`)));
  });
}

async function onServer(sql) {
  const client = new pg.Client({ connectionString: SERVERS.DATABASE_URL });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function removeKeys(prefix) {
  const redis = new Redis(SERVERS.REDIS_URL);
  // The prefix stands before the {route} of a key.
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1000 })) {
    if (keys.length > 0) await redis.del(...keys);
  }
  redis.disconnect();
}

async function removeQueues(prefix) {
  const connection = await amqp.connect(SERVERS.AMQP_URL);
  const channel = await connection.createChannel();
  await removeTopology(channel, topologyOf(prefix, RETRY_DELAYS_MS), services);
  await connection.close();
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
