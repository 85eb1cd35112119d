import { createHmac, timingSafeEqual } from 'node:crypto';

/** Proves that its sender knows the secret: HMAC-SHA-256 of the parts, which name the protocol and the side. */
export function proofOf(secret: string, parts: readonly unknown[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}

/** Compares in constant time. */
export function isProof(given: unknown, expected: string): boolean {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
