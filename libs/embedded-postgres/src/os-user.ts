import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, readFile, stat } from 'node:fs/promises';
import { StartupError } from './startup-error.ts';

/** The user as whom the server's programs run; undefined stands for the calling user. */
export interface OsUser {
  name: string;
  uid: number;
  gid: number;
}

/** Whether this process is root, as whom PostgreSQL refuses to run. */
export const isRoot = process.getuid?.() === 0;

/**
 * For root: the user to whom a new cluster shall belong. It must be in /etc/passwd, for initdb looks it up.
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

/** For root: the owner of an existing cluster, or undefined if that is root itself. */
export async function ownerOf(path: string): Promise<OsUser | undefined> {
  const { uid, gid } = await stat(path);
  return uid === 0 ? undefined : { name: String(uid), uid, gid };
}

/**
 * Whether the user can enter a folder. The kernel is asked, by trying: it knows about every ancestor, symlinks,
 * access lists and mount options, and whether root can become that user at all.
 */
export async function canEnter(user: OsUser, folder: string): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd -- "$0"', folder], user)).code === 0;
}

/**
 * Lets the server's user pass through one of our private folders on the way to its cluster: the group may enter
 * (mode 0710), not list, and only if the folder was root's alone; one that somebody has given to a group stays
 * as it is. The alternative, keeping 0700 and the cluster always elsewhere, would put the data
 * outside of the volume that an operator mounted for it. What else lies in the folder is of mode 600.
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

/** Runs a program to its end, as the given user; never rejects. */
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
 * Options to start any program of the server: in a session of its own, so that Ctrl-C in a terminal reaches only this
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
