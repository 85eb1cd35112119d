import type { ConsumeMessage, Options } from 'amqplib';
import { z } from 'zod';
import { Envelope } from '../envelope.ts';

/** How often a message was delivered by the count of the bus, this time included. */
const ATTEMPT = 'x-attempt';
const CAUSE = 'x-cause';
/** Headers share one frame of 128 KiB; long values (`previous` holds old texts) travel in the body alone. */
const HEADER_CHARS = 256;

export interface Outgoing {
  body: Buffer;
  options: Options.Publish & { messageId: string };
}

/**
 * An event as a message: CloudEvents structured JSON. The attributes are repeated as headers, named as the AMQP binding
 * of CloudEvents names them, so that others can route and filter without reading the body.
 */
export function encode(envelope: Envelope): Outgoing {
  const headers: Record<string, string | number> = { [ATTEMPT]: 1 };
  for (const [name, value] of Object.entries(envelope)) {
    if (name !== 'data' && typeof value === 'string' && value.length <= HEADER_CHARS)
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

/** The same body and id once more, on its way to a retry queue or, with a cause, to the dead ones. */
export function forwarded(message: ConsumeMessage, change: { attempt: number; cause?: string }): Outgoing {
  const { properties } = message;
  // The broker's own account of earlier rounds would be read by it as a cycle some day.
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

/** Why a message was set aside. */
export function causeOf(message: ConsumeMessage): string {
  const cause: unknown = message.properties.headers?.[CAUSE];
  if (typeof cause === 'string') return cause;
  const reason: unknown = message.properties.headers?.['x-first-death-reason'];
  return reason === 'delivery_limit'
    ? 'delivered again and again without an answer: the process ended, or lost its connection, each time'
    : `set aside by the broker: ${String(reason)}`;
}

/** The body as text that a database takes. */
export function bodyText(message: ConsumeMessage): string {
  const body = message.content.toString();
  const faithful = Buffer.from(body).equals(message.content) && !body.includes('\0');
  return faithful ? body : `base64:${message.content.toString('base64')}`;
}

export type Decoded =
  | { kind: 'event'; envelope: Envelope; key: string }
  /** For somebody else, or for a later version of this service. */
  | { kind: 'unknown'; type: string }
  | { kind: 'undecodable'; cause: string };

const AnyEvent = z.looseObject({ specversion: z.string(), type: z.string().min(1) });

/** Reads a message from anywhere. What is no event of ours is judged only if its type is one that the service wants. */
export function decode(content: Buffer, types: ReadonlySet<string>): Decoded {
  try {
    const json: unknown = JSON.parse(content.toString());
    const { type } = AnyEvent.parse(json);
    if (!types.has(type)) return { kind: 'unknown', type };
    const envelope = Envelope.parse(json);
    return { kind: 'event', envelope, key: envelope.partitionkey ?? envelope.subject };
  } catch (error) {
    const cause = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    return { kind: 'undecodable', cause: `not an event: ${cause}` };
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
