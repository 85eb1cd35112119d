import {
  type CredentialKind,
  type Principal,
  type Scope,
  type TokenRecord,
  scopesOfRole,
} from '@parley/contracts';

/**
 * The current scopes of a credential. An API key belongs to the workspace and keeps its scopes
 * regardless of its creator; any other credential acts as a user and is limited to the role of that user.
 */
export function effectiveScopes(
  kind: CredentialKind,
  scopes: readonly Scope[],
  role: Principal['role'],
): readonly Scope[] {
  if (kind === 'api_key') return scopes;
  const allowed = scopesOfRole(role);
  return scopes.filter((scope) => allowed.includes(scope));
}

/** The principal of an active record, frozen because all requests of the token share it; `null` for any other. */
export function principalOf(record: TokenRecord): Principal | null {
  const { state, principal } = record;
  if (state !== 'active' || principal === null) return null;
  const scopes = Object.freeze([...effectiveScopes(principal.kind, principal.scopes, principal.role)]);
  const { expiresAt } = record;
  return Object.freeze({ ...principal, scopes, ...(expiresAt === null ? {} : { expiresAt }) });
}
