// Where the images of a rendering come from, and which version they are.
import { LOCAL, migrationName, PLACEHOLDER, processOf, referenceOf } from '../../release/images.mjs';
import { isExample } from './installation.mjs';
import { version } from './settings.mjs';
import { nameOf } from './types.mjs';

/** Images by whether they are ours, with where they are. */
const imagesIn = (manifests, ours) =>
  manifests.containers
    .filter(({ container }) => container.image !== undefined)
    .map(({ where, container }) => ({ where, image: container.image, ...referenceOf(container.image) }))
    .filter(({ image }) => (processOf(image) !== undefined) === ours);

/** An image that was built on this machine has a name that no registry serves. */
function* localImages(manifests) {
  for (const { where, image, host } of imagesIn(manifests, true))
    if (host !== 'localhost')
      yield [where, `its image ${image} may come from a public registry: name it ${LOCAL}/…`];
}

/** An image that is deployed comes from a known registry, and stays the same. */
function* pinnedImages(manifests) {
  for (const { where, image, host, digest } of imagesIn(manifests, true))
    if (host === undefined || host === 'localhost' || !/^sha256:[0-9a-f]{64}$/.test(digest))
      yield [where, `its image ${image} has no registry or no digest (node scripts/release/pin.mjs)`];
  for (const { document, image, labels } of manifests.workloads)
    if (labels['app.kubernetes.io/part-of'] === 'parley' && image === undefined)
      yield [
        nameOf(document),
        'its image is none of the platform, whose names end with parley/ and the service',
      ];
}

/** Names and digests that an overlay of this repository has instead of real ones. */
function* placeholders(manifests) {
  for (const { where, image, host, digest } of imagesIn(manifests, true))
    if (digest === PLACEHOLDER || isExample(host))
      yield [where, `its image ${image} is a placeholder (node scripts/release/pin.mjs)`];
}

/** An image of others is named in full, and its version does not change with a minor release. */
function* otherImages(manifests) {
  for (const { where, image, host, tag, digest } of imagesIn(manifests, false))
    if (host === undefined || (digest === undefined && !/^v?\d+\.\d+/.test(tag)))
      yield [where, `its image ${image} has no registry, or no version with a minor number`];
}

/** In the chart, the name of the Job ends with a hash of all that it runs. */
const isOfChart = ({ metadata }) => metadata.labels?.['app.kubernetes.io/managed-by'] === 'Helm';

/** The images of all processes are of this release, and the Job has the name of the image with which it migrates. */
function* release(manifests) {
  for (const { where, tag, digest } of imagesIn(manifests, true))
    if (tag === undefined ? digest === undefined : tag !== version)
      yield [where, `its image is not of version ${version}`];
  const jobs = manifests.workloads.filter(({ labels }) => labels['parley/role'] === 'migration');
  if (jobs.length === 0) yield ['Job migration', 'there is none'];
  for (const { document, containers } of jobs) {
    const { digest } = referenceOf(containers[0].image);
    const name = migrationName(version, digest);
    const given = document.metadata.name;
    if (isOfChart(document) ? given.replace(/-[0-9a-f]{8}$/, '') === migrationName(version) : given === name)
      continue;
    yield [
      nameOf(document),
      digest === PLACEHOLDER
        ? 'it has the name of another image (node scripts/release/pin.mjs)'
        : 'it has the name of another image, and a Job cannot be changed: patch it with ' +
          `- { op: replace, path: /metadata/name, value: ${name} }`,
    ];
  }
}

/** Of each rendering. */
export const IMAGES = { release };
/** Of what is made for one machine: the base, components, and the overlay dev. */
export const ON_ONE_MACHINE = { 'local-image': localImages };
/** Of each rendering but the overlay dev. */
export const BEYOND_DEV = { 'other-image': otherImages };
/** Of overlays of production. */
export const DEPLOYED = { 'pinned-image': pinnedImages };
/** Of an overlay that is about to be applied. */
export const APPLIED = { placeholder: placeholders };
