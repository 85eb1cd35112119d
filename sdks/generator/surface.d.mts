import type { Model } from './model.mjs';

export interface Change {
  where: string;
  what: string;
  isBreaking: boolean;
}
export function changesBetween(before: Model, after: Model): Change[];
export function told(change: Change, libraries?: readonly string[]): string;
