import { type Principal, type Scope, type TokenRecord, scopesOfRole } from '@parley/contracts';

/** The current scopes: an API key keeps its own, any other credential is limited to the role of its user. */
function effectiveScopes({ type, scopes, role }: Principal): readonly Scope[] {
  if (type === 'api_key') return scopes;
  const allowed = scopesOfRole(role);
  return scopes.filter((scope) => allowed.includes(scope));
}

/** The principal of an active record, frozen because all requests of the token share it; `null` for any other. */
export function principalOf(record: TokenRecord): Principal | null {
  const { state, principal, expiresAt } = record;
  if (state !== 'active' || principal === null) return null;
  const scopes = Object.freeze([...effectiveScopes(principal)]);
  return Object.freeze({ ...principal, scopes, ...(expiresAt === null ? {} : { expiresAt }) });
}

/** Requests a minute of one user at the account console, whatever the plan. */
export const CONSOLE_LIMIT = 600;

/** The rate limit of a credential that does not count against the plan of its workspace: that of browser sessions. */
export function ownLimitOf({ type, userId }: Principal): { subject: string; limit: number } | null {
  return type === 'session' ? { subject: userId, limit: CONSOLE_LIMIT } : null;
}
