import { z } from 'zod';
import type { EventDefinition } from '../event.ts';
import { idOf } from '../id.ts';
import { Mode, Timestamp } from '../schema.ts';

const EventActor = z
  .object({
    type: z.enum(['user', 'api_key', 'system']).meta({ description: 'What kind of actor it was' }),
    id: z
      .string()
      .nullable()
      .meta({
        description: 'Id of the user or API key; null for the system',
        examples: ['key_01h2xcejqtf2nbrexx3vqjhp41'],
      }),
  })
  .meta({ id: 'EventActor', description: 'Who caused the event' });

/** What a delivery of an event carries (decisions.md section 6). */
export function webhookPayload(event: EventDefinition) {
  const { data, type } = event;
  return z.object({
    id: idOf('event').meta({
      description: 'The same at every delivery and attempt, also in the header webhook-id: deduplicate by it',
    }),
    event: z.literal(type).meta({ description: 'Name of the event' }),
    timestamp: Timestamp.meta({ description: 'When it happened' }),
    workspace_id: idOf('workspace').meta({ description: 'The workspace it happened in' }),
    mode: Mode.meta({ description: 'Whether it happened to live or to test data' }),
    actor: EventActor,
    data,
    ...(type.endsWith('.updated') && data instanceof z.ZodObject
      ? {
          previous: data
            .partial()
            .meta({ description: 'Old values of the fields that changed, and no others' }),
        }
      : {}),
  });
}
