import { createHash } from 'node:crypto';
import {
  busAttributeOf,
  envelopeAttributes,
  findEventDefinition,
  SHARDS,
  type Actor,
  type EventDefinition,
  type EventOf,
} from '@parley/contracts';
import { z } from 'zod';

/** An event of any publisher on the bus: structured CloudEvents 1.0 JSON. `type` is also the routing key. */
export const Envelope = z.looseObject({
  ...envelopeAttributes,
  // What publishers other than the platform may leave out.
  recordedtime: envelopeAttributes.recordedtime.optional(),
  datacontenttype: envelopeAttributes.datacontenttype.default('application/json'),
  dataschema: envelopeAttributes.dataschema.optional(),
  partitionkey: envelopeAttributes.partitionkey.optional(),
  sequence: envelopeAttributes.sequence.default(''),
  mode: envelopeAttributes.mode.optional(),
  actortype: envelopeAttributes.actortype.default('system'),
  actorid: envelopeAttributes.actorid.optional(),
  credentialid: envelopeAttributes.credentialid.optional(),
  credentialtype: envelopeAttributes.credentialtype.optional(),
  appid: envelopeAttributes.appid.optional(),
  requestid: envelopeAttributes.requestid.optional(),
  traceparent: envelopeAttributes.traceparent.optional(),
  tracestate: envelopeAttributes.tracestate.optional(),
  previous: envelopeAttributes.previous.optional(),
  data: z.looseObject({ id: z.string() }),
});
export type Envelope = z.output<typeof Envelope>;

/** The event for subscribers, or `undefined` for a type that this version does not know. */
export function fromEnvelope(envelope: Envelope): EventOf<EventDefinition> | undefined {
  const definition = findEventDefinition(envelope.type);
  if (definition === undefined) return undefined;
  return {
    id: envelope.id,
    type: envelope.type,
    time: envelope.time,
    recordedAt: envelope.recordedtime ?? envelope.time,
    workspaceId: envelope.workspaceid,
    mode: envelope.mode ?? null,
    actor: { type: envelope.actortype, id: envelope.actorid ?? null, credential: credentialFrom(envelope) },
    sequence: envelope.sequence,
    requestId: envelope.requestid ?? null,
    traceparent: envelope.traceparent ?? null,
    ...(envelope.tracestate === undefined ? {} : { tracestate: envelope.tracestate }),
    data: envelope.data,
    previous:
      envelope.previous === undefined ? null : (JSON.parse(envelope.previous) as Record<string, unknown>),
    ...(definition.attributes && { attributes: attributesFrom(envelope, definition.attributes) }),
  };
}

function credentialFrom({ credentialid: id, credentialtype: type, appid }: Envelope): Actor['credential'] {
  return id === undefined || type === undefined ? null : { id, type, app_id: appid ?? null };
}

const attributesFrom = (envelope: Envelope, { shape }: NonNullable<EventDefinition['attributes']>) =>
  Object.fromEntries(
    Object.keys(shape).map((name) => [name, (envelope[busAttributeOf(name)] ?? null) as string | null]),
  );

/** Events with the same key are published and consumed in order. */
export function partitionKeyOf({
  partitionkey,
  subject,
}: Pick<Envelope, 'partitionkey' | 'subject'>): string {
  return partitionkey ?? subject;
}

/** The shard of a partition key. One relay at a time publishes a shard, which keeps the order of events with the same key. */
export function shardOf(partitionKey: string): number {
  return createHash('sha1').update(partitionKey).digest().readUInt8(0) % SHARDS;
}

const attribute = z.string().optional().catch(undefined);
const Attributes = z.object({
  id: attribute,
  type: attribute,
  workspaceid: attribute,
  mode: z.enum(['live', 'test']).optional().catch(undefined),
  time: z.iso.datetime({ offset: true }).optional().catch(undefined),
});

export function attributesOf(text: string): z.output<typeof Attributes> {
  try {
    return Attributes.catch({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
}
