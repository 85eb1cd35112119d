import type { Scope } from '@parley/contracts';
import { useSession } from '../app/session.tsx';

/** Whether the role of the user allows a scope: what the API would refuse is not offered. */
export function useCan(scope: Scope): boolean {
  return useSession().scopes.includes(scope);
}
