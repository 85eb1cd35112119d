import { createHash } from 'node:crypto';
import {
  idOf,
  findEventDefinition,
  type Actor,
  type EventDefinition,
  type EventOf,
  type Mode,
} from '@parley/contracts';
import { z } from 'zod';

/**
 * An event on the bus: structured CloudEvents 1.0 JSON. `type` is also the routing key. Extension attributes must be
 * scalars: hence `previous` is JSON in a string.
 */
export const Envelope = z.looseObject({
  specversion: z.literal('1.0'),
  id: idOf('event'),
  source: z.string().min(1),
  type: z.string().min(1),
  subject: z.string().min(1),
  time: z.iso.datetime({ offset: true }),
  datacontenttype: z.literal('application/json').default('application/json'),
  dataschema: z.string().optional(),
  /** Id of the aggregate: events with the same key are ordered, except after a retry. */
  partitionkey: z.string().optional(),
  sequence: z.string().default(''),
  workspaceid: idOf('workspace'),
  mode: z.enum(['live', 'test']).optional(),
  actortype: z.enum(['user', 'api_key', 'system']).default('system'),
  actorid: z.string().optional(),
  requestid: z.string().optional(),
  traceparent: z.string().optional(),
  previous: z.string().optional(),
  data: z.looseObject({ id: z.string() }),
});
export type Envelope = z.output<typeof Envelope>;

/** The envelope as the outbox stores it; the relay adds `sequence`. */
export function toEnvelope(event: {
  id: EventOf<EventDefinition>['id'];
  definition: EventDefinition;
  time: string;
  workspaceId: EventOf<EventDefinition>['workspaceId'];
  mode: Mode | null;
  actor: Actor;
  requestId: string;
  traceparent: string | undefined;
  data: { id: string };
  previous: Record<string, unknown> | null;
}): Omit<Envelope, 'sequence'> {
  return {
    specversion: '1.0',
    id: event.id,
    source: `/workspaces/${event.workspaceId}/${event.definition.service}`,
    type: event.definition.type,
    subject: event.data.id,
    time: event.time,
    datacontenttype: 'application/json',
    // CloudEvents requires an absolute URI, and a service does not know the public URL of its installation.
    dataschema: `urn:parley:event:${event.definition.type}:1`,
    partitionkey: event.data.id,
    workspaceid: event.workspaceId,
    ...(event.mode === null ? {} : { mode: event.mode }),
    actortype: event.actor.type,
    ...(event.actor.id === null ? {} : { actorid: event.actor.id }),
    requestid: event.requestId,
    ...(event.traceparent === undefined ? {} : { traceparent: event.traceparent }),
    ...(event.previous === null ? {} : { previous: JSON.stringify(event.previous) }),
    data: event.data,
  };
}

/** Padded to the 19 digits of a bigint, because CloudEvents compares sequences as text. */
export function sequenceOf(position: string): string {
  return position.padStart(19, '0');
}

/** The event for subscribers, or `undefined` for a type that this version does not know. */
export function fromEnvelope(envelope: Envelope): EventOf<EventDefinition> | undefined {
  if (findEventDefinition(envelope.type) === undefined) return undefined;
  return {
    id: envelope.id,
    type: envelope.type,
    time: envelope.time,
    workspaceId: envelope.workspaceid,
    mode: envelope.mode ?? null,
    actor: { type: envelope.actortype, id: envelope.actorid ?? null },
    sequence: envelope.sequence,
    requestId: envelope.requestid ?? null,
    traceparent: envelope.traceparent ?? null,
    data: envelope.data,
    previous:
      envelope.previous === undefined ? null : (JSON.parse(envelope.previous) as Record<string, unknown>),
  };
}

export const SHARDS = 16;

/** The shard of an aggregate. One relay at a time publishes a shard, which keeps the order of each aggregate. */
export function shardOf(subject: string): number {
  return createHash('sha1').update(subject).digest().readUInt8(0) % SHARDS;
}
