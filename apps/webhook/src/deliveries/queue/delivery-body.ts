import type { EventDefinition, EventOf } from '@parley/contracts';

type Deliverable = Omit<
  EventOf<EventDefinition>,
  'recordedAt' | 'sequence' | 'requestId' | 'traceparent' | 'tracestate'
>;

/** The body of all attempts: they must send and sign the same bytes. */
export function deliveryBody(event: Deliverable): Buffer {
  return Buffer.from(
    JSON.stringify({
      id: event.id,
      event: event.type,
      timestamp: new Date(event.time).toISOString(),
      workspace_id: event.workspaceId,
      mode: event.mode,
      actor: event.actor,
      data: event.data,
      ...(event.previous === null ? {} : { previous: event.previous }),
    }),
  );
}
