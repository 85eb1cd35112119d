import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { services } from '@parley/contracts';
import { linkPackages } from '../setup/link-packages.mjs';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'release-'));
const clone = join(folder, 'clone');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: clone, encoding: 'utf8' });
const read = (path: string): string => readFileSync(join(clone, path), 'utf8');
const readJson = (path: string) => JSON.parse(read(path)) as Record<string, unknown>;

function release(...args: string[]): { code: number | null; output: string } {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release/release.mjs', ...args], {
    cwd: clone,
    env,
    encoding: 'utf8',
  });
  return { code: status, output: stdout + stderr };
}

beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
  git('config', 'user.name', 'Release test');
  git('config', 'user.email', 'release@example.com');
  linkPackages(root, clone);
  // Test the script and the changelog of this checkout, committed or not.
  for (const path of ['scripts/release/release.mjs', 'CHANGELOG.md'])
    copyFileSync(join(root, path), join(clone, path));
  // Right after a release there are no entries.
  const entry = '## Unreleased\n\n- What a release is made for.\n';
  writeFileSync(join(clone, 'CHANGELOG.md'), read('CHANGELOG.md').replace('## Unreleased\n', entry));
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'test: use the script of the checkout');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run release', () => {
  it.each([
    [[], 'usage'],
    [['2'], 'usage'],
    [['v99.0.0'], 'usage'],
    [['99.0.0', '99.0.1'], 'usage'],
    [['0.0.1'], '0.0.1 is older than the current'],
    [['99.0.0', '--force'], "Unknown option '--force'"],
  ])('rejects the arguments %j', (args, message) => {
    const { code, output } = release(...args);
    expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining(message) });
  });

  it('rejects a working tree with uncommitted changes', () => {
    appendFileSync(join(clone, 'README.md'), 'change\n');
    const { code, output } = release('99.0.0');
    git('checkout', '--', 'README.md');
    expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining('uncommitted changes') });
  });

  it('changes nothing with --dry-run', () => {
    const state = () => [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')];
    const before = state();
    const { code, output } = release('99.0.0', '--dry-run');
    expect(code).toBe(0);
    const changed = ['package-lock.json', 'libs/contracts/package.json', 'openapi/released.json', 'v99.0.0'];
    for (const path of changed) expect(output).toContain(path);
    expect(state()).toEqual(before);
  });

  it('sets the version everywhere, dates the changelog, updates the released API document, commits and tags', () => {
    const current = readJson('package.json')['version'] as string;
    const unreleased = /^## Unreleased\n+([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(read('CHANGELOG.md'))?.[1];
    expect(release('99.0.0')).toEqual({ code: 0, output: expect.stringContaining('tagged v99.0.0') });

    expect(git('log', '-1', '--format=%s', 'v99.0.0').trim()).toBe('build: release 99.0.0');
    expect(git('rev-parse', 'HEAD')).toBe(git('rev-parse', 'v99.0.0^{commit}'));
    expect(git('status', '--porcelain')).toBe('');
    const manifests = git('ls-files', 'package.json', 'apps/*/package.json', 'libs/*/package.json');
    for (const path of manifests.trim().split('\n')) {
      expect({ path, version: readJson(path)['version'] }).toEqual({ path, version: '99.0.0' });
      expect(read(path)).not.toContain(`"${current}"`);
    }
    const lock = readJson('package-lock.json')['packages'] as Record<string, { version?: string }>;
    expect([lock['']?.version, lock['libs/openapi']?.version]).toEqual(['99.0.0', '99.0.0']);
    expect(readJson('openapi/released.json')).toMatchObject({ info: { version: '99.0.0' } });
    expect(read('openapi/released.json')).toBe(read('openapi/openapi.json'));
    expect(read('k8s/base/kustomization.yaml').match(/newTag: \S+/g)).toEqual(
      // The images of the services, of the gateway, and of operations.
      Array.from({ length: services.length + 2 }, () => 'newTag: 99.0.0'),
    );
    expect(read('k8s/base/migration/kustomization.yaml')).toContain('nameSuffix: -v99-0-0\n');
    expect(read('k8s/overlays/ha/images/kustomization.yaml')).toContain(
      'value: migration-v99-0-0-00000000 }',
    );
    expect(read('charts/parley/Chart.yaml').match(/^(?:v|appV)ersion: .*$/gm)).toEqual([
      'version: 99.0.0',
      'appVersion: 99.0.0',
    ]);
    expect(read('k8s/examples/flux.yaml')).toContain('tag: 99.0.0\n');
    expect(read('k8s/examples/argo-cd.yaml')).toContain('targetRevision: 99.0.0\n');
    const today = new Date().toISOString().slice(0, 10);
    expect(read('CHANGELOG.md')).toContain(`## Unreleased\n\n## 99.0.0 (${today})\n\n${unreleased}`);
  });

  it('rejects a version that is tagged, and a release without changelog entries', () => {
    expect(release('99.0.0')).toEqual({ code: 2, output: expect.stringContaining('the tag v99.0.0 exists') });
    expect(release('99.0.1')).toEqual({
      code: 2,
      output: expect.stringContaining('CHANGELOG.md has no entries'),
    });
  });
});
