import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { faultsOf, RULES_OF_APPLIED, type Document } from '../../scripts/check/k8s-check.mjs';
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
const faultsIn = async (path: string) => faultsOf(await renderPath(path), RULES_OF_APPLIED);

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
      // Operator commands have no pod in this overlay, but the Job has their image.
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
    const path = join(overlay, 'kustomization.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('  - images\n', ''));
    expect(pin(digestsOf('a'))).toEqual({
      code: 2,
      output: expect.stringContaining('add "- images" as the last'),
    });
  });
});

describe('scripts/check/k8s-check.mjs OVERLAY', () => {
  it('refuses the placeholders of this repository', () => {
    const { code, output } = run('scripts/check/k8s-check.mjs', overlay);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('is a placeholder') });
  });

  it('refuses the Job of another image, and says the line to write', () => {
    pin(digestsOf('first'));
    const path = join(overlay, 'images/kustomization.yaml');
    const [line = ''] = /- \{ op: .*$/m.exec(component()) ?? [];
    writeFileSync(path, component().replace(/(?<=value: migration-v[\d-]+-)[0-9a-f]{8}(?= )/, '0123abcd'));
    const { code, output } = run('scripts/check/k8s-check.mjs', overlay);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(line) });
  });

  it('accepts what has been pinned, and names the kinds that it does not know', () => {
    pin(digestsOf('first'));
    const secret = {
      apiVersion: 'bitnami.com/v1alpha1',
      kind: 'SealedSecret',
      metadata: { name: 'keys' },
    };
    writeFileSync(join(overlay, 'keys.yaml'), JSON.stringify(secret));
    const path = join(overlay, 'kustomization.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('resources:\n', 'resources:\n  - keys.yaml\n'));
    const { code, output } = run('scripts/check/k8s-check.mjs', overlay);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining('SealedSecret keys: its type'),
    });
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
    const rendered = await renderPath(join(out, `parley-${version}-ha.yaml`));
    expect(faultsOf(rendered, RULES_OF_APPLIED)).toEqual([]);
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
    expect(faultsOf(documents, RULES_OF_APPLIED)).toEqual([]);
    expect(JSON.stringify(documents)).not.toContain('localhost/');
  });

  it.each([
    ['Flux', 'flux.yaml', (spec: Spec) => [spec.path, spec.patches]],
    ['Argo CD', 'argo-cd.yaml', ({ source }: Spec) => [source?.path, source?.kustomize?.patches]],
  ])('is what the example of %s applies, with the host names of an installation', async (_, file, of) => {
    const out = join(folder, `out-${file}`);
    bundle(out);
    const examples = (await renderPath(join(root, 'k8s/examples', file))) as unknown as { spec: Spec }[];
    const [path, patches] = of(examples.at(-1)?.spec ?? {}) as [string, object[]];
    const applied = join(unpacked(out), path);
    mkdirSync(applied, { recursive: true });
    // Both tools add the patches to the kustomization of the path.
    appendFileSync(join(applied, 'kustomization.yaml'), `patches: ${JSON.stringify(patches)}\n`);
    const documents = await renderPath(applied);
    expect(faultsOf(documents, RULES_OF_APPLIED)).toEqual([]);
    const text = JSON.stringify(documents);
    expect(text).not.toContain('parley.example');
    for (const host of ['api', 'auth', 'files'])
      expect(text.split(`${host}.acme.example`).length).toBeGreaterThan(2);
  });
});

interface Spec {
  path?: string;
  patches?: object[];
  source?: { path: string; kustomize?: { patches: object[] } };
}
