// `node scripts/release/bundle.mjs --registry R --digests digests.json --out FOLDER`: makes what a release has for clusters. The
// archive of the manifests, which name the images by their digests, for Argo CD and Flux; and each overlay rendered, for
// `kubectl apply`. The same input makes the same bytes.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { imagesOf, LOCAL, migrationName } from './images.mjs';
import { pin } from './pin.mjs';

const root = join(import.meta.dirname, '../..');
/** The manifests, and what they take from beside their folder. */
const CONTENT = ['k8s', 'observability'];
/** What is for one machine, whose images are in no registry, and what is about other repositories than this. */
const LEFT_OUT = ['k8s/overlays/dev', 'k8s/examples'];
const MAX_BYTES = 64e6;

/** A tar archive of a folder, in which order, owners and times are always the same. */
function archive(folder) {
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mtime=@0',
    '--mode=u=rwX,go=rX',
  ];
  const tar = execFileSync('tar', ['--create', '--format=ustar', ...same, '--directory', folder, '.'], {
    maxBuffer: MAX_BYTES,
  });
  return gzipSync(tar, { level: 9 });
}

/** Pins the images of a folder of the manifests, so that overlays of others which take it need not do that. */
function pinFolder(folder, registry, digests) {
  const path = join(folder, 'kustomization.yaml');
  const pinned = readFileSync(path, 'utf8').replace(
    /\{ name: localhost\/parley\/([a-z]+), newTag: [\d.]+ \}/g,
    (_, name) => `{ name: ${LOCAL}/${name}, newName: ${registry}/${name}, digest: ${digests[name]} }`,
  );
  writeFileSync(path, pinned);
}

/** Writes the archive and the rendered overlays below `out`. Throws a PinError for wrong digests. */
export function bundle(registry, digests, out) {
  const [{ version }] = imagesOf();
  const work = mkdtempSync(join(tmpdir(), 'parley-bundle-'));
  const k8s = join(work, 'k8s');
  try {
    for (const name of CONTENT)
      cpSync(join(root, name), join(work, name), {
        recursive: true,
        filter: (path) => !LEFT_OUT.some((one) => path === join(root, one)),
      });
    mkdirSync(out, { recursive: true });
    const components = readdirSync(join(k8s, 'components')).map((name) => `components/${name}`);
    for (const folder of ['base', ...components]) pinFolder(join(k8s, folder), registry, digests);
    const migration = join(k8s, 'base/migration/kustomization.yaml');
    const suffix = migrationName(version, digests.operations).slice('migration'.length);
    writeFileSync(migration, readFileSync(migration, 'utf8').replace(/(?<=^nameSuffix: ).*$/m, suffix));
    for (const name of readdirSync(join(k8s, 'overlays'))) {
      const overlay = join(k8s, 'overlays', name);
      pin(overlay, registry, digests);
      const rendered = execFileSync('kubectl', ['kustomize', overlay], { maxBuffer: MAX_BYTES });
      writeFileSync(join(out, `parley-${version}-${name}.yaml`), rendered);
    }
    writeFileSync(join(out, `parley-${version}-manifests.tar.gz`), archive(work));
  } finally {
    rmSync(work, { recursive: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const options = { registry: { type: 'string' }, digests: { type: 'string' }, out: { type: 'string' } };
  const { registry, digests, out } = parseArgs({ options }).values;
  if (!registry || !digests || !out)
    throw new Error('usage: node scripts/release/bundle.mjs --registry R --digests FILE --out FOLDER');
  bundle(registry, JSON.parse(readFileSync(digests, 'utf8')), out);
}
