// `node scripts/release/bundle.mjs --registry R --digests digests.json --out FOLDER`: makes what a release has for clusters. The
// archive of the manifests, whose overlays name the images by their digests, which Argo CD and Flux take from a registry; and
// each overlay rendered, for `kubectl apply`. The same input makes the same bytes.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { imagesOf } from './images.mjs';
import { pin } from './pin.mjs';

const manifests = join(import.meta.dirname, '../../k8s');
/** What is for one machine, whose images are in no registry, and what is about other repositories than this. */
const LEFT_OUT = ['overlays/dev', 'examples'];
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

/** Writes the archive and the rendered overlays below `out`. Throws a PinError for wrong digests. */
export function bundle(registry, digests, out) {
  const [{ version }] = imagesOf();
  const work = mkdtempSync(join(tmpdir(), 'parley-bundle-'));
  try {
    cpSync(manifests, work, {
      recursive: true,
      filter: (path) => !LEFT_OUT.some((name) => path === join(manifests, name)),
    });
    mkdirSync(out, { recursive: true });
    for (const name of readdirSync(join(work, 'overlays'))) {
      const overlay = join(work, 'overlays', name);
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
