// `node scripts/check/k8s-check.mjs [--pairs=every|patching|none]`: renders k8s/ in every form, and checks each for types, policies and agreement with the
// code. Needs kubectl, but no cluster and no network.
import { parseArgs } from 'node:util';
import { hasKubectl } from './find-program.mjs';
import { ipBlocks } from './k8s/ip-blocks.mjs';
import { Manifests } from './k8s/manifests.mjs';
import { edges, upstreams } from './k8s/network.mjs';
import { connectionsOf, PLATFORM, twoReplicas } from './k8s/platform.mjs';
import { POLICIES } from './k8s/policies.mjs';
import { combinations, renderAll } from './k8s/render.mjs';
import { typeErrors } from './k8s/types.mjs';

/** Overlays in which a part that has one replica is a fault. */
const REPLICATED = ['overlay ha'];
export const RULES = { ...POLICIES, ...PLATFORM, 'ip-blocks': ipBlocks, upstreams, edges };

/** What is wrong with a rendering, except for types: `{ rule, where, message }`. */
export function faultsOf(documents, rules = RULES) {
  const manifests = new Manifests(documents);
  return Object.entries(rules).flatMap(([rule, check]) =>
    [...check(manifests)].map(([where, message]) => ({ rule, where, message })),
  );
}

async function main() {
  if (!hasKubectl()) {
    console.log('skipped kubernetes: there is no kubectl');
    return;
  }
  const started = Date.now();
  const wanted = combinations(parseArgs({ options: { pairs: { type: 'string' } } }).values.pairs);
  const rendered = Object.entries(await renderAll(wanted));
  const lines = (await typeErrors(rendered.flatMap(([, documents]) => documents))).map((fault) => ({
    ...fault,
    name: 'types',
  }));
  for (const [name, documents] of rendered) {
    const rules = REPLICATED.includes(name) ? { ...RULES, 'two-replicas': twoReplicas } : RULES;
    lines.push(...faultsOf(documents, rules).map((fault) => ({ ...fault, name })));
  }
  const byFault = new Map();
  for (const { rule, where, message, name } of lines) {
    const text = `${rule}: ${where}: ${message}`;
    byFault.set(text, [...(byFault.get(text) ?? []), name]);
  }
  for (const [text, of] of byFault) console.log(`${text} (${of.length}: ${of[0]})`);
  const of = (name) => connectionsOf(new Manifests(Object.fromEntries(rendered)[name]));
  console.log(
    `${rendered.length} renderings, ${Object.keys(RULES).length + 2} rules, ${byFault.size} faults, ` +
      `${((Date.now() - started) / 1000).toFixed(1)} s; connections: ${of('overlay dev')} in dev, ${of('overlay ha')} in ha`,
  );
  if (byFault.size > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) await main();
