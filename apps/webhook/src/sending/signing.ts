import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const GENERATED_KEY_BYTES = 32;

/** The signing key of a secret: the base64 after `whsec_`, otherwise its UTF-8 bytes. Throws a RangeError for neither. */
export function signingKey(secret: string): Buffer {
  if (secret === '') throw new RangeError('a signing secret must not be empty');
  if (!secret.startsWith(PREFIX)) return Buffer.from(secret, 'utf8');
  const encoded = secret.slice(PREFIX.length);
  const key = Buffer.from(encoded, 'base64');
  // Node's decoder skips invalid characters without an error; only encoding again reveals that.
  if (key.length === 0 || key.toString('base64') !== encoded) {
    throw new RangeError('a secret that begins with whsec_ must continue with canonical base64');
  }
  return key;
}

/** The `whsec_` form of a key, which every Standard Webhooks library accepts. */
export function signingSecret(key: Buffer): string {
  if (key.length === 0) throw new RangeError('a signing key must not be empty');
  return PREFIX + key.toString('base64');
}

export function generateSecret(): string {
  return signingSecret(randomBytes(GENERATED_KEY_BYTES));
}

/** The `webhook-signature` of an attempt (Standard Webhooks 1.0.0), one per key. Throws a RangeError for ambiguous texts. */
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
  /** Event id, sent as `webhook-id` and the same for every attempt: the receiver's idempotency key. */
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: Buffer;
  readonly keys: readonly Buffer[];
}

export function deliveryHeaders({ id, timestampSeconds, body, keys }: Signable): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': sign(keys, id, timestampSeconds, body),
  };
}

/** The headers for the delivery log, where a signature would allow readers to replay the request. */
export function redactedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { ...headers, 'webhook-signature': 'redacted' };
}
