import type { Rule } from '../k8s-check.mjs';
import type { Manifests } from './manifests.mjs';

export const twoReplicas: Rule;
export function connectionsOf(manifests: Manifests): number;
