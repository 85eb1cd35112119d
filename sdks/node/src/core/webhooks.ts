// Signatures of webhooks (Standard Webhooks 1.0).
import { EVENT_TYPES, type WebhookEvent } from '../generated/events.ts';
import type { EventBase } from '../generated/types.ts';
import { ConfigurationError, ParleyError, WebhookSignatureError } from './errors.ts';
import { bytesOf, objectOf, requiredBuiltin, textOf } from './runtime.ts';

const TOLERANCE_S = 300;

/** An event whose type this version of the library does not know. */
export interface UnknownEvent extends EventBase {
  event: string;
  data: unknown;
}

/** Headers as frameworks have them: an object, a Map, a Headers object, or pairs; in any case. */
export type HeadersInput =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | Iterable<readonly [string, string]>;

export interface VerifyOptions {
  /** Seconds that the time of the request may differ from now, in both directions: 300 */
  tolerance?: number | undefined;
  /** The time to compare with; for tests */
  now?: Date | undefined;
}

/**
 * Checks that a request to a webhook is from Parley, and recent.
 *
 * @param body the body as it arrived, byte for byte: parsed and serialized again it is another text
 * @param secrets the signing secret of the webhook; several while it is rotated
 * @returns the event of the body; ask `isKnown` before you rely on its type
 * @throws WebhookSignatureError with a `reason`; answer 400
 */
export function verify(
  body: string | Uint8Array,
  headers: HeadersInput,
  secrets: string | readonly string[],
  { tolerance = TOLERANCE_S, now = new Date() }: VerifyOptions = {},
): WebhookEvent | UnknownEvent {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError(
      'verify needs the body as it arrived, as bytes or a string. In Express use express.raw({ type: "application/json" }) for this ' +
        'route; in Fastify a content type parser with { parseAs: "buffer" }; in Next.js await request.text()',
    );
  const keys = [secrets].flat().map(keyOf);
  if (keys.length === 0) throw new ConfigurationError('verify needs the signing secret of the webhook');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  checkTime(timestamp, tolerance, now);
  const bytes = typeof body === 'string' ? bytesOf(body) : body;
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,'));
  const expected = keys.map((key) => signatureOf(key, id, timestamp, bytes));
  // All pairs are compared, so that the time does not tell which one matches.
  const matches = expected.flatMap((one) => given.map((other) => isEqual(one, other)));
  if (!matches.includes(true))
    throw new WebhookSignatureError('no_match', 'No signature of the request is one by this secret');
  const event = objectOf(textOf(bytes));
  if (event === undefined) throw new ParleyError('The body is signed, but it is not a JSON object');
  return event as WebhookEvent | UnknownEvent;
}

/** Whether the type of an event is one of this version of the library, so that the compiler knows its fields. */
export function isKnown(event: WebhookEvent | UnknownEvent): event is WebhookEvent {
  return EVENT_TYPES.includes(event.event);
}

/**
 * Signs a body as Parley does, for the tests of a receiver.
 *
 * @returns the headers of the request
 */
export function sign(
  body: string | Uint8Array,
  secret: string,
  {
    id = `evt_${crypto.randomUUID()}`,
    now = new Date(),
  }: { id?: string | undefined; now?: Date | undefined } = {},
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const bytes = typeof body === 'string' ? bytesOf(body) : body;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(keyOf(secret), id, timestamp, bytes),
  };
}

function headerOf(headers: HeadersInput, name: string): string {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const [, value] = entries.find(([one]) => one.toLowerCase() === name) ?? [];
  const text = typeof value === 'string' ? value : value?.[0];
  if (text === undefined || text === '')
    throw new WebhookSignatureError('missing_header', `The request has no header ${name}`);
  return text;
}

/** Both a request that is too old and one of the future may be a copy. */
function checkTime(timestamp: string, tolerance: number, now: Date): void {
  if (!/^\d{1,15}$/.test(timestamp))
    throw new WebhookSignatureError('bad_timestamp', 'webhook-timestamp is not a number of seconds');
  if (!(typeof tolerance === 'number' && tolerance >= 0))
    throw new ConfigurationError('tolerance must be a number of seconds, 0 or more');
  const age = now.getTime() / 1000 - Number(timestamp);
  if (age > tolerance) throw new WebhookSignatureError('too_old', `The request is older than ${tolerance} s`);
  if (age < -tolerance)
    throw new WebhookSignatureError('too_new', `The request is more than ${tolerance} s in the future`);
}

/** The bytes of a secret: what follows `whsec_` is base64, any other secret is its own text. */
function keyOf(secret: string): Uint8Array {
  if (typeof secret !== 'string' || secret === '')
    throw new ConfigurationError('The secret of a webhook must not be empty');
  if (!secret.startsWith('whsec_')) return bytesOf(secret);
  const text = secret.slice('whsec_'.length);
  const key = Buffer.from(text, 'base64');
  // Node.js skips what is not base64, which would make another key.
  if (key.byteLength === 0 || key.toString('base64') !== text)
    throw new ConfigurationError('The secret of a webhook is incomplete');
  return key;
}

function signatureOf(key: Uint8Array, id: string, timestamp: string, body: Uint8Array): string {
  const { createHmac } = requiredBuiltin('node:crypto');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

/** Texts of any length are compared by their digests, which have one length, in constant time. */
function isEqual(a: string, b: string): boolean {
  const { createHash, timingSafeEqual } = requiredBuiltin('node:crypto');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
