import { ATTEMPT_HEADER, type Decoded, type Outgoing } from '@parley/bus/internal';
import { SHARD_HEADER } from '@parley/contracts';
import { z } from 'zod';
import { Envelope, partitionKeyOf, shardOf } from '../envelope.ts';

/** All headers share one frame of 128 KiB: longer values, such as `previous`, are only in the body. */
const MAX_HEADER_LENGTH = 256;

/** Encodes an event as structured CloudEvents JSON, with its attributes as headers, so that clients can filter without the body. */
export function encode(envelope: Envelope): Outgoing {
  const shard = String(shardOf(partitionKeyOf(envelope)));
  const headers: Record<string, string | number> = { [ATTEMPT_HEADER]: 1, [SHARD_HEADER]: shard };
  for (const [name, value] of Object.entries(envelope)) {
    if (name !== 'data' && typeof value === 'string' && value.length <= MAX_HEADER_LENGTH)
      headers[`cloudEvents_${name}`] = value;
  }
  return {
    body: Buffer.from(JSON.stringify(envelope)),
    options: {
      persistent: true,
      mandatory: true,
      contentType: 'application/cloudevents+json',
      messageId: envelope.id,
      type: envelope.type,
      timestamp: Math.floor(Date.parse(envelope.time) / 1_000),
      headers,
    },
  };
}

const AnyEvent = z.looseObject({ specversion: z.string(), type: z.string().min(1) });

/** Decodes a message of any publisher. It is validated only if its type is one that the service subscribes to. */
export function decode(content: Buffer, types: ReadonlySet<string>): Decoded<Envelope> {
  try {
    const json: unknown = JSON.parse(content.toString());
    const { type } = AnyEvent.parse(json);
    if (!types.has(type)) return { kind: 'unknown', type };
    const envelope = Envelope.parse(json);
    return { kind: 'event', event: envelope, key: partitionKeyOf(envelope) };
  } catch (error) {
    const cause = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    return { kind: 'invalid', cause: `not an event: ${cause}` };
  }
}
