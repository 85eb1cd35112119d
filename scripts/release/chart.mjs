// `node scripts/release/chart.mjs --registry R --digests digests.json --out FOLDER`: packages charts/parley, whose values name the
// images of a release by their digests. Needs helm.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imagesOf } from './images.mjs';

function replaced(text, pattern, value, what) {
  if (!pattern.test(text)) throw new Error(`the values of the chart have no ${what}`);
  return text.replace(pattern, (_, before) => `${before}${value}`);
}

/** The values of the chart with the registry and the digests of a release. Throws an Error if there is no place for one. */
export function valuesOf(text, registry, digests) {
  const withRegistry = replaced(text, /^(image:\n(?: .*\n)*? {2}prefix: ).*$/m, registry, 'image.prefix');
  return imagesOf().reduce((values, { name }) => {
    const place = new RegExp(`^(images:\\n(?: .*\\n)*? {2}${name}:\\n(?: {4}.*\\n)*? {4}digest: ).*$`, 'm');
    return replaced(values, place, digests[name], `images.${name}.digest`);
  }, withRegistry);
}

if (process.argv[1] === import.meta.filename) {
  const options = { registry: { type: 'string' }, digests: { type: 'string' }, out: { type: 'string' } };
  const { registry, digests, out } = parseArgs({ options }).values;
  const work = mkdtempSync(join(tmpdir(), 'parley-chart-'));
  try {
    cpSync(join(import.meta.dirname, '../../charts/parley'), work, { recursive: true });
    const path = join(work, 'values.yaml');
    writeFileSync(
      path,
      valuesOf(readFileSync(path, 'utf8'), registry, JSON.parse(readFileSync(digests, 'utf8'))),
    );
    execFileSync('helm', ['package', work, '--destination', out], { stdio: 'inherit' });
  } finally {
    rmSync(work, { recursive: true });
  }
}
