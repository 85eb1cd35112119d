import type { Rule } from './rules.mjs';
import type { Manifests } from './manifests.mjs';

export const twoReplicas: Rule;
export function connectionsOf(manifests: Manifests): number;
