// `node scripts/check/k8s-check.mjs [--pairs=every|patching|none]`: renders k8s/ in every form, and checks each for types, policies and agreement with the
// code. Needs kubectl, but no cluster and no network.
// `node scripts/check/k8s-check.mjs PATH…`: checks overlays that are about to be applied, or files of rendered manifests.
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { hasKubectl } from './find-program.mjs';
import { APPLIED, BEYOND_DEV, DEPLOYED, IMAGES, ON_ONE_MACHINE } from './k8s/images.mjs';
import { alertRules, podMonitors } from './k8s/monitoring.mjs';
import { ipBlocks } from './k8s/ip-blocks.mjs';
import { Manifests } from './k8s/manifests.mjs';
import { edges, upstreams } from './k8s/network.mjs';
import { connectionsOf, PLATFORM, twoReplicas } from './k8s/platform.mjs';
import { POLICIES } from './k8s/policies.mjs';
import { priorities } from './k8s/priorities.mjs';
import { combinations, examples, renderAll, renderPath } from './k8s/render.mjs';
import { isTyped, nameOf, typeErrors } from './k8s/types.mjs';

export const RULES = {
  ...POLICIES,
  ...PLATFORM,
  ...IMAGES,
  'ip-blocks': ipBlocks,
  upstreams,
  edges,
  priorities,
  'alert-rules': alertRules,
  'pod-monitors': podMonitors,
};
/** Rules for an overlay that is about to be applied. */
export const RULES_OF_APPLIED = { ...RULES, ...BEYOND_DEV, ...DEPLOYED, ...APPLIED };

/** The rules for a rendering of this repository, by its name. The digests in its overlays are placeholders. */
export function rulesOf(name) {
  if (name === 'overlay dev') return { ...RULES, ...ON_ONE_MACHINE };
  if (!name.startsWith('overlay ')) return { ...RULES, ...BEYOND_DEV, ...ON_ONE_MACHINE };
  const replicated = name === 'overlay ha' ? { 'two-replicas': twoReplicas } : {};
  return { ...RULES, ...BEYOND_DEV, ...DEPLOYED, ...replicated };
}

/** What is wrong with a rendering, except for types: `{ rule, where, message }`. */
export function faultsOf(documents, rules = RULES) {
  const manifests = new Manifests(documents);
  return Object.entries(rules).flatMap(([rule, check]) =>
    [...check(manifests)].map(([where, message]) => ({ rule, where, message })),
  );
}

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

async function checkPaths(paths) {
  const rendered = await Promise.all(
    paths.map(async (path) => [relative(process.cwd(), path), await renderPath(path)]),
  );
  const documents = rendered.flatMap(([, of]) => of);
  for (const document of documents.filter((one) => !isTyped(one)))
    console.log(`${nameOf(document)}: its type is not known, and not checked`);
  const faults = await check(rendered, () => RULES_OF_APPLIED, documents.filter(isTyped));
  console.log(
    `${rendered.length} overlays, ${Object.keys(RULES_OF_APPLIED).length + 1} rules, ${faults} faults`,
  );
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { pairs: { type: 'string' } },
    allowPositionals: true,
  });
  if (positionals.length > 0) await checkPaths(positionals);
  else if (hasKubectl()) await checkRepository(values.pairs);
  else console.log('skipped kubernetes: there is no kubectl');
}

if (process.argv[1] === import.meta.filename) await main();
