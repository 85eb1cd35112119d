import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError, errorCode } from './startup-error.ts';
import type { Binaries } from './binaries.ts';
import type { ClusterHome } from './cluster-home.ts';
import { type OsUser, isRoot, run } from './os-user.ts';

export const superuser = 'parley';

const draftPrefix = 'postgres.init-';

/**
 * Creates the cluster if there is none: in a draft folder that is renamed when everything is complete and on disk
 * (initdb syncs it, which takes 20 of its 500 ms), so that a crash leaves no partial cluster.
 * @returns the superuser's password
 * @throws StartupError if initdb fails, or these programs cannot open an existing cluster
 */
export async function openCluster(dataDir: string, home: ClusterHome, binaries: Binaries): Promise<string> {
  await removeDrafts(home.folder);
  const passwordFile = join(dataDir, 'postgres.password');
  if (home.initialized) {
    await checkCluster(home, binaries);
    return readPassword(passwordFile, home.cluster);
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  const draft = await mkdtemp(join(home.folder, draftPrefix));
  try {
    await initialize(draft, password, home.user, binaries);
    await rename(join(draft, 'cluster'), home.cluster);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return password;
}

async function initialize(draft: string, password: string, user: OsUser | undefined, binaries: Binaries) {
  const pwfile = join(draft, 'password');
  const cluster = join(draft, 'cluster');
  await writeFile(pwfile, `${password}\n`, { mode: 0o600 });
  if (user) for (const path of [draft, pwfile]) await chown(path, user.uid, user.gid);

  const options = ['-D', cluster, '-U', superuser, '-A', 'scram-sha-256', '--pwfile', pwfile, '-E', 'UTF8'];
  // Sorts by code point like locale C, but lower(), ILIKE and full text search support letters beyond ASCII.
  const utf8 = ['--locale=C', '--lc-ctype=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  let outcome = await run(binaries.initdb, [...options, ...utf8], user);
  if (outcome.code !== 0 && outcome.output.includes('invalid locale name')) {
    outcome = await run(binaries.initdb, [...options, '--locale=C'], user); // macOS, and systems without glibc
  }
  if (outcome.code === 0) return;
  const lines = outcome.output.trim().split('\n');
  const reason = lines.filter((line) => /error:|FATAL:/.test(line)).at(-1) ?? lines.at(-1);
  throw new StartupError(`PostgreSQL's initdb failed in ${draft}: ${reason}`);
}

/** Removes the draft folder of a killed initdb, which may still be exiting and writing to it. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(draftPrefix)) continue;
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function checkCluster({ cluster }: ClusterHome, binaries: Binaries): Promise<void> {
  const { uid } = await stat(cluster);
  if (!isRoot && uid !== process.getuid?.()) {
    throw new StartupError(
      `The database in ${cluster} belongs to another user (${uid}): start as that one or as root.`,
    );
  }
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) throw new StartupError(`The folder ${cluster} is not a PostgreSQL database.`);
  if (version.trim() !== binaries.major) {
    throw new StartupError(
      `The database in ${cluster} was made by PostgreSQL ${version.trim()}, but version ${binaries.major} is installed: dump and restore it (see pg_dump), or use the other version.`,
    );
  }
  await chmod(cluster, 0o700); // otherwise the server rejects a copy that was restored with other permissions
}

async function readPassword(file: string, cluster: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const message = `The password of the database in ${cluster} can't be read from ${file} (${errorCode(error)}).`;
    throw new StartupError(message, { cause: error });
  }
}
