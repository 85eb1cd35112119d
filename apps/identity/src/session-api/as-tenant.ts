import { encodeId, scopesOfRole } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import type { ConsoleCall } from './handles-console.ts';

/** A call of the console as a request in live mode, for the handlers of operations of the API. */
export function asTenant({ ctx, session }: ConsoleCall): TenantContext {
  const tenant = { workspaceId: ctx.tenant.workspaceId, mode: 'live' } as const;
  const principal = {
    ...tenant,
    kind: 'session',
    credentialId: encodeId('session', session.id),
    userId: encodeId('user', session.user_id),
    role: session.role,
    scopes: scopesOfRole(session.role),
  } as const;
  return { ...ctx, tenant, principal };
}
