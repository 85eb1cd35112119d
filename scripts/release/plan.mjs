// `node scripts/release/plan.mjs --registry R --tag v0.1.0`: refuses to release something else than the tag says, and prints the
// outputs of the first job of the release workflow: version, images, the host of the registry, and the base of the images.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imagesOf, isRegistry, NO_REGISTRY } from './images.mjs';

const root = join(import.meta.dirname, '../..');
const { registry = '', tag } = parseArgs({
  options: { registry: { type: 'string' }, tag: { type: 'string' } },
}).values;

/** The version of this checkout. Throws an Error if the tag or an image is of another one. */
function versionOf(images) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (tag !== `v${version}`) throw new Error(`the tag ${tag} is not that of version ${version}`);
  for (const image of images)
    if (image.version !== version)
      throw new Error(`k8s/base names version ${image.version} of ${image.name}`);
  return version;
}

if (!isRegistry(registry))
  throw new Error(`the variable REGISTRY of the repository ${NO_REGISTRY}: ${registry}`);
const images = imagesOf();
const [, nodeImage] = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'));
const outputs = {
  version: versionOf(images),
  images: JSON.stringify(images.map(({ name }) => name)),
  host: registry.split('/')[0],
  'node-image': nodeImage,
};
for (const [name, value] of Object.entries(outputs)) console.log(`${name}=${value}`);
