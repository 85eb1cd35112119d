export interface Language {
  probe: readonly [string, ...string[]];
  packages: string;
  checks: Record<string, readonly [string, ...string[]]>;
  env: Record<string, string>;
}
export const LANGUAGES: Record<'python' | 'ruby' | 'php', Language>;
export function isThere(language: Language): boolean;
export function presentLanguages(): (keyof typeof LANGUAGES)[];
