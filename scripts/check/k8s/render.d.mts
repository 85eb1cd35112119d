import type { Document } from './rules.mjs';

export interface Combination {
  namespace?: string;
  resources: string[];
  components: string[];
}
export function combinations(pairs?: 'every' | 'patching' | 'none'): Record<string, Combination>;
export function renderAll(
  wanted?: Record<string, Combination | undefined>,
): Promise<Record<string, Document[]>>;
export function renderPath(path: string): Promise<Document[]>;
