import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Actor, Principal } from '@parley/contracts';
import { type IdempotencyClaim, type TenantContext } from '@parley/runtime/context';
import { traceIdOf, type TracedWork } from '@parley/runtime/tracing';

export function contextOf(
  request: { id: string; trace: TracedWork | null },
  principal: Principal,
  timeoutMs: number,
  given: { idempotency: IdempotencyClaim | undefined; ifMatch: readonly string[] | undefined },
): TenantContext {
  return {
    requestId: request.id,
    deadline: Date.now() + timeoutMs,
    actor: actorOf(principal),
    tenant: { workspaceId: principal.workspaceId, mode: principal.mode },
    principal,
    ...(given.idempotency === undefined ? {} : { idempotency: given.idempotency }),
    ...(given.ifMatch === undefined ? {} : { ifMatch: given.ifMatch }),
    ...request.trace?.context,
  };
}

/** An API key acts for itself, every other credential as its user. */
function actorOf({ type, credentialId: id, userId, appId }: Principal): Actor {
  const credential = { id, type, app_id: appId ?? null };
  return type === 'api_key' ? { type, id, credential } : { type: 'user', id: userId, credential };
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's `X-Request-Id` if it is safe to repeat everywhere, else a new id. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** The address of the caller; empty once it has gone, when Fastify has none, whatever the type says. */
export function addressOf({ ip }: { ip: string | undefined }): string {
  return ip ?? '';
}

/** The fields by which the log lines of a request are found, before its context exists. */
export function logFieldsOf({ id, trace }: { id: string; trace: TracedWork | null }): Record<string, string> {
  const traceId = traceIdOf(trace?.context ?? {});
  return { request_id: id, ...(traceId === undefined ? {} : { trace_id: traceId }) };
}
