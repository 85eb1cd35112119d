import { randomUUID } from 'node:crypto';
import type { Actor, Id, Mode, Principal, Tenant } from '@parley/contracts';

/** What travels with a piece of work from the edge to the last query. Plain data: it crosses RPC as JSON. */
export interface Context {
  requestId: string;
  /** Epoch milliseconds after which nobody waits for the answer. */
  deadline: number;
  actor: Actor;
  /** W3C trace context of the caller. */
  traceparent?: string | undefined;
  /** `If-Match` of a change: the versions of its record that the caller knows; `*` is any. */
  ifMatch?: readonly string[] | undefined;
}

/** A context that may touch the data of one workspace in one mode. Only with one can such data be queried. */
export interface TenantContext extends Context {
  tenant: Tenant;
  /** Absent where a subscriber works, not a request. */
  principal?: Principal | undefined;
  idempotency?: IdempotencyClaim | undefined;
}

/** A context for what both modes of a workspace share: its users, its plan. */
export interface WorkspaceContext extends Context {
  tenant: { workspaceId: Id<'workspace'>; mode: null };
}

export type ScopedContext = TenantContext | WorkspaceContext;

/** The `Idempotency-Key` of a request (decisions.md section 1). */
export interface IdempotencyClaim {
  key: string;
  /** Keys of two credentials never meet. */
  credentialId: string;
  /** Hash of method, path and body: the same key with another request is a mistake of the caller. */
  fingerprint: string;
}

/** How long a piece of work without a caller's deadline may take, in milliseconds. */
export const DEFAULT_DEADLINE_MS = 15_000;

/** A context for work that no request caused. */
export function systemContext(options: { requestId?: string; timeoutMs?: number } = {}): Context {
  return {
    requestId: options.requestId ?? randomUUID(),
    deadline: Date.now() + (options.timeoutMs ?? DEFAULT_DEADLINE_MS),
    actor: { type: 'system', id: null },
  };
}

/** Narrows a context to a workspace, as the operator's commands do. */
export function inWorkspace(ctx: Context, workspaceId: Id<'workspace'>): WorkspaceContext {
  return { ...ctx, tenant: { workspaceId, mode: null } };
}

/** Narrows a context to a tenant, as subscribers do with the tenant of their event. */
export function inTenant(ctx: Context, workspaceId: Id<'workspace'>, mode: Mode): TenantContext {
  return { ...ctx, tenant: { workspaceId, mode } };
}

/** Milliseconds until the deadline; not negative. */
export function remaining(ctx: Context): number {
  return Math.max(0, ctx.deadline - Date.now());
}
