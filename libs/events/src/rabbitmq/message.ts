import { SHARD_HEADER } from '@parley/contracts';
import type { Message, Options } from 'amqplib';
import { z } from 'zod';
import { Envelope, partitionKeyOf, shardOf } from '../envelope.ts';

const ATTEMPT = 'x-attempt';
const CAUSE = 'x-cause';
/** When a service first received this event of a type that it does not know, in epoch milliseconds. */
const UNKNOWN_SINCE = 'x-unknown-since';
/** All headers share one frame of 128 KiB: longer values, such as `previous`, are only in the body. */
const MAX_HEADER_LENGTH = 256;

export interface Outgoing {
  body: Buffer;
  options: Options.Publish & { messageId: string };
}

/** Encodes an event as structured CloudEvents JSON, with its attributes as headers, so that clients can filter without the body. */
export function encode(envelope: Envelope): Outgoing {
  const shard = String(shardOf(partitionKeyOf(envelope)));
  const headers: Record<string, string | number> = { [ATTEMPT]: 1, [SHARD_HEADER]: shard };
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

/** What a message carries into a retry queue or, with a cause, into the dead-letter queue. */
export interface Republication {
  attempt: number;
  unknownSince?: number;
  cause?: string;
}

/** The message with the same body, id and shard for another queue. */
export function republished(message: Message, change: Republication): Outgoing {
  const { properties } = message;
  // Without the broker's own x-death headers, which it uses to detect and drop cycles.
  const kept = Object.entries(properties.headers ?? {}).filter(([name]) => !/^x-(first-)?death/.test(name));
  return {
    body: message.content,
    options: {
      persistent: true,
      mandatory: true,
      contentType: text(properties.contentType) ?? 'application/octet-stream',
      messageId: text(properties.messageId) ?? `unnamed-${message.fields.deliveryTag}`,
      type: text(properties.type) ?? '',
      headers: {
        ...(Object.fromEntries(kept) as Record<string, unknown>),
        [ATTEMPT]: change.attempt,
        ...(change.unknownSince === undefined ? {} : { [UNKNOWN_SINCE]: change.unknownSince }),
        ...(change.cause === undefined ? {} : { [CAUSE]: change.cause.slice(0, 4_000) }),
      },
    },
  };
}

export function attemptOf(message: Message): number {
  const attempt: unknown = message.properties.headers?.[ATTEMPT];
  return typeof attempt === 'number' && attempt >= 1 ? Math.floor(attempt) : 1;
}

export function unknownSince(message: Message): number {
  const since: unknown = message.properties.headers?.[UNKNOWN_SINCE];
  return typeof since === 'number' ? since : Date.now();
}

export function causeOf(message: Message): string {
  const cause: unknown = message.properties.headers?.[CAUSE];
  if (typeof cause === 'string') return cause;
  const reason: unknown = message.properties.headers?.['x-first-death-reason'];
  return reason === 'delivery_limit'
    ? 'delivery limit reached: the process ended, or lost its connection, at each delivery'
    : `dead-lettered by the broker: ${String(reason)}`;
}

/** The body as text that PostgreSQL can store. */
export function bodyText(message: Message): string {
  const body = message.content.toString();
  const isText = Buffer.from(body).equals(message.content) && !body.includes('\0');
  return isText ? body : `base64:${message.content.toString('base64')}`;
}

export type Decoded =
  | { kind: 'event'; envelope: Envelope; key: string }
  /** A type that this version of the service does not subscribe to, although its queue is bound to it. */
  | { kind: 'unknown'; type: string }
  | { kind: 'invalid'; cause: string };

const AnyEvent = z.looseObject({ specversion: z.string(), type: z.string().min(1) });

/** Decodes a message of any publisher. It is validated only if its type is one that the service subscribes to. */
export function decode(content: Buffer, types: ReadonlySet<string>): Decoded {
  try {
    const json: unknown = JSON.parse(content.toString());
    const { type } = AnyEvent.parse(json);
    if (!types.has(type)) return { kind: 'unknown', type };
    const envelope = Envelope.parse(json);
    return { kind: 'event', envelope, key: partitionKeyOf(envelope) };
  } catch (error) {
    const cause = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    return { kind: 'invalid', cause: `not an event: ${cause}` };
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
