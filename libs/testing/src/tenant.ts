import type { Mode } from '@parley/contracts';
import { inTenant, newId, systemContext, type TenantContext } from '@parley/kernel';

/** The context of work in a new workspace, which nobody else uses. */
export function newTenant(mode: Mode = 'live'): TenantContext {
  return inTenant(systemContext(), newId('workspace'), mode);
}
