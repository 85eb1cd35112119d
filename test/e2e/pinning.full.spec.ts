import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  faultsOf,
  RULES_OF_APPLIED,
  RULES_OF_RELEASE,
  type Document,
} from '../../scripts/check/k8s/rules.mjs';
import { renderPath } from '../../scripts/check/k8s/render.mjs';
import { imagesOf } from '../../scripts/release/images.mjs';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'pinning-'));
const k8s = join(folder, 'k8s');
const overlay = join(k8s, 'overlays/acme');
const REGISTRY = 'registry.acme.test/parley';
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const version = imagesOf()[0]?.version ?? '';

/** The digests of a build, in which all images are different. */
const digestsOf = (build: string): Record<string, string> =>
  Object.fromEntries(imagesOf().map(({ name }) => [name, `sha256:${sha256(`${build} ${name}`)}`]));

function run(script: string, ...args: string[]): { code: number | null; output: string } {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { code: status, output: stdout + stderr };
}

function written(digests: object): string {
  const path = join(folder, 'digests.json');
  writeFileSync(path, JSON.stringify(digests));
  return path;
}

const pin = (digests: object, registry = REGISTRY) =>
  run('scripts/release/pin.mjs', overlay, '--registry', registry, '--digests', written(digests));
const component = () => readFileSync(join(overlay, 'images/kustomization.yaml'), 'utf8');
const jobIn = (documents: Document[]) => documents.find(({ kind }) => kind === 'Job')?.metadata.name;
const faultsIn = async (path: string) => faultsOf(await renderPath(path), RULES_OF_RELEASE);

/** Changes the text of the overlay. */
function editOverlay(change: (text: string) => string): void {
  const path = join(overlay, 'kustomization.yaml');
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** Sets what an installation has to set in a copy of `ha`, and what it may. */
const setOwnNames = () =>
  editOverlay((text) =>
    text
      .replaceAll('parley.example', 'acme.test')
      .replaceAll(/parley-(files|backups)/g, 'acme-$1')
      .replaceAll(/^( *)# (?=- \{ op)/gm, '$1')
      .replaceAll(/^ {2}# (?=- target| {2}patch| {4}- \{ op)/gm, '  ')
      .replaceAll(/^# (?=configMapGenerator| {2}- \{ name)/gm, ''),
  );

/** The blocks of YAML in docs/kubernetes.md, which it shows within lists. */
const documented = [
  ...readFileSync(join(root, 'docs/kubernetes.md'), 'utf8').matchAll(/^( *)```yaml\n([^]*?)^ *```$/gm),
].map(([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));

beforeEach(() => {
  rmSync(k8s, { recursive: true, force: true });
  cpSync(join(root, 'k8s'), k8s, { recursive: true });
  cpSync(join(root, 'observability'), join(folder, 'observability'), { recursive: true });
  cpSync(join(k8s, 'overlays/ha'), overlay, { recursive: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('scripts/release/pin.mjs', () => {
  it('makes an overlay name the images of a registry by their digests, and the same again changes nothing', async () => {
    const digests = digestsOf('first');
    expect(pin(digests)).toEqual({ code: 0, output: expect.stringContaining('Wrote') });
    const once = component();
    const text = JSON.stringify(await renderPath(overlay));
    for (const [name, digest] of Object.entries(digests))
      expect(text).toContain(`"${REGISTRY}/${name}@${digest}"`);
    expect(text).not.toContain('localhost/');
    expect(await faultsIn(overlay)).toEqual([]);
    pin(digests);
    expect(component()).toBe(once);
  });

  it('gives the Job of another image of the same version another name', async () => {
    const names = [];
    for (const build of ['first', 'second']) {
      pin(digestsOf(build));
      names.push(jobIn(await renderPath(overlay)));
    }
    const of = (build: string) =>
      digestsOf(build)['operations']?.slice('sha256:'.length, 'sha256:'.length + 8);
    const prefix = `migration-v${version.replaceAll('.', '-')}`;
    expect(names).toEqual([`${prefix}-${of('first')}`, `${prefix}-${of('second')}`]);
  });

  it.each([
    ['no digests', {}, REGISTRY, 'the digests lack operations'],
    ['a digest that is none', { ...digestsOf('a'), file: 'sha256:1' }, REGISTRY, 'the digests lack file'],
    ['an image that is none', { ...digestsOf('a'), other: 'sha256:1' }, REGISTRY, 'name other'],
    ['a name of a public registry', digestsOf('a'), 'acme/parley', 'must be a host and a path'],
    ['names that the check would not know', digestsOf('a'), 'registry.acme.test/acme', 'ends with /parley'],
  ])('refuses %s, and writes nothing', (_, digests, registry, message) => {
    const before = component();
    expect(pin(digests, registry)).toEqual({ code: 2, output: expect.stringContaining(message) });
    expect(component()).toBe(before);
  });

  it('refuses an overlay that does not end with the component, and says the line', () => {
    editOverlay((text) => text.replace('  - images\n', ''));
    expect(pin(digestsOf('a'))).toEqual({
      code: 2,
      output: expect.stringContaining('add "- images" as the last'),
    });
  });

  it('refuses an overlay that takes another one, whose images have other names already', () => {
    editOverlay(() => 'resources: [../ha]\ncomponents: [images]\n');
    expect(pin(digestsOf('a'))).toEqual({
      code: 2,
      output: expect.stringContaining('../ha names its images already: copy it'),
    });
  });
});

describe('in a fresh clone', () => {
  it.each([
    ['scripts/release/pin.mjs', [], 'usage: node scripts/release/pin.mjs'],
    ['scripts/check/k8s-check.mjs', ['k8s/overlays/other'], 'k8s/overlays/other: there is no such overlay'],
  ])('%s installs and builds what it needs', (script, args, message) => {
    const clone = mkdtempSync(join(folder, 'clone-'));
    for (const path of ['k8s', 'observability', 'package.json', 'scripts'])
      cpSync(join(root, path), join(clone, path), { recursive: true });
    const [from, to] = [join(root, 'node_modules'), join(clone, 'node_modules')].map((path) =>
      JSON.stringify(path),
    );
    writeFileSync(
      join(clone, 'scripts/dev/prepare.mjs'),
      `import { symlinkSync } from 'node:fs';\nexport const prepare = async () => symlinkSync(${from}, ${to});\n`,
    );
    const env = { ...process.env, NODE_OPTIONS: '' };
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
      cwd: clone,
      env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
  });
});

describe('scripts/check/k8s-check.mjs OVERLAY', () => {
  it('refuses the placeholders of this repository, and says what to set', () => {
    const { code, output } = run('scripts/check/k8s/run.mjs', overlay);
    expect(code).toBe(1);
    const [, faults] = / rules, (\d+) faults/.exec(output) ?? [];
    expect(output.match(/ is a placeholder\b/g)).toHaveLength(Number(faults));
    for (const name of ['pin.mjs', 'https://api.parley.example', 'parley-files', 's3://parley-backups/'])
      expect(output).toContain(name);
  });

  it('refuses the Job of another image, and says the line to write', () => {
    pin(digestsOf('first'));
    const path = join(overlay, 'images/kustomization.yaml');
    const [line = ''] = /- \{ op: .*$/m.exec(component()) ?? [];
    writeFileSync(path, component().replace(/(?<=value: migration-v[\d-]+-)[0-9a-f]{8}(?= )/, '0123abcd'));
    const { code, output } = run('scripts/check/k8s/run.mjs', overlay);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(line) });
  });

  it('accepts what has been pinned and set, and names the kinds that it does not know', async () => {
    pin(digestsOf('first'));
    setOwnNames();
    const secret = {
      apiVersion: 'bitnami.com/v1alpha1',
      kind: 'SealedSecret',
      metadata: { name: 'keys' },
    };
    writeFileSync(join(overlay, 'keys.yaml'), JSON.stringify(secret));
    editOverlay((text) => text.replace('resources:\n', 'resources:\n  - keys.yaml\n'));
    const { code, output } = run('scripts/check/k8s/run.mjs', overlay);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining('SealedSecret keys: its type'),
    });
    const text = JSON.stringify(await renderPath(overlay));
    for (const own of [
      '"SLA_TARGETS":"urgent=1h',
      '"S3_ENDPOINT":"https://s3.acme.test"',
      '"release":"prometheus"',
    ])
      expect(text).toContain(own);
  });

  it('accepts another collector, and PostgreSQL outside of the cluster, as docs/kubernetes.md says', async () => {
    const [collector = '', outside = ''] = documented;
    mkdirSync(join(overlay, 'traces'));
    writeFileSync(join(overlay, 'traces/kustomization.yaml'), collector);
    writeFileSync(join(overlay, 'traces/collector.yaml'), 'exporters: { debug: {} }\n');
    pin(digestsOf('first'));
    setOwnNames();
    editOverlay((text) =>
      text
        .replaceAll(/^ {2}- .*\/(?:cloudnative-pg.*|pgbouncer)\n/gm, '')
        .replace('  - images\n', '  - traces\n  - images\n')
        .replace('patches:\n', outside),
    );
    const documents = await renderPath(overlay);
    expect(faultsOf(documents, RULES_OF_APPLIED)).toEqual([]);
    const text = JSON.stringify(documents);
    expect(text).toContain('"collector.yaml":"exporters: { debug: {} }\\n"');
    expect(text).toContain('"ipBlock":{"cidr":"10.20.0.5/32"}');
    expect(text).not.toContain('"kind":"Cluster"');
  });
});

describe('scripts/release/bundle.mjs', () => {
  const bundle = (out: string) =>
    run(
      'scripts/release/bundle.mjs',
      '--registry',
      REGISTRY,
      '--digests',
      written(digestsOf('a')),
      '--out',
      out,
    );
  const unpacked = (out: string) => {
    const target = mkdtempSync(join(folder, 'unpacked-'));
    execFileSync('tar', [
      '--extract',
      '--file',
      join(out, `parley-${version}-manifests.tar.gz`),
      '-C',
      target,
    ]);
    return target;
  };

  it('makes the same archive of the same manifests and images', () => {
    const [first, second] = ['first', 'second'].map((name) => {
      const out = join(folder, name);
      expect(bundle(out)).toEqual({ code: 0, output: '' });
      return sha256(readFileSync(join(out, `parley-${version}-manifests.tar.gz`)));
    });
    expect(first).toBe(second);
  });

  it('contains overlays that can be applied as they are, and renders each', async () => {
    const out = join(folder, 'out');
    bundle(out);
    const path = join(out, `parley-${version}-ha.yaml`);
    const rendered = await renderPath(path);
    expect(faultsOf(rendered, RULES_OF_RELEASE)).toEqual([]);
    expect(run('scripts/check/k8s/run.mjs', path).code).toBe(1);
    expect(run('scripts/check/k8s/run.mjs', '--release', path).code).toBe(0);
    expect(await renderPath(join(unpacked(out), 'k8s/overlays/ha'))).toEqual(rendered);
  });

  it('contains a base and components that overlays of others take as they are', async () => {
    const out = join(folder, 'out-parts');
    bundle(out);
    const own = join(unpacked(out), 'k8s/own');
    mkdirSync(own);
    const parts = { namespace: 'parley', resources: ['../base'], components: ['../components/operator'] };
    writeFileSync(join(own, 'kustomization.yaml'), JSON.stringify(parts));
    const documents = await renderPath(own);
    expect(faultsOf(documents, RULES_OF_RELEASE)).toEqual([]);
    expect(JSON.stringify(documents)).not.toContain('localhost/');
  });

  it.each([
    ['Flux', 'flux.yaml', (spec: Spec) => [spec.path, spec.patches]],
    ['Argo CD', 'argo-cd.yaml', ({ source }: Spec) => [source?.path, source?.kustomize?.patches]],
  ])('is what the example of %s applies, with the names of an installation', async (_, file, of) => {
    const out = join(folder, `out-${file}`);
    bundle(out);
    const examples = (await renderPath(join(root, 'k8s/examples', file))) as unknown as { spec: Spec }[];
    const [path, patches] = of(examples.at(-1)?.spec ?? {}) as [string, object[]];
    const applied = join(unpacked(out), path);
    mkdirSync(applied, { recursive: true });
    // Both tools add the patches to the kustomization of the path.
    const kustomization = join(applied, 'kustomization.yaml');
    const [given] = (await renderPath(kustomization)) as unknown as { patches: object[] }[];
    const text = JSON.stringify({ ...given, patches: [...(given?.patches ?? []), ...patches] });
    writeFileSync(kustomization, text);
    const example = new Set(faultsOf(await renderPath(applied), RULES_OF_APPLIED).map(({ where }) => where));
    expect(example).toEqual(new Set(['BASE_URL', 'AUTH_URL', 'FILES_URL', 'MAIL_URL']));
    writeFileSync(kustomization, text.replaceAll('acme.example', 'acme.test'));
    const documents = await renderPath(applied);
    expect(faultsOf(documents, RULES_OF_APPLIED)).toEqual([]);
    const left = JSON.stringify(documents).match(
      /parley\.example|parley-files|s3:..parley-|"10\.0\.0\.0\/8"}/g,
    );
    expect(left).toBeNull();
  });
});

interface Spec {
  path?: string;
  patches?: object[];
  source?: { path: string; kustomize?: { patches: object[] } };
}
