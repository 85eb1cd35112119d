// Makes a checkout fit to run: the right Node, the packages of package-lock.json, and a build of these very sources.
// On a fresh clone there is no node_modules yet, so only Node's own modules are imported before the installation.
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
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
 * Installs and builds what is missing or stale; some 50 ms if nothing is. Processes that call it at the same time
 * wait for each other. Progress goes to stderr. If it fails, or is interrupted, the process ends: with one clear
 * line and exit code 1, or by the signal.
 */
export async function prepare() {
  try {
    checkNode();
    if ((await isInstalled()) && (await isBuilt(await fingerprint()))) return;
    await alone(async () => {
      if (!(await isInstalled())) await install();
      const wanted = await fingerprint();
      if (!(await isBuilt(wanted))) await build(wanted);
    });
  } catch (error) {
    if (error.signal !== undefined) process.kill(process.pid, error.signal);
    else
      say(
        error instanceof PrepareError
          ? error.message
          : `The installation can't be prepared: ${error.message}`,
      );
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
  await writeFile(installStamp, stampOf(lock)).catch(() => undefined); // an installation of another user: fine too
  return true;
}

/** The binaries among the packages are the platform's: a folder shared with a container is installed anew. */
const stampOf = (lock) => `${process.platform}-${process.arch} ${hash(lock)}`;

/** Whether somebody has run npm by hand: at the end it records what it has installed. */
async function isRecordedByNpm(lock) {
  const record = await text(join(root, 'node_modules', '.package-lock.json'));
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true; // our own packages, which are links there
    const found = installed[path];
    if (found === undefined) return wanted.optional === true; // for other platforms
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

async function install() {
  say('installing…');
  const [program, args] = npm();
  // NODE_ENV=production or an `omit` setting would leave out what the build and the database need.
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm ci', program, [...args, 'ci', ...options]);
  await writeFile(installStamp, stampOf(await readFile(packageLock, 'utf8')));
}

/** The npm that started us, or the one in the PATH: Yarn and pnpm set the same variable to themselves. */
function npm() {
  const script = process.env.npm_execpath ?? '';
  return /npm-cli\.[cm]?js$/.test(script) ? [process.execPath, [script]] : ['npm', []];
}

async function isBuilt(wanted) {
  if ((await text(buildStamp)) !== wanted) return false;
  const found = await Promise.all((await packages()).map((folder) => exists(join(root, folder, 'dist'))));
  return found.every(Boolean);
}

/** In a process of its own: the compiler's 65 MB would stay with the server, which goes on in this one. */
async function build(wanted) {
  say('building…');
  await rm(buildStamp, { force: true }); // a build that is killed is not one
  await run('The build', process.execPath, [join(root, 'scripts', 'build.mjs')]);
  await mkdir(dirname(buildStamp), { recursive: true });
  await writeFile(buildStamp, wanted);
}

/** Runs a program to its end; what it says of errors goes to ours. A signal to us ends it first. */
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

/** A hash of all that a build is made of; of the contents, for a checkout changes the times of equal files. */
async function fingerprint() {
  const inputs = ['.swcrc', 'package-lock.json', 'scripts/build.mjs'];
  for (const folder of await packages()) inputs.push(...(await filesBelow(folder)));
  const hashes = await Promise.all(
    inputs.map(async (path) => `${path} ${hash(await readFile(join(root, path)))}`),
  );
  return hash(hashes.sort().join('\n'));
}

/** The folders of our packages, as paths from the root. */
async function packages() {
  const groups = ['libs', 'apps'].map(async (group) => {
    const entries = await readdir(join(root, group), { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => `${group}/${entry.name}`);
  });
  return (await Promise.all(groups)).flat();
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

/** Does the work while no other process does it: the lock's holder touches the file every 2 s. */
async function alone(work) {
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

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes a stale lock. If somebody else just did, and has a new one, that is put back. */
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
const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );
