import type { Mode } from '@parley/contracts';
import { inTenant, systemContext, type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';

/** Milliseconds. A slow machine is no failure: only what hangs ends. */
const TIMEOUT_MS = 600_000;

/** The context of work in a new workspace, which nobody else uses. */
export function newTenant(mode: Mode = 'live'): TenantContext {
  return inTenant(systemContext({ timeoutMs: TIMEOUT_MS }), newId('workspace'), mode);
}
