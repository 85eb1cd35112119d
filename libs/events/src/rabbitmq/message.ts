import type { ConsumeMessage, Options } from 'amqplib';
import { z } from 'zod';
import { Envelope } from '../envelope.ts';

/** Number of this delivery as counted by the bus, from 1. */
const ATTEMPT = 'x-attempt';
const CAUSE = 'x-cause';
/** All headers share one frame of 128 KiB: longer values, such as `previous`, are only in the body. */
const MAX_HEADER_LENGTH = 256;

export interface Outgoing {
  body: Buffer;
  options: Options.Publish & { messageId: string };
}

/**
 * Encodes an event as structured CloudEvents JSON. The attributes are repeated as headers, with the names of the
 * CloudEvents AMQP binding, so that clients can route and filter without parsing the body.
 */
export function encode(envelope: Envelope): Outgoing {
  const headers: Record<string, string | number> = { [ATTEMPT]: 1 };
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

/** The message with the same body and id for a retry queue or, with a cause, for the dead-letter queue. */
export function republished(message: ConsumeMessage, change: { attempt: number; cause?: string }): Outgoing {
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
        ...(change.cause === undefined ? {} : { [CAUSE]: change.cause.slice(0, 4_000) }),
      },
    },
  };
}

export function attemptOf(message: ConsumeMessage): number {
  const attempt: unknown = message.properties.headers?.[ATTEMPT];
  return typeof attempt === 'number' && attempt >= 1 ? Math.floor(attempt) : 1;
}

/** Why a message was dead-lettered. */
export function causeOf(message: ConsumeMessage): string {
  const cause: unknown = message.properties.headers?.[CAUSE];
  if (typeof cause === 'string') return cause;
  const reason: unknown = message.properties.headers?.['x-first-death-reason'];
  return reason === 'delivery_limit'
    ? 'delivery limit reached: the process ended, or lost its connection, at each delivery'
    : `dead-lettered by the broker: ${String(reason)}`;
}

/** The body as text that PostgreSQL can store. */
export function bodyText(message: ConsumeMessage): string {
  const body = message.content.toString();
  const isText = Buffer.from(body).equals(message.content) && !body.includes('\0');
  return isText ? body : `base64:${message.content.toString('base64')}`;
}

export type Decoded =
  | { kind: 'event'; envelope: Envelope; key: string }
  /** A type that this version of the service does not subscribe to. */
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
    return { kind: 'event', envelope, key: envelope.partitionkey ?? envelope.subject };
  } catch (error) {
    const cause = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    return { kind: 'invalid', cause: `not an event: ${cause}` };
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
