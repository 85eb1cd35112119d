// Prepares a checkout to run: checks the Node version, installs the packages of package-lock.json, and builds the
// sources. On a fresh clone there is no node_modules yet, so only Node's own modules are imported before the
// installation.
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { workspaceFolders } from './workspaces.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const packageLock = join(root, 'package-lock.json');
const installStamp = join(root, 'node_modules', '.parley-install');
const buildStamp = join(root, 'node_modules', '.cache', 'parley-build');
/** Not in node_modules, which `npm ci` removes. */
const lockFile = join(root, '.prepare.lock');

const oldestNode = [20, 19];
const beatMs = 2_000;
const staleMs = 15_000;

class PrepareError extends Error {}

/**
 * Installs and builds what is missing or stale; takes about 50 ms if nothing is. Concurrent callers wait for each
 * other. Progress is written to stderr. On failure the process exits with one line and code 1; an interrupted one
 * exits by the signal. A caller that compiles the sources itself asks for no build.
 */
export async function prepare({ builds = true } = {}) {
  try {
    checkNode();
    if (!builds) await rm(buildStamp, { force: true });
    const isReady = async () => (await isInstalled()) && (!builds || (await isBuilt(await fingerprint())));
    if (await isReady()) return;
    await withLock(async () => {
      if (!(await isInstalled())) await install();
      const wanted = await fingerprint();
      if (builds && !(await isBuilt(wanted))) await build(wanted);
    });
  } catch (error) {
    if (error.signal !== undefined) process.kill(process.pid, error.signal);
    else if (error instanceof PrepareError) say(error.message);
    else say(`The installation can't be prepared: ${error.message}`);
    process.exit(1);
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = oldestNode;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new PrepareError(
    `Parley needs Node.js ${oldestNode.join('.')} or newer; this is ${process.version}.`,
  );
}

async function isInstalled() {
  const lock = await readFile(packageLock, 'utf8');
  if ((await text(installStamp)) === stampOf(lock)) return true;
  if (!(await isRecordedByNpm(lock))) return false;
  await linkPackages(lock);
  await writeFile(installStamp, stampOf(lock)).catch(() => undefined); // node_modules may belong to another user
  return true;
}

/** Some packages contain binaries of the platform, so a folder that is shared with a container is reinstalled. */
const stampOf = (lock) => `${process.platform}-${process.arch} ${hash(lock)}`;

/** Whether npm was run manually: at its end it records what it has installed. */
async function isRecordedByNpm(lock) {
  const record = await text(join(root, 'node_modules', '.package-lock.json'));
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    // Workspace packages, which are links in node_modules.
    if (!path.includes('node_modules/') || wanted.link === true) return true;
    const found = installed[path];
    if (found === undefined) return wanted.optional === true; // for other platforms
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/** A new workspace package needs its link only; an installation of everything would take a minute. */
async function linkPackages(lock) {
  for (const [path, { link, resolved }] of Object.entries(JSON.parse(lock).packages)) {
    const place = join(root, path);
    if (link !== true || (await exists(place))) continue;
    await mkdir(dirname(place), { recursive: true });
    await symlink(relative(dirname(place), join(root, resolved)), place, 'junction');
  }
}

async function install() {
  say('installing…');
  const [program, args] = npm();
  // NODE_ENV=production or an `omit` setting would skip packages that the build and the database need.
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm ci', program, [...args, 'ci', ...options]);
  await writeFile(installStamp, stampOf(await readFile(packageLock, 'utf8')));
}

/** The npm that started this process, or the one in PATH: Yarn and pnpm set the same variable. */
function npm() {
  const script = process.env.npm_execpath ?? '';
  return /npm-cli\.[cm]?js$/.test(script) ? [process.execPath, [script]] : ['npm', []];
}

async function isBuilt(wanted) {
  if ((await text(buildStamp)) !== wanted) return false;
  const found = await Promise.all(workspaceFolders(root).map((folder) => exists(join(root, folder, 'dist'))));
  return found.every(Boolean);
}

async function build(wanted) {
  say('building…');
  await rm(buildStamp, { force: true }); // so that a killed build does not count
  const [program, args] = npm();
  await run('The build', program, [...args, 'run', 'build']);
  await mkdir(dirname(buildStamp), { recursive: true });
  await writeFile(buildStamp, wanted);
}

/** Runs a program until it exits, with its errors on our stderr. A signal to this process is passed on first. */
async function run(name, program, args) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  let signal;
  const stop = (received) => {
    signal = received;
    child.kill(received);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const each of signals) process.on(each, stop);
  try {
    const [code] = await once(child, 'close');
    if (signal !== undefined) throw Object.assign(new PrepareError('interrupted'), { signal });
    if (code !== 0) throw new PrepareError(`${name} failed with exit code ${code}; the lines above say why.`);
  } catch (error) {
    throw error.syscall === undefined
      ? error
      : new PrepareError(`${program} can't be started: ${error.message}`);
  } finally {
    for (const each of signals) process.off(each, stop);
  }
}

/** A hash of all inputs of a build. It covers contents, because a checkout changes the times of equal files. */
async function fingerprint() {
  const inputs = [
    'nest-cli.json',
    'tsconfig.base.json',
    'tsconfig.build.json',
    'package-lock.json',
    'openapi/openapi.json',
    'scripts/build/console.mjs',
  ];
  for (const folder of workspaceFolders(root)) inputs.push(...(await filesBelow(folder)));
  const hashes = await Promise.all(
    inputs.map(async (path) => `${path} ${hash(await readFile(join(root, path)))}`),
  );
  return hash(hashes.sort().join('\n'));
}

async function filesBelow(folder) {
  const found = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile() && !/\.(spec|type-spec)\.tsx?$/.test(entry.name)) found.push(path);
    else if (entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name)) {
      found.push(...(await filesBelow(path)));
    }
  }
  return found;
}

/** Runs the work under a lock file, which its holder touches every 2 s. */
async function withLock(work) {
  const mine = `${process.pid} ${hostname()} ${randomUUID()}`;
  let told = false;
  while (!(await create(mine))) {
    const held = await text(lockFile);
    if (held === undefined) continue;
    if (await isStale(held)) {
      await discard(held);
      continue;
    }
    if (!told) say('waiting for another process, which installs or builds here…');
    told = true;
    await delay(100);
  }
  const beat = setInterval(() => touch(lockFile), beatMs);
  try {
    await work();
  } finally {
    clearInterval(beat);
    if ((await text(lockFile)) === mine) await rm(lockFile, { force: true });
  }
}

async function create(content) {
  try {
    await writeFile(lockFile, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new PrepareError(
      `There is something to install or build, but ${root} can't be written (${error.code}).`,
    );
  }
}

async function isStale(content) {
  const [pid, host] = content.split(' ');
  if (host === hostname() && !isAlive(Number(pid))) return true;
  const found = await stat(lockFile).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > staleMs;
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes a stale lock. If another process has just replaced it, the new lock is restored. */
async function discard(stale) {
  const caught = `${lockFile}.${randomUUID()}`;
  await rename(lockFile, caught).catch(() => undefined);
  const content = await text(caught);
  if (content !== undefined && content !== stale) await rename(caught, lockFile);
  await rm(caught, { force: true });
}

const say = (line) => process.stderr.write(`${line}\n`);
const hash = (content) => createHash('sha256').update(content).digest('hex');
const touch = (path) => void utimes(path, new Date(), new Date()).catch(() => undefined);
const text = (path) => readFile(path, 'utf8').catch(() => undefined);
const exists = async (path) => (await stat(path).catch(() => undefined)) !== undefined;

if (process.argv[1] === import.meta.filename) await prepare();
