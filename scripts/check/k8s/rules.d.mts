export interface Document {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}
export interface Fault {
  rule: string;
  where: string;
  message: string;
}
export type Rule = (manifests: Manifests) => Iterable<readonly [where: string, message: string]>;

import type { Manifests } from './manifests.mjs';

export const RULES: Record<string, Rule>;
export function faultsOf(documents: readonly Document[], rules?: Record<string, Rule>): Fault[];
export const RULES_OF_RELEASE: Record<string, Rule>;
export const RULES_OF_APPLIED: Record<string, Rule>;
export function rulesOf(name: string): Record<string, Rule>;
