import { normalizeScope, SCOPES, type Scope } from '@parley/contracts';

/**
 * The scopes of a `scope` parameter, in either notation, each once and in the order of the contract; `null` when one of
 * them is unknown or there is none.
 */
export function readScopes(list: string): readonly Scope[] | null {
  const asked = new Set<Scope>();
  for (const name of list.split(' ').filter((word) => word !== '')) {
    const scope = normalizeScope(name);
    if (scope === null) return null;
    asked.add(scope);
  }
  return asked.size === 0 ? null : SCOPES.filter((scope) => asked.has(scope));
}

/** Whether all of these are among those. */
export function isWithin(scopes: readonly Scope[], granted: readonly Scope[]): boolean {
  return scopes.every((scope) => granted.includes(scope));
}

export const writeScopes = (scopes: readonly Scope[]): string => scopes.join(' ');
