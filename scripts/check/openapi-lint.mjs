// Lints openapi/openapi.json with the OpenAPI rules of Spectral; errors and warnings fail. Takes about 2 s.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import core from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const file = join(import.meta.dirname, '../../openapi/openapi.json');
const spectral = new core.Spectral();
spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
const found = await spectral.run(JSON.parse(await readFile(file, 'utf8')));
for (const { code, message, path } of found) console.error(`${code}: ${message} (${path.join('.')})`);
process.exitCode = found.length === 0 ? 0 : 1;
