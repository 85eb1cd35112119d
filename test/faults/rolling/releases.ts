import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { linkPackages } from '../../setup/link-packages.mjs';
import { changeToNextRelease } from './next-release.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
/** What a build reads. */
const SOURCES = [
  'package.json',
  'package-lock.json',
  'nest-cli.json',
  'tsconfig.base.json',
  'tsconfig.build.json',
  'openapi',
  'scripts',
  'libs',
  'apps',
  'sdks',
];
/** Taken as it is: a next release has the same pages. */
const CONSOLE = 'apps/console/dist';

/** A built tree from which processes start. */
export interface Release {
  readonly folder: string;
  remove(): Promise<void>;
}

/** This checkout, which is built before tests run. */
export const checkout: Release = { folder: root, remove: () => Promise.resolve() };

/** A copy of this checkout with the changes of a next release: see {@link changeToNextRelease}. */
export function buildNextRelease(): Promise<Release> {
  return buildChanged(changeToNextRelease);
}

/** A copy of this checkout with changes, which are made to its sources in the folder given. */
export function buildChanged(change: (folder: string) => Promise<void>): Promise<Release> {
  return buildIn(async (folder) => {
    const isSource = (path: string) => !['dist', 'node_modules'].includes(basename(path));
    for (const name of SOURCES)
      await cp(join(root, name), join(folder, name), { recursive: true, filter: isSource });
    await cp(join(root, CONSOLE), join(folder, CONSOLE), { recursive: true });
    await change(folder);
  });
}

/** Another revision of the repository, with the packages of this checkout. */
export function buildRevision(revision: string): Promise<Release> {
  return buildIn(async (folder) => {
    const archive = join(folder, 'sources.tar');
    const { stdout } = await run('git', ['ls-tree', '--name-only', revision], { cwd: root });
    const sources = SOURCES.filter((name) => stdout.split('\n').includes(name));
    await run('git', ['archive', '--output', archive, revision, ...sources], { cwd: root });
    await run('tar', ['-xf', archive, '-C', folder]);
  });
}

async function buildIn(fill: (folder: string) => Promise<void>): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-release-'));
  const release = { folder, remove: () => rm(folder, { recursive: true, force: true }) };
  try {
    await fill(folder);
    linkPackages(root, folder);
    await run('npm', ['run', 'build'], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    return release;
  } catch (error) {
    await release.remove();
    throw error;
  }
}
