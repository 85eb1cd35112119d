import { normalizeScope, SCOPES, type Scope } from '@parley/contracts';

/** The scopes of a `scope` parameter, in the order of the contract; `null` if there is none or an unknown one. */
export function parseScopes(list: string): Scope[] | null {
  const requested = new Set<Scope>();
  for (const name of list.split(' ').filter((word) => word !== '')) {
    const scope = normalizeScope(name);
    if (scope === null) return null;
    requested.add(scope);
  }
  return requested.size === 0 ? null : SCOPES.filter((scope) => requested.has(scope));
}

export function isSubset(scopes: readonly Scope[], granted: readonly Scope[]): boolean {
  return scopes.every((scope) => granted.includes(scope));
}
