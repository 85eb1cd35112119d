// The rules of the check, by what a rendering is for.
import { APPLIED, BEYOND_DEV, DEPLOYED, IMAGES, ON_ONE_MACHINE } from './images.mjs';
import { hosts, INSTALLED } from './installation.mjs';
import { alertRules, podMonitors } from './monitoring.mjs';
import { ipBlocks } from './ip-blocks.mjs';
import { Manifests } from './manifests.mjs';
import { edges, upstreams } from './network.mjs';
import { PLATFORM, twoReplicas } from './platform.mjs';
import { POLICIES } from './policies.mjs';
import { priorities } from './priorities.mjs';

export const RULES = {
  ...POLICIES,
  ...PLATFORM,
  ...IMAGES,
  'ip-blocks': ipBlocks,
  upstreams,
  edges,
  hosts,
  priorities,
  'alert-rules': alertRules,
  'pod-monitors': podMonitors,
};
/** Rules for the manifests of a release, in which host names and buckets are those of no installation. */
export const RULES_OF_RELEASE = { ...RULES, ...BEYOND_DEV, ...DEPLOYED, ...APPLIED };
/** Rules for an overlay that is about to be applied. */
export const RULES_OF_APPLIED = { ...RULES_OF_RELEASE, ...INSTALLED };

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
