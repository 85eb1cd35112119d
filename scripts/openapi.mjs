// Writes openapi/openapi.json from the contracts: `npm run openapi`. With `-- --release` the document also becomes the
// one that later versions must stay compatible with (docs/compatibility.md). Tests hold the files to the contracts.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@parley/openapi';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../openapi');
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'openapi.json'), text);
if (process.argv.includes('--release')) await writeFile(join(folder, 'released.json'), text);
