import type { Decoded } from './amqp/subscription.ts';
import type { CloudEvent, EventsByType } from './generated/events.ts';

/** Types of the events that the platform publishes. */
export type EventType = keyof EventsByType;

/** An event of a type that this version does not list: of a later version of the platform, or of a service of yours. */
export type UnknownEvent = CloudEvent<string, Record<string, unknown>> & Record<string, unknown>;

/** The event of a type. */
export type EventOf<T extends string> = T extends EventType ? EventsByType[T] : UnknownEvent;

/** Every event that the platform publishes, a union by `type`. */
export type BusEvent = EventsByType[EventType];

/**
 * Whether an event is newer than what is stored of its record. Retries may bring an older event after a newer one.
 * @param stored the `sequence` that was stored with the record, if any
 */
export function isNewer(event: { readonly sequence: string }, stored: string | null | undefined): boolean {
  return stored === null || stored === undefined || event.sequence > stored;
}

/** What an event must have to be handled once and in order. Publishers other than the platform may leave out the rest. */
const REQUIRED = ['specversion', 'id', 'type', 'subject'];

/** Reads a message of any publisher. Not validated further: unknown fields stay, as later versions of the platform add some. */
export function decodeEvent(content: Buffer, types: ReadonlySet<string>): Decoded<UnknownEvent> {
  const json = jsonObjectOf(content.toString());
  if (json === undefined) return { kind: 'invalid', cause: 'not an event: it is no JSON object' };
  const missing = REQUIRED.find((name) => typeof json[name] !== 'string' || json[name] === '');
  if (missing !== undefined) return { kind: 'invalid', cause: `not an event: it has no ${missing}` };
  const event = json as UnknownEvent;
  if (!types.has(event.type)) return { kind: 'unknown', type: event.type };
  if (!isObject(event.data)) return { kind: 'invalid', cause: 'not an event: it has no data' };
  return { kind: 'event', event, key: event.partitionkey || event.subject };
}

/** `undefined` for a text that is no JSON object. */
export function jsonObjectOf(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
