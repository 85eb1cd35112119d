// `npm run generate` writes asyncapi/asyncapi.json and the tables of docs/events.md from the contracts. With `-- --release` it
// also replaces the document that later versions must stay compatible with. Tests fail while the files are stale.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asyncApiDocument, withEventCatalogue } from '@parley/openapi';

const root = join(import.meta.dirname, '../..');
const document = asyncApiDocument();
const text = `${JSON.stringify(document, null, 2)}\n`;
const page = join(root, 'docs/events.md');

await mkdir(join(root, 'asyncapi'), { recursive: true });
await writeFile(join(root, 'asyncapi/asyncapi.json'), text);
if (process.argv.includes('--release')) await writeFile(join(root, 'asyncapi/released.json'), text);
await writeFile(page, withEventCatalogue(await readFile(page, 'utf8'), document));
