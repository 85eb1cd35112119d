// `npm run generate` writes openapi/openapi.json from the contracts. With `-- --release` it also replaces the document that
// later versions must stay compatible with (docs/compatibility.md). A test fails while the files are stale.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '@parley/openapi';

const folder = join(import.meta.dirname, '../../openapi');
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'openapi.json'), text);
if (process.argv.includes('--release')) await writeFile(join(folder, 'released.json'), text);
