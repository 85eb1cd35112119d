import { SCOPES, type Id } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';

/** The context of a request by an agent: messages are written by somebody. */
export function asAgent(ctx: TenantContext, userId: Id<'user'>): TenantContext {
  const { workspaceId, mode } = ctx.tenant;
  const principal = { kind: 'api_key', credentialId: 'demo', userId, role: 'agent', scopes: SCOPES } as const;
  return { ...ctx, principal: { ...principal, workspaceId, mode } };
}
