// The images of the platform, as the manifests name them, and the name of the Job that migrates with one of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import yaml from 'js-yaml';

/** Local images have this prefix, which no public registry serves; a registry has its own host instead. */
export const LOCAL = 'localhost/parley';
/** The digest in overlays of this repository, until a release or an operator writes those of its images. */
export const PLACEHOLDER = `sha256:${'0'.repeat(64)}`;

/** What is said of a registry that is none. */
export const NO_REGISTRY = 'must be a host and a path that ends with /parley, by which our images are known';

/** Whether a text is the host of a registry, and a path whose last part says whose images they are. */
export const isRegistry = (text) =>
  /^(?:localhost:\d+|[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?)(?:\/[a-z0-9._-]+)*\/parley$/.test(text);

/** The processes that have an image, and its version, by the base of the manifests. */
export function imagesOf() {
  const path = join(import.meta.dirname, '../../k8s/base/kustomization.yaml');
  const { images } = yaml.safeLoad(readFileSync(path, 'utf8'));
  return images.map(({ name, newTag }) => ({ name: name.slice(LOCAL.length + 1), version: newTag }));
}

/** The parts of `host/path:tag@digest`. Without a host, a container runtime asks a public registry. */
export function referenceOf(image) {
  const [tagged, digest] = image.split('@');
  const [, name, tag] = /^(.*?)(?::([^:/]+))?$/.exec(tagged);
  const [first, ...path] = name.split('/');
  const isHost = path.length > 0 && (first === 'localhost' || /[.:]/.test(first));
  return { name, tag, digest, host: isHost ? first : undefined };
}

/** The process whose image of the platform this is; undefined for an image of others. */
export const processOf = (image) => /(?:^|\/)parley\/([a-z]+)(?=[:@]|$)/.exec(image)?.[1];

/** The name of the Job that migrates. A Job cannot be changed, so each version has its own, and each image of a version too. */
export function migrationName(version, digest) {
  const of = `migration-v${version.replaceAll('.', '-')}`;
  return digest === undefined ? of : `${of}-${digest.slice('sha256:'.length).slice(0, 8)}`;
}
