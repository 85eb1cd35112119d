import { z } from 'zod';
import { reportsChange, type EventDefinition } from '../event.ts';
import { idOf } from '../id.ts';
import { Mode, nullableString, Timestamp } from '../schema.ts';

const EventActor = z
  .object({
    type: z.enum(['user', 'api_key', 'system']).meta({ description: 'Type of the actor' }),
    id: nullableString('Id of the user or API key, or null for the system', 'key_01h2xcejqtf2nbrexx3vqjhp41'),
  })
  .meta({ id: 'EventActor', description: 'The user, API key or system that caused the event' });

const id = idOf('event').meta({
  description: 'Id of the event, also sent as the header `webhook-id`. Use it to deduplicate deliveries',
});

/** What every event has behind its type. */
const common = {
  timestamp: Timestamp.meta({ description: 'Time of the event' }),
  workspace_id: idOf('workspace').meta({ description: 'Id of the workspace' }),
  mode: Mode.meta({ description: 'Mode of the data: `live` or `test`' }),
  actor: EventActor,
};

/** An event of any type, as the event log shows it: the body of its deliveries. */
export const LoggedEvent = z
  .object({
    id,
    event: z.string().meta({ description: 'Event type', examples: ['ticket.created'] }),
    ...common,
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'The record as it was after the change, in the form in which webhooks of this event type receive it',
      examples: [{ id: 'ticket_01h2xcejqtf2nbrexx3vqjhp41', subject: 'Printer is on fire' }],
    }),
    previous: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description: 'Previous values of the changed fields, for events that report a change',
        examples: [{ status: 'open' }],
      }),
  })
  .meta({ id: 'LoggedEvent', description: 'An event of the last 30 days' });
export type LoggedEvent = z.output<typeof LoggedEvent>;

/** The body of a delivery. */
export function webhookPayload(event: EventDefinition) {
  const { data, type } = event;
  return z.object({
    id,
    event: z.literal(type).meta({ description: 'Event type' }),
    ...common,
    data,
    ...(reportsChange(type) && data instanceof z.ZodObject
      ? {
          previous: data
            .partial()
            .meta({ description: 'Previous values of the changed fields; other fields are absent' }),
        }
      : {}),
  });
}
