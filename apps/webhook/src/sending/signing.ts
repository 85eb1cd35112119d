import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const GENERATED_KEY_BYTES = 32;

/**
 * The bytes that sign for a secret: after `whsec_` its base64, otherwise its UTF-8 bytes; base64 is never guessed,
 * because `password` is also valid base64 (reference/webhooks.md section 1).
 * @throws RangeError for an empty secret, or when what follows `whsec_` is not canonical padded base64: falling
 * back to UTF-8 would sign with a key that no receiver computes.
 */
export function signingKey(secret: string): Buffer {
  if (secret === '') throw new RangeError('a signing secret must not be empty');
  if (!secret.startsWith(PREFIX)) return Buffer.from(secret, 'utf8');
  const encoded = secret.slice(PREFIX.length);
  const key = Buffer.from(encoded, 'base64');
  // Node's decoder never throws, it drops what it cannot read; only the way back shows that nothing was lost.
  if (key.length === 0 || key.toString('base64') !== encoded) {
    throw new RangeError('a secret that begins with whsec_ must continue with canonical base64');
  }
  return key;
}

/** A key in the one form that every Standard Webhooks library takes as it is: `whsec_` and base64. */
export function signingSecret(key: Buffer): string {
  if (key.length === 0) throw new RangeError('a signing key must not be empty');
  return PREFIX + key.toString('base64');
}

/** A new secret of 32 random bytes. */
export function generateSecret(): string {
  return signingSecret(randomBytes(GENERATED_KEY_BYTES));
}

/**
 * The `webhook-signature` of one attempt (Standard Webhooks 1.0.0): `v1,` and the base64 of HMAC-SHA256 over
 * `{id}.{timestamp}.{body}`, once for each key, separated by spaces, so that a rotated secret verifies too.
 * @param keys the current key first; more than one while an old one still counts.
 * @param timestampSeconds when this attempt is made, whole UNIX seconds.
 * @throws RangeError without keys, for an empty key, and for an id or time that makes the signed text ambiguous.
 */
export function sign(keys: readonly Buffer[], id: string, timestampSeconds: number, body: Buffer): string {
  if (keys.length === 0 || keys.some((key) => key.length === 0)) {
    throw new RangeError('a signature needs at least one key, and no empty one');
  }
  if (!/^[\x21-\x2d\x2f-\x7e]+$/.test(id))
    throw new RangeError('a webhook-id is printable ASCII without a dot');
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0) {
    throw new RangeError('a webhook-timestamp is a whole number of seconds');
  }
  const head = `${id}.${timestampSeconds}.`;
  return keys
    .map((key) => `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`)
    .join(' ');
}

export interface Signable {
  /** The event's id, the same at every attempt: the receiver's idempotency key. */
  readonly id: string;
  /** When this attempt is made, whole UNIX seconds: receivers refuse what is older than five minutes. */
  readonly timestampSeconds: number;
  readonly body: Buffer;
  readonly keys: readonly Buffer[];
}

/** All headers of a delivery; throws like {@link sign}. */
export function deliveryHeaders({ id, timestampSeconds, body, keys }: Signable): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': sign(keys, id, timestampSeconds, body),
  };
}

/** The same headers as the delivery log shows them: a signature would let a reader of the log replay the call. */
export function redactedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { ...headers, 'webhook-signature': 'redacted' };
}
