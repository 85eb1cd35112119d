// `node scripts/release/indexes.mjs --registry R FILE…`: joins the images that buildx pushed for each platform, of which a FILE
// each is the metadata (`docker buildx bake --metadata-file`), to one image with the version as its tag. Prints the digests.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imagesOf } from './images.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The digests of an image in the metadata of each platform. Throws an Error if one lacks the image. */
function sourcesOf(name, files) {
  return files.map((path) => {
    const digest = readJson(path)[name]?.['containerimage.digest'];
    if (digest === undefined) throw new Error(`${path} has no digest of ${name}`);
    return digest;
  });
}

/** Pushes the index of an image, and returns its digest. */
function push(registry, { name, version }, digests, metadata) {
  const image = `${registry}/${name}`;
  const sources = digests.map((digest) => `${image}@${digest}`);
  const args = [
    'imagetools',
    'create',
    '--tag',
    `${image}:${version}`,
    '--metadata-file',
    metadata,
    ...sources,
  ];
  execFileSync('docker', ['buildx', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  return readJson(metadata)['containerimage.descriptor'].digest;
}

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { registry: { type: 'string' } },
});
if (!values.registry || files.length === 0)
  throw new Error('usage: node scripts/release/indexes.mjs --registry R FILE…');
const folder = mkdtempSync(join(tmpdir(), 'parley-indexes-'));
try {
  const images = imagesOf().map((image) => ({ ...image, sources: sourcesOf(image.name, files) }));
  const digests = images.map((image) => [
    image.name,
    push(values.registry, image, image.sources, join(folder, `${image.name}.json`)),
  ]);
  console.log(JSON.stringify(Object.fromEntries(digests), null, 2));
} finally {
  rmSync(folder, { recursive: true });
}
