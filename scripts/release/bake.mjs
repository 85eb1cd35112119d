// `node scripts/release/bake.mjs --registry R --platform linux/amd64 --node-image NAME@sha256:… --revision COMMIT`: prints what
// `docker buildx bake` builds for one platform in a release: each image, pushed by its digest alone, with its provenance; and
// the list of its packages (CycloneDX) as built/sbom/amd64/IMAGE/sbom.cdx.json.
import { parseArgs } from 'node:util';
import { imagesOf } from './images.mjs';

const REQUIRED = ['registry', 'platform', 'node-image', 'revision'];

/** The definition for buildx, of images that are built from one base, whose digest is known. */
export function bakeOf({ registry, platform, nodeImage, revision }, images = imagesOf()) {
  if (!/@sha256:[0-9a-f]{64}$/.test(nodeImage))
    throw new Error(`--node-image ${nodeImage}: must have a digest`);
  const arch = platform.split('/')[1];
  const targets = images.flatMap(({ name, version }) => {
    const shared = {
      context: '.',
      platforms: [platform],
      args: { SERVICE: name, NODE_IMAGE: nodeImage },
    };
    const image = {
      ...shared,
      labels: {
        'org.opencontainers.image.title': `parley/${name}`,
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.revision': revision,
        'org.opencontainers.image.base.name': nodeImage.split('@')[0],
        'org.opencontainers.image.base.digest': nodeImage.split('@')[1],
      },
      attest: ['type=provenance,mode=max'],
      output: [`type=image,name=${registry}/${name},push-by-digest=true,name-canonical=true,push=true`],
    };
    const sbom = {
      ...shared,
      target: 'sbom',
      attest: ['type=provenance,disabled=true'],
      output: [`type=local,dest=built/sbom/${arch}/${name}`],
    };
    return [
      [name, image],
      [`${name}-sbom`, sbom],
    ];
  });
  return {
    group: { default: { targets: targets.map(([name]) => name) } },
    target: Object.fromEntries(targets),
  };
}

if (process.argv[1] === import.meta.filename) {
  const options = Object.fromEntries(REQUIRED.map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ options });
  const missing = REQUIRED.filter((name) => !values[name]);
  if (missing.length > 0) throw new Error(`missing: ${missing.map((name) => `--${name}`).join(', ')}`);
  console.log(JSON.stringify(bakeOf({ ...values, nodeImage: values['node-image'] }), null, 2));
}
