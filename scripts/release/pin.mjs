// `node scripts/release/pin.mjs OVERLAY --registry registry.example.com/parley --digests digests.json`: writes the component
// OVERLAY/images, by which an overlay takes the images of this version from a registry, each by its digest, and by which the Job
// that migrates has the name of its image. Writing the same again changes nothing.
//   --digests FILE  the digest of each image, { "gateway": "sha256:…", … }: a release has such a file
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../dev/prepare.mjs';

const isMain = process.argv[1] === import.meta.filename;
// In a fresh clone nothing is installed yet. No build is needed here.
if (isMain && !existsSync(join(import.meta.dirname, '../../node_modules/js-yaml'))) await prepare();
const { default: yaml } = await import('js-yaml');
const { imagesOf, isRegistry, LOCAL, migrationName, NO_REGISTRY } = await import('./images.mjs');

const USAGE = 'usage: node scripts/release/pin.mjs OVERLAY --registry HOST/…/parley --digests FILE';
/** An error of the caller, whose message says what to do. */
export class PinError extends Error {}

/** The component of an overlay that pins the images, and the name of the Job. Throws a PinError for wrong arguments. */
function componentOf(registry, digests) {
  const images = imagesOf();
  if (!isRegistry(registry)) throw new PinError(`--registry ${registry}: ${NO_REGISTRY}`);
  const known = images.map(({ name }) => name);
  for (const name of Object.keys(digests))
    if (!known.includes(name)) throw new PinError(`the digests name ${name}, which is no image`);
  for (const name of known)
    if (!/^sha256:[0-9a-f]{64}$/.test(digests[name] ?? ''))
      throw new PinError(`the digests lack ${name}, or what they have is no sha256:… of 64 hex digits`);
  const { version } = images.find(({ name }) => name === 'operations');
  const job = migrationName(version, digests.operations);
  const lines = [
    '# Written by node scripts/release/pin.mjs.',
    'apiVersion: kustomize.config.k8s.io/v1alpha1',
    'kind: Component',
    'images:',
    ...known.flatMap((name) => [
      `  - name: ${LOCAL}/${name}`,
      `    newName: ${registry}/${name}`,
      `    digest: ${digests[name]}`,
    ]),
    'patches:',
    '  # A Job cannot be changed: with another image it has another name.',
    '  - target: { kind: Job, name: migration }',
    '    options: { allowNameChange: true }',
    '    patch: |',
    `      - { op: replace, path: /metadata/name, value: ${job} }`,
    '',
  ];
  return { component: lines.join('\n'), job };
}

/** What a folder of kustomize takes, and whether its images are pinned by a component of its own. */
function kustomizationIn(folder) {
  const path = join(folder, 'kustomization.yaml');
  const { resources = [], components = [] } = existsSync(path)
    ? yaml.safeLoad(readFileSync(path, 'utf8'))
    : {};
  return { path, resources, isPinned: normalize(components.at(-1) ?? '') === 'images' };
}

/**
 * Writes the component of an overlay, and returns the name of the Job. Throws a PinError if the overlay does not end with it, or
 * takes an overlay whose images have other names already.
 */
export function pin(overlay, registry, digests) {
  const { component, job } = componentOf(registry, digests);
  const { path, resources, isPinned } = kustomizationIn(overlay);
  if (!isPinned) throw new PinError(`${path}: add "- images" as the last of its components`);
  for (const name of resources)
    if (kustomizationIn(join(overlay, name)).isPinned)
      throw new PinError(
        `${path}: ${name} names its images already: copy it, instead of naming it as a resource`,
      );
  mkdirSync(join(overlay, 'images'), { recursive: true });
  writeFileSync(join(overlay, 'images/kustomization.yaml'), component);
  return job;
}

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { registry: { type: 'string' }, digests: { type: 'string' } },
  });
  const [overlay, ...rest] = positionals;
  if (
    overlay === undefined ||
    rest.length > 0 ||
    values.registry === undefined ||
    values.digests === undefined
  )
    throw new PinError(USAGE);
  const job = pin(overlay, values.registry, JSON.parse(readFileSync(values.digests, 'utf8')));
  console.log(`Wrote ${join(overlay, 'images/kustomization.yaml')}; the Job that migrates is ${job}`);
}

if (isMain)
  try {
    main();
  } catch (error) {
    if (!(error instanceof PinError) && !error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
    console.error(`pin: ${error.message}`);
    process.exitCode = 2;
  }
