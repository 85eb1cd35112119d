// Renders what is to be checked, and prints its faults: scripts/check/k8s-check.mjs without the build before it, for tests.
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { hasKubectl } from '../find-program.mjs';
import { Manifests } from './manifests.mjs';
import { connectionsOf } from './platform.mjs';
import { combinations, examples, renderAll, renderPath } from './render.mjs';
import { faultsOf, RULES_OF_APPLIED, RULES_OF_RELEASE, rulesOf } from './rules.mjs';
import { isTyped, nameOf, typeErrors } from './types.mjs';

/**
 * Checks renderings by their names, and prints each fault once, with the names. Returns how many there are.
 * @param typed the documents whose types are checked
 */
async function check(rendered, rules, typed) {
  const lines = (await typeErrors(typed)).map((fault) => ({ ...fault, name: 'types' }));
  for (const [name, documents] of rendered)
    lines.push(...faultsOf(documents, rules(name)).map((fault) => ({ ...fault, name })));
  const byFault = new Map();
  for (const { rule, where, message, name } of lines) {
    const text = `${rule}: ${where}: ${message}`;
    byFault.set(text, [...(byFault.get(text) ?? []), name]);
  }
  for (const [text, of] of byFault) console.log(`${text} (${of.length}: ${of[0]})`);
  if (byFault.size > 0) process.exitCode = 1;
  return byFault.size;
}

async function checkRepository(pairs) {
  const started = Date.now();
  const rendered = Object.entries(await renderAll(combinations(pairs)));
  const documents = rendered.flatMap(([, of]) => of);
  const faults = await check(rendered, rulesOf, [...documents, ...examples()]);
  const rules = new Set(rendered.flatMap(([name]) => Object.keys(rulesOf(name))));
  const of = (name) => connectionsOf(new Manifests(Object.fromEntries(rendered)[name]));
  console.log(
    `${rendered.length} renderings, ${rules.size + 1} rules, ${faults} faults, ` +
      `${((Date.now() - started) / 1000).toFixed(1)} s; connections: ${of('overlay dev')} in dev, ${of('overlay ha')} in ha`,
  );
}

async function checkPaths(paths, rules) {
  const missing = paths.filter((path) => !existsSync(path));
  for (const path of missing) console.error(`${path}: there is no such overlay or file`);
  if (missing.length > 0) process.exit(2);
  const rendered = await Promise.all(
    paths.map(async (path) => [relative(process.cwd(), path), await renderPath(path)]),
  );
  const documents = rendered.flatMap(([, of]) => of);
  for (const document of documents.filter((one) => !isTyped(one)))
    console.log(`${nameOf(document)}: its type is not known, and not checked`);
  const faults = await check(rendered, () => rules, documents.filter(isTyped));
  console.log(`${rendered.length} overlays, ${Object.keys(rules).length + 1} rules, ${faults} faults`);
}

export async function main() {
  const { values, positionals } = parseArgs({
    options: { pairs: { type: 'string' }, release: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (positionals.length > 0)
    await checkPaths(positionals, values.release ? RULES_OF_RELEASE : RULES_OF_APPLIED);
  else if (hasKubectl()) await checkRepository(values.pairs);
  else console.log('skipped kubernetes: there is no kubectl');
}

if (process.argv[1] === import.meta.filename) await main();
