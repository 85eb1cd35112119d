// scripts/dev/prepare.mjs in a small project of its own: a real `npm ci`, and a build that only counts.
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const sources = join(import.meta.dirname, '..', '..', 'scripts', 'dev');

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-prepare-'));
  await mkdir(join(root, 'libs', 'one', 'src'), { recursive: true });
  await mkdir(join(root, 'apps'));
  for (const folder of ['dev', 'build']) await mkdir(join(root, 'scripts', folder), { recursive: true });
  await mkdir(join(root, 'openapi'));
  for (const name of ['prepare.mjs', 'workspaces.mjs'])
    await cp(join(sources, name), join(root, 'scripts', 'dev', name));
  const scripts = { build: 'node build.mjs' };
  const project = { name: 'small', version: '1.0.0', workspaces: ['libs/*'], scripts };
  const one = { name: 'one', version: '1.0.0' };
  const link = { resolved: 'libs/one', link: true };
  const packages = { '': project, 'libs/one': one, 'node_modules/one': link };
  await write('package.json', JSON.stringify(project));
  await write('libs/one/package.json', JSON.stringify(one));
  await write('package-lock.json', JSON.stringify({ ...project, lockfileVersion: 3, packages }));
  for (const name of ['nest-cli', 'tsconfig.base', 'tsconfig.build']) await write(`${name}.json`, '{}');
  await write('libs/one/src/index.ts', 'export {};');
  await write('build.mjs', build);
  // Inputs of the console.
  await write('scripts/build/console.mjs', '');
  await write('openapi/openapi.json', '{}');
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** Notes each build, and two at the same time. */
const build = `
  import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
  import { setTimeout as delay } from 'node:timers/promises';
  mkdirSync('building');
  await delay(100);
  mkdirSync('libs/one/dist', { recursive: true });
  appendFileSync('builds', 'x');
  rmSync('building', { recursive: true });
`;

const write = (path: string, content: string) => writeFile(join(root, path), content);
const builds = async () => (await readFile(join(root, 'builds'), 'utf8').catch(() => '')).length;

async function addToLock(more: object): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as { packages: object };
  await write('package-lock.json', JSON.stringify({ ...lock, packages: { ...lock.packages, ...more } }));
}

async function prepare(env: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; said: string }> {
  const call = `import { prepare } from './scripts/dev/prepare.mjs'; await prepare();`;
  const options = { cwd: root, env: { ...process.env, NODE_OPTIONS: '', ...env } };
  const child = spawn(process.execPath, ['--input-type=module', '-e', call], options);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

describe('prepare', () => {
  it('installs and builds a fresh clone once for two concurrent processes', async () => {
    const both = await Promise.all([prepare(), prepare()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.filter(({ said }) => said.includes('installing…'))).toHaveLength(1);
    expect(await builds()).toBe(1);
    expect(await readdir(root)).not.toContain('.prepare.lock');
    expect(await prepare()).toEqual({ code: 0, said: '' });
  });

  it('rebuilds if the content of a source file changes, not if only its time does', async () => {
    await prepare();
    await utimes(join(root, 'libs/one/src/index.ts'), new Date(), new Date());
    await write('libs/one/src/index.spec.ts', '// not built');
    await prepare();
    expect(await builds()).toBe(1);
    await write('libs/one/src/index.ts', 'export const two = 2;');
    await prepare();
    expect(await builds()).toBe(2);
    await rm(join(root, 'libs/one/dist'), { recursive: true });
    await prepare();
    expect(await builds()).toBe(3);
  });

  it('reinstalls if the lock file changes, and recognizes a manual npm install', async () => {
    await prepare();
    await rm(join(root, 'node_modules/.parley-install'));
    expect(await prepare()).toEqual({ code: 0, said: '' });
    await addToLock({ 'node_modules/missing': { version: '1.0.0' } });
    expect((await prepare()).said).toContain('installing…');
  });

  it('links a new workspace package without a reinstallation', async () => {
    await prepare();
    await mkdir(join(root, 'libs/two/dist'), { recursive: true });
    await addToLock({
      'libs/two': { version: '1.0.0' },
      'node_modules/@x/two': { resolved: 'libs/two', link: true },
    });
    expect((await prepare()).said).toBe('building…\n');
    expect(await readdir(join(root, 'node_modules/@x/two'))).toEqual(['dist']);
  });

  it('does not wait for a process that died during preparation', async () => {
    const nobody = 2 ** 30;
    await write('.prepare.lock', `${nobody} ${hostname()} x`);
    expect((await prepare()).said).not.toContain('waiting');
  });

  it('reports the failure in its last line', async () => {
    expect(await prepare({ npm_execpath: '', PATH: root })).toEqual({
      code: 1,
      said: "installing…\nnpm can't be started: spawn npm ENOENT\n",
    });
    await write('build.mjs', 'process.exit(3)');
    const { code, said } = await prepare();
    expect(code).toBe(1);
    expect(said.trim().split('\n').at(-1)).toBe(
      'The build failed with exit code 3; the lines above say why.',
    );
  });
});
