import { z } from 'zod';
import { component, nullableString, string } from '../documented.ts';
import { reportsChange, type EventDefinition } from '../event.ts';
import { idOf } from '../id.ts';
import { Mode, Timestamp } from '../schema.ts';
import { SlaEventAttributes } from '../ticket/ticket.schema.ts';
import { ActorType, CredentialId } from '../actor.ts';
import { CREDENTIAL_TYPES } from '../context.ts';
import { ApiVersion } from './webhook.schema.ts';

const EventActor = component('EventActor', 'The user, API key or system that caused the event', {
  type: ActorType.extract(['user', 'api_key', 'system', 'assignment']),
  id: nullableString('Id of the user or API key, or null for the system', 'key_01h2xcejqtf2nbrexx3vqjhp41'),
  credential: z
    .object({
      id: CredentialId,
      type: ActorType.extract(CREDENTIAL_TYPES),
      app_id: idOf('app').nullable().describe('Id of the OAuth app that it was issued to, or null'),
    })
    .nullable()
    .describe('The credential of the request that caused the event, or null for the system'),
});

const id = idOf('event').describe(
  'Id of the event, also sent as the header `webhook-id`. Use it to deduplicate deliveries',
);

/** What every event has behind its type. */
const common = {
  api_version: ApiVersion,
  timestamp: Timestamp.describe('Time of the event'),
  workspace_id: idOf('workspace').describe('Id of the workspace'),
  mode: Mode.describe('Mode of the data: `live` or `test`'),
  actor: EventActor,
};

/** An event of any type, as the event log shows it: the body of its deliveries. */
export const LoggedEvent = component('LoggedEvent', 'An event of the last 30 days', {
  id,
  event: string('Event type', 'ticket.created'),
  ...common,
  ...SlaEventAttributes.partial().shape,
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
});
export type LoggedEvent = z.output<typeof LoggedEvent>;

/** The body of a delivery. */
export function webhookPayload(event: EventDefinition) {
  const { data, type } = event;
  return z.object({
    id,
    event: z.literal(type).describe('Event type'),
    ...common,
    ...event.attributes?.shape,
    data,
    ...(reportsChange(type) && data instanceof z.ZodObject
      ? {
          previous: data.partial().describe('Previous values of the changed fields; other fields are absent'),
        }
      : {}),
  });
}
