import type { Mode } from '@parley/contracts';
import { inTenant, systemContext, type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';

/** The context of work in a new workspace, which nobody else uses. */
export function newTenant(mode: Mode = 'live'): TenantContext {
  return inTenant(systemContext(), newId('workspace'), mode);
}
