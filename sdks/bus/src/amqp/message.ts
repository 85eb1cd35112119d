import type { Message, Options } from 'amqplib';

/** Number of the attempt that a message is for, from 1: a header of ours, since the broker counts otherwise in each version. */
export const ATTEMPT_HEADER = 'x-attempt';
const CAUSE = 'x-cause';
/** When a subscriber first received this event of a type that it does not know, in epoch milliseconds. */
const UNKNOWN_SINCE = 'x-unknown-since';
const MAX_CAUSE_LENGTH = 4_000;

export interface Outgoing {
  readonly body: Buffer;
  readonly options: Options.Publish & { messageId: string };
}

/** What a message carries into a retry queue or, with a cause, into the dead-letter queue. */
export interface Republication {
  readonly attempt: number;
  readonly unknownSince?: number;
  readonly cause?: string;
}

/** The message with the same body, id and headers for another queue. */
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
        [ATTEMPT_HEADER]: change.attempt,
        ...(change.unknownSince === undefined ? {} : { [UNKNOWN_SINCE]: change.unknownSince }),
        ...(change.cause === undefined ? {} : { [CAUSE]: change.cause.slice(0, MAX_CAUSE_LENGTH) }),
      },
    },
  };
}

export function attemptOf(message: Message): number {
  const attempt: unknown = message.properties.headers?.[ATTEMPT_HEADER];
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

/** The body as text that PostgreSQL can store; `base64:…` if it is none. */
export function bodyText(message: Message): string {
  const body = message.content.toString();
  const isText = Buffer.from(body).equals(message.content) && !body.includes('\0');
  return isText ? body : `base64:${message.content.toString('base64')}`;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
