import type { EventDefinition, EventOf } from '@parley/contracts';

type Deliverable = Pick<
  EventOf<EventDefinition>,
  'id' | 'type' | 'time' | 'workspaceId' | 'mode' | 'actor' | 'data' | 'previous'
>;

/** What receivers get (decisions.md section 6), serialised once: every attempt sends and signs these bytes. */
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
