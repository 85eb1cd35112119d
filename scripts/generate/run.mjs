// `npm run generate [-- NAME…] [--release]`: writes what derives from the sources, everything or only what is named.
// With --release, the documents that later versions must stay compatible with are replaced too.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The list of dependencies is written only by name, because it asks the registry for the dates of releases. */
const ALL = ['openapi', 'asyncapi', 'guides', 'configuration', 'prometheus-rule', 'helm'];

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
for (const name of names.length > 0 ? names : ALL)
  execFileSync(process.execPath, [join(import.meta.dirname, `${name}.mjs`), ...flags], { stdio: 'inherit' });
