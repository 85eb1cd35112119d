import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, readFile, stat } from 'node:fs/promises';
import { StartupError } from './startup-error.ts';

/** The user that runs the server's programs; undefined means the calling user. */
export interface OsUser {
  name: string;
  uid: number;
  gid: number;
}

/** Whether this process is root; PostgreSQL refuses to run as root. */
export const isRoot = process.getuid?.() === 0;

/**
 * The user that will own a new cluster of root. It must be in /etc/passwd, because initdb looks it up.
 * @throws StartupError if the system has none
 */
export async function serverUser(): Promise<OsUser> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line[0] === name) ?? [];
    if (Number(uid) > 0 && Number(gid) >= 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new StartupError(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it: start as another user.',
  );
}

/** The owner of an existing cluster, or undefined if that is root. */
export async function ownerOf(path: string): Promise<OsUser | undefined> {
  const { uid, gid } = await stat(path);
  return uid === 0 ? undefined : { name: String(uid), uid, gid };
}

/**
 * Whether the user can access a folder. This is tried as that user, because only the kernel takes every ancestor,
 * symlinks, access lists and mount options into account, and whether root can become that user.
 */
export async function canEnter(user: OsUser, folder: string): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd -- "$0"', folder], user)).code === 0;
}

/**
 * Lets the server's user traverse a private folder on the path to its cluster: the group may enter it but not list it
 * (mode 0710), and only if the folder belonged to root's group before; any other group is kept. The alternative, mode
 * 0700 and a cluster elsewhere, would store the data outside the volume that an operator mounted for it. Other files in
 * the folder have mode 600.
 */
export async function letThrough(user: OsUser, folder: string): Promise<void> {
  const { mode, uid, gid } = await stat(folder);
  const closed = (mode & 0o007) === 0 && (gid === 0 || (mode & 0o070) === 0);
  if (uid !== 0 || !closed) return;
  await chown(folder, 0, user.gid);
  await chmod(folder, 0o710);
}

export interface Outcome {
  /** Exit code; null if the program could not be started or was killed. */
  code: number | null;
  output: string;
}

/** Runs a program as the given user until it exits; never rejects. */
export async function run(program: string, args: string[], user?: OsUser): Promise<Outcome> {
  let output = '';
  try {
    const child = spawn(program, args, { ...spawnOptions(user), stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  } catch (error) {
    return { code: null, output: `${output}${(error as Error).message}` };
  }
}

/**
 * Options to start any program of the server: in a separate session, so that Ctrl-C in a terminal reaches only this
 * process, which stops the database last; in a folder that every user can enter; without inherited PG* variables.
 */
export function spawnOptions(user?: OsUser) {
  return {
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, LC_MESSAGES: 'C', TZ: 'UTC' },
    ...(user && { uid: user.uid, gid: user.gid }),
  };
}

/** Folders in order of preference. Systems may clean up /var/tmp, so it only serves where /var/lib is read-only. */
const candidates = ['/var/lib/parley', '/var/tmp/parley-root'];

/**
 * The folder of root, accessible to every user, for files that the server's user could not access elsewhere: copies
 * of the programs, and the clusters of inaccessible data folders. Created if it is missing.
 * @throws StartupError if it cannot be created
 */
export async function sharedFolder(): Promise<string> {
  for (const folder of candidates) {
    await mkdir(folder)
      .then(() => chmod(folder, 0o755)) // regardless of the umask
      .catch(() => undefined);
    const found = await lstat(folder).catch(() => undefined);
    // Any user could have created a folder with this name and put programs into it.
    if (found?.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return folder;
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and none of ${candidates.join(', ')} can be created for its user: start as another user.`,
  );
}
