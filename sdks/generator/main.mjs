// `npm run sdks [-- LANGUAGE…] [--check]`: writes the generated part of the client libraries from the API document. With --check it
// writes nothing, names the files that are out of date and fails.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { modelOf } from './model.mjs';

/** Each has a module here with `folders`, those of the library that hold nothing else, and `generate(model)`. */
export const LANGUAGES = ['node', 'python', 'ruby', 'php', 'bus', 'bus-python', 'samples'];

const sdks = join(import.meta.dirname, '..');
const readJson = async (...path) => JSON.parse(await readFile(join(sdks, ...path), 'utf8'));

/** The model of the document in the repository, and the names with those that it adds. */
export async function currentModel() {
  const names = await readJson('names.json');
  const document = await readJson('..', 'openapi', 'openapi.json');
  const model = modelOf(document, await readJson('..', 'openapi', 'released.json'), names);
  return { model, names };
}

/** @returns {Promise<string[]>} of the files below a folder, from the root of the libraries */
async function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // What Python compiles is not ours.
  return entries
    .filter((one) => one.isFile() && !one.parentPath.endsWith('__pycache__'))
    .map((one) => relative(sdks, join(one.parentPath, one.name)));
}

/** What has to be there: text by path; and what is there besides. */
async function outputOf(languages) {
  const { model, names } = await currentModel();
  const texts = new Map([['names.json', `${JSON.stringify(names, null, 2)}\n`]]);
  const stale = [];
  for (const language of languages) {
    const { folders, generate } = await import(`./${language}.mjs`);
    for (const [path, text] of Object.entries(await generate(model))) texts.set(join(language, path), text);
    for (const folder of folders)
      stale.push(...(await filesBelow(join(sdks, language, folder))).filter((path) => !texts.has(path)));
  }
  return { texts, stale };
}

async function main() {
  const isCheck = process.argv.includes('--check');
  const named = process.argv.slice(2).filter((argument) => argument !== '--check');
  const { texts, stale } = await outputOf(named.length > 0 ? named : LANGUAGES);
  const changed = [];
  for (const [path, text] of texts) {
    const file = join(sdks, path);
    const current = await readFile(file, 'utf8').catch(() => undefined);
    if (current === text) continue;
    changed.push(path);
    if (isCheck) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  if (!isCheck) {
    for (const path of stale) await rm(join(sdks, path));
    return;
  }
  for (const path of [...changed, ...stale])
    console.error(`sdks/${path} is not what the API document gives: npm run sdks`);
  if (changed.length + stale.length > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) await main();
