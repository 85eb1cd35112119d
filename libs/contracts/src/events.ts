import type { EventDefinition, TenantEvent } from './event.ts';
import * as definitions from './event-definitions.ts';

/** Every event. An event is registered by exporting it from its resource's file. */
export const events: readonly EventDefinition[] = Object.values<EventDefinition>(definitions);

/** The events on the bus. A test event is sent to the tested webhook alone. */
export const busEvents: readonly EventDefinition[] = events.filter(
  ({ type }) => type !== definitions.webhookTest.type,
);

/** The events that integrations can subscribe to. */
export const webhookEvents: readonly TenantEvent[] = events.filter(
  (event): event is TenantEvent => event.audience === 'webhook',
);

export const webhookEventTypes: readonly string[] = webhookEvents.map((event) => event.type);

const byType = new Map(events.map((event) => [event.type, event]));

export function findEventDefinition(type: string): EventDefinition | undefined {
  return byType.get(type);
}
