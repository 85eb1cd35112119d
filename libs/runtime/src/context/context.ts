import { randomUUID } from 'node:crypto';
import {
  encodeId,
  SYSTEM,
  type Actor,
  type Id,
  type Mode,
  type Principal,
  type Tenant,
} from '@parley/contracts';
import { traceIdOf, type TraceContext } from '../tracing/trace-context.ts';

/** Request context, passed from the gateway to the last query, with its trace. Plain data, because RPC sends it as JSON. */
export interface Context extends TraceContext {
  requestId: string;
  /** Epoch milliseconds after which the caller no longer waits. */
  deadline: number;
  actor: Actor;
  /** `If-Match` of an update: acceptable versions of the record; `*` is any. */
  ifMatch?: readonly string[] | undefined;
  /** Uuid of the record that the call creates, if its caller has chosen it; requests from outside never do. */
  recordId?: string | undefined;
}

/** A context for the data of one workspace in one mode; queries of such data require it. */
export interface TenantContext extends Context {
  tenant: Tenant;
  /** Absent in subscribers. */
  principal?: Principal | undefined;
  idempotency?: IdempotencyClaim | undefined;
}

/** A context for data that both modes of a workspace share, such as users and plan. */
export interface WorkspaceContext extends Context {
  tenant: { workspaceId: Id<'workspace'>; mode: null };
}

export type TenantOrWorkspaceContext = TenantContext | WorkspaceContext;

/** The `Idempotency-Key` of a request. */
export interface IdempotencyClaim {
  key: string;
  /** Keys are scoped to a credential. */
  credentialId: string;
  /** Hash of method, path and body: the reuse of a key for another request is refused. */
  fingerprint: string;
}

/** Timeout of work without a deadline from a caller. */
export const DEFAULT_DEADLINE_MS = 15_000;

/** Timeout of work that sets an installation up: no request waits for it, and a slow machine needs minutes. */
export const SETUP_TIMEOUT_MS = 3_600_000;
export const COMMAND_TIMEOUT_MS = 60_000;

/** A context for work outside a request. */
export function systemContext(options: { requestId?: string; timeoutMs?: number } = {}): Context {
  return {
    requestId: options.requestId ?? randomUUID(),
    deadline: Date.now() + (options.timeoutMs ?? DEFAULT_DEADLINE_MS),
    actor: SYSTEM,
  };
}

/** Narrows a context to a workspace, as operator commands do. */
export function inWorkspace(ctx: Context, workspaceId: Id<'workspace'>): WorkspaceContext {
  return { ...ctx, tenant: { workspaceId, mode: null } };
}

/** Narrows a context to a tenant, as subscribers do with the tenant of their event. */
export function inTenant(ctx: Context, workspaceId: Id<'workspace'>, mode: Mode): TenantContext {
  return { ...ctx, tenant: { workspaceId, mode } };
}

/** A context for work outside a request on a row, in its tenant. @param timeoutMs {@link DEFAULT_DEADLINE_MS} by default */
export function contextOfRow(row: { workspace_id: string; mode: Mode }, timeoutMs?: number): TenantContext {
  const options = timeoutMs === undefined ? {} : { timeoutMs };
  return inTenant(systemContext(options), encodeId('workspace', row.workspace_id), row.mode);
}

/** Milliseconds until the deadline; not negative. */
export function remaining(ctx: Context): number {
  return Math.max(0, ctx.deadline - Date.now());
}

/** The fields by which a log line of a request is found: its id, its trace and its workspace. */
export function logFieldsOf(ctx: Context & Partial<Pick<TenantContext, 'tenant'>>): Record<string, string> {
  const [traceId, workspaceId] = [traceIdOf(ctx), ctx.tenant?.workspaceId];
  return {
    request_id: ctx.requestId,
    ...(traceId === undefined ? {} : { trace_id: traceId }),
    ...(workspaceId === undefined ? {} : { workspace_id: workspaceId }),
  };
}
