import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError, errorCode } from './startup-error.ts';
import {
  canEnter,
  isRoot,
  letThrough,
  type OsUser,
  ownerOf,
  run,
  serverUser,
  sharedFolder,
} from './os-user.ts';

/** The location of a data folder's cluster, and its owner. */
export interface ClusterHome {
  /** Contains the cluster: the data folder or, for root, possibly another one that the server can access. */
  folder: string;
  cluster: string;
  user: OsUser | undefined;
  /** Whether initdb has completed. */
  initialized: boolean;
}

/** File in the data folder with the path of the home, if that is another folder. */
const locationFile = 'postgres.location';
/** File in such a home with the path of the data folder that it belongs to. */
const belongsFile = 'data-dir';

/**
 * Finds the home of a data folder's cluster or, at the first start, chooses it: the data folder itself, unless this
 * process is root and the server's user cannot access it (`mktemp -d` and /root have mode 0700). In that case the home
 * is a new folder under /var/lib/parley, whose path is stored in the data folder.
 * @throws StartupError if the recorded home is missing, or the server's user cannot access an existing cluster
 */
export async function clusterHome(dataDir: string): Promise<ClusterHome> {
  const recorded = await recordedHome(dataDir);
  if (recorded !== undefined) await claim(recorded, dataDir);
  const folder = recorded ?? dataDir;
  const cluster = join(folder, 'postgres');
  if (!(await isFolder(cluster))) return newHome(folder, dataDir, recorded !== undefined);
  if (!isRoot) return { folder, cluster, user: undefined, initialized: true };

  const user = (await ownerOf(cluster)) ?? (await handOver(cluster));
  await letThrough(user, folder);
  if (!(await canEnter(user, cluster))) {
    throw unreachable(user, `the database in ${cluster}`);
  }
  return { folder, cluster, user, initialized: true };
}

/** Removes the cluster of a data folder, wherever it is located. It must not be running. */
export async function removeCluster(dataDir: string): Promise<void> {
  const recorded = await content(join(dataDir, locationFile));
  if (recorded !== undefined && (await content(join(recorded, belongsFile))) === dataDir) {
    await rm(recorded, { recursive: true, force: true });
  }
  await rm(join(dataDir, locationFile), { force: true });
  await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
}

const unreachable = ({ name }: OsUser, what: string) =>
  new StartupError(`The user ${name} can't reach ${what}: open the folders above it.`);

async function newHome(folder: string, dataDir: string, recorded: boolean): Promise<ClusterHome> {
  const home = { folder, cluster: join(folder, 'postgres'), initialized: false };
  if (!isRoot) return { ...home, user: undefined };
  const user = await serverUser();
  await letThrough(user, folder);
  if (await canEnter(user, folder)) return { ...home, user };
  if (recorded) throw unreachable(user, folder);

  const reachable = await mkdtemp(join(await sharedFolder(), 'cluster-'));
  await writeFile(join(reachable, belongsFile), dataDir);
  await letThrough(user, reachable);
  if (!(await canEnter(user, reachable))) {
    await rm(reachable, { recursive: true });
    throw new StartupError(
      `PostgreSQL does not run as root, and the user ${user.name} can reach neither ${dataDir} nor ${reachable}.`,
    );
  }
  await record(reachable, dataDir);
  return { folder: reachable, cluster: join(reachable, 'postgres'), user, initialized: false };
}

/** Writes the path atomically: a partial one would look like a lost database. */
async function record(home: string, dataDir: string): Promise<void> {
  const draft = join(dataDir, `${locationFile}.new`);
  await writeFile(draft, home, { mode: 0o600 });
  await rename(draft, join(dataDir, locationFile));
}

async function recordedHome(dataDir: string): Promise<string | undefined> {
  const location = join(dataDir, locationFile);
  const home = await content(location);
  if (home === undefined || (await isFolder(home))) return home;
  throw new StartupError(
    `The database in ${home} is missing: restore it, or remove ${location} to begin with an empty one.`,
  );
}

/** A moved data folder keeps its home; a copy must not share the home with its original. */
async function claim(home: string, dataDir: string): Promise<void> {
  const owner = await content(join(home, belongsFile));
  if (owner === dataDir) return;
  if (owner !== undefined && (await content(join(owner, locationFile))) === home) {
    throw new StartupError(
      `The database in ${home} belongs to ${owner}, of which ${dataDir} is a copy: remove ${join(dataDir, locationFile)} to begin with an empty one.`,
    );
  }
  await writeFile(join(home, belongsFile), dataDir);
}

/** A cluster that root has restored from a backup belongs to root and is given back to the server's user. */
async function handOver(cluster: string): Promise<OsUser> {
  const user = await serverUser();
  const { code, output } = await run('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
  if (code !== 0)
    throw new StartupError(`The database in ${cluster} can't be given to ${user.name}: ${output}`);
  return user;
}

async function content(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw new StartupError(`The file ${file} can't be read (${errorCode(error)}).`, { cause: error });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
