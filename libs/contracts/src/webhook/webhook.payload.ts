import { z } from 'zod';
import type { EventDefinition } from '../event.ts';
import { idOf } from '../id.ts';
import { Mode, nullableString, Timestamp } from '../schema.ts';

const EventActor = z
  .object({
    type: z.enum(['user', 'api_key', 'system']).meta({ description: 'Type of the actor' }),
    id: nullableString('Id of the user or API key, or null for the system', 'key_01h2xcejqtf2nbrexx3vqjhp41'),
  })
  .meta({ id: 'EventActor', description: 'The user, API key or system that caused the event' });

/** The body of a delivery. */
export function webhookPayload(event: EventDefinition) {
  const { data, type } = event;
  return z.object({
    id: idOf('event').meta({
      description: 'Id of the event, also sent as the header `webhook-id`. Use it to deduplicate deliveries',
    }),
    event: z.literal(type).meta({ description: 'Event type' }),
    timestamp: Timestamp.meta({ description: 'Time of the event' }),
    workspace_id: idOf('workspace').meta({ description: 'Id of the workspace' }),
    mode: Mode.meta({ description: 'Mode of the data: `live` or `test`' }),
    actor: EventActor,
    data,
    ...(type.endsWith('.updated') && data instanceof z.ZodObject
      ? {
          previous: data
            .partial()
            .meta({ description: 'Previous values of the changed fields; other fields are absent' }),
        }
      : {}),
  });
}
