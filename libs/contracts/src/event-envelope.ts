import { z } from 'zod';
import { ActorType, CredentialId } from './actor.ts';
import { CREDENTIAL_TYPES } from './context.ts';
import { string } from './documented.ts';
import type { EventDefinition } from './event.ts';
import { idOf, ID_PREFIXES } from './id.ts';
import { Mode } from './schema.ts';
import { webhookPayload } from './webhook/webhook.payload.ts';

/** The default of BUS_PREFIX, with which the names of exchanges and queues begin. */
export const DEFAULT_BUS_PREFIX = 'parley';

/** Name of the topic exchange of all events; the routing key is the event type. */
export const eventExchangeOf = (prefix: string): string => `${prefix}.events`;

/** Events are published, and consumed by the services, in this many shards by partition key. */
export const SHARDS = 16;

/** Header by which an event is routed to a work queue. Headers whose names begin with `x-` are not compared. */
export const SHARD_HEADER = 'shard';

const EXAMPLE_SUFFIX = '_01h2xcejqtf2nbrexx3vqjhp41';
const instant = z.iso.datetime({ offset: true });
const text = z.string().min(1);

/**
 * The attributes of an event on the bus: CloudEvents 1.0 with `partitionkey`, `sequence` and distributed tracing of its extensions,
 * and our own. Extensions must be scalars: hence `previous` is JSON in a string.
 */
export const envelopeAttributes = {
  specversion: z.literal('1.0').describe('Version of CloudEvents'),
  id: idOf('event').describe(
    'Id of the event, the same in every copy and in webhooks. Use it to deduplicate events',
  ),
  source: text.meta({
    description: 'Workspace and service that the event comes from',
    examples: [`/workspaces/ws${EXAMPLE_SUFFIX}/ticket`],
  }),
  type: text.describe('Event type, also the routing key'),
  subject: text.describe('Id of the record that the event is about'),
  time: instant.meta({ description: 'Time of the event', examples: ['2026-11-21T06:30:00.000Z'] }),
  recordedtime: instant.meta({
    description: 'Time of the event by the clock of the database, just before the commit',
    examples: ['2026-11-21T06:30:00.004Z'],
  }),
  datacontenttype: z.literal('application/json').describe('Media type of `data`'),
  dataschema: string('Name and version of the schema of `data`'),
  partitionkey: string(
    'Events with the same key are ordered: id of the record, or of the workspace for tags',
  ),
  sequence: string('Increases with every event of a record; compare as text', '0000000000000004711'),
  workspaceid: idOf('workspace').describe('Id of the workspace'),
  mode: Mode,
  actortype: ActorType.extract(['user', 'api_key', 'system', 'assignment']).describe(
    'Type of the actor that caused the event',
  ),
  actorid: string('Id of the user or API key; absent for the system', `user${EXAMPLE_SUFFIX}`),
  credentialid: CredentialId.describe('Id of the credential that caused the event; absent for the system'),
  credentialtype: ActorType.extract(CREDENTIAL_TYPES).describe('Type of that credential'),
  appid: idOf('app').describe('Id of the OAuth app that the credential was issued to; absent for others'),
  requestid: string(
    'Id of the request that caused the event: `X-Request-Id` of its response',
    'checkout-7f3a',
  ),
  traceparent: string(
    'W3C trace context of the request that caused the event',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  ),
  tracestate: string(
    'W3C trace state of the request that caused the event, as its caller sent it',
    'vendor=value',
  ),
  previous: string('Previous values of the changed fields, as a JSON object in a string'),
} as const;

/** The URI of the schema of an event's data, which is a name. An incompatible change needs a new event type (docs/bus.md). */
export const dataSchemaOf = ({ type }: Pick<EventDefinition, 'type'>): string => `urn:parley:event:${type}:1`;

/** The name of an attribute of an event on the bus, where names have only letters and digits. */
export const busAttributeOf = (name: string): string => name.replaceAll('_', '');

/** The {@link EventDefinition.attributes} by their names on the bus, where those without a value are absent. */
const ownAttributes = ({ attributes }: EventDefinition): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(attributes?.shape ?? {}).map(([name, schema]) => [
      busAttributeOf(name),
      schema instanceof z.ZodNullable ? string(schema.description ?? name).optional() : schema,
    ]),
  );

/** An event as the platform publishes it to the bus. */
export function eventEnvelope(event: EventDefinition) {
  const { mode, actorid, credentialid, credentialtype, appid, traceparent, tracestate, previous, ...always } =
    envelopeAttributes;
  const id = (kind: keyof typeof ID_PREFIXES) => `${ID_PREFIXES[kind]}${EXAMPLE_SUFFIX}`;
  const key = event.orderedWithin === 'workspace' ? id('workspace') : id(event.subject);
  return z.object({
    ...always,
    source: always.source.meta({ examples: [`/workspaces/${id('workspace')}/${event.service}`] }),
    type: z.literal(event.type).describe('Event type, also the routing key'),
    subject: idOf(event.subject).describe('Id of the record that the event is about'),
    dataschema: z.literal(dataSchemaOf(event)).describe('Name and version of the schema of `data`'),
    partitionkey: always.partitionkey.meta({ examples: [key] }),
    ...(event.tenancy === 'tenant' ? { mode } : {}),
    actorid: actorid.optional(),
    credentialid: credentialid.optional(),
    credentialtype: credentialtype.optional(),
    appid: appid.optional(),
    traceparent: traceparent.optional(),
    tracestate: tracestate.optional(),
    ...ownAttributes(event),
    data: event.data,
    ...('previous' in webhookPayload(event).shape
      ? { previous: previous.meta({ examples: [previousExample(event)] }).optional() }
      : {}),
  });
}

/** A former text of a record: the first field that it has of these. */
function previousExample({ data }: EventDefinition): string {
  const shape = data instanceof z.ZodObject ? data.shape : {};
  const field = ['subject', 'name', 'description', 'id'].find((name) => name in shape) ?? 'id';
  return JSON.stringify({ [field]: `The former ${field}` });
}
