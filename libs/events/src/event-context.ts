import type { EventDefinition, EventOf } from '@parley/contracts';
import { inTenant, inWorkspace, systemContext, type TenantOrWorkspaceContext } from '@parley/runtime/context';
import { traceFields, type TraceContext } from '@parley/runtime/tracing';

/** An event of any type. */
export type AnyEvent = EventOf<EventDefinition>;

/** The trace that an event belongs to. */
export function traceOf({ traceparent, tracestate }: AnyEvent): TraceContext {
  return traceFields({ traceparent: traceparent ?? undefined, tracestate });
}

/** The context in which subscribers handle an event. */
export function contextOf(event: AnyEvent): TenantOrWorkspaceContext {
  const ctx = {
    ...systemContext(event.requestId === null ? {} : { requestId: event.requestId }),
    actor: event.actor,
    ...traceOf(event),
  };
  return event.mode === null
    ? inWorkspace(ctx, event.workspaceId)
    : inTenant(ctx, event.workspaceId, event.mode);
}
