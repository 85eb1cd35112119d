// `node scripts/release/notes.mjs --registry R --digests digests.json --node-image NAME@sha256:…`: prints the notes of a release:
// what the changelog says of its version, from which base its images were built, and what they are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imagesOf } from './images.mjs';

/** What the changelog says of a version. Throws an Error if that is nothing. */
export function changesOf(changelog, version) {
  const section = changelog.split(/^## /m).find((one) => one.startsWith(`${version} (`));
  if (section === undefined) throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return section.slice(section.indexOf('\n')).trim();
}

/** The notes of a release, in Markdown. */
export function notesOf(changelog, { registry, digests, nodeImage }) {
  const images = imagesOf();
  return [
    changesOf(changelog, images[0].version),
    '',
    '## Images',
    '',
    `Built from \`${nodeImage}\`, for linux/amd64 and linux/arm64. \`digests.json\` is for \`scripts/release/pin.mjs\`.`,
    '',
    ...images.map(({ name }) => `- \`${registry}/${name}@${digests[name]}\``),
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const options = {
    registry: { type: 'string' },
    digests: { type: 'string' },
    'node-image': { type: 'string' },
  };
  const { registry, digests, 'node-image': nodeImage } = parseArgs({ options }).values;
  if (!registry || !digests || !nodeImage)
    throw new Error('usage: node scripts/release/notes.mjs --registry R --digests FILE --node-image IMAGE');
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  console.log(
    notesOf(changelog, { registry, digests: JSON.parse(readFileSync(digests, 'utf8')), nodeImage }),
  );
}
