import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Token kinds by prefix (spec "Authentication"). */
export const TOKEN_KINDS = {
  sk_live_: 'live_key',
  sk_test_: 'test_key',
  at_: 'access_token',
  at_test_: 'access_token',
  rt_: 'refresh_token',
  pat_: 'personal_access_token',
} as const;

export type TokenPrefix = keyof typeof TOKEN_KINDS;
/** Secrets in the same format that authenticate no request: authorization codes and client secrets of OAuth apps. */
type SecretPrefix = 'ac_' | 'cs_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ROUTE_LENGTH = 4;
/** 30 characters of base62 are 178 bits. */
const SECRET_LENGTH = 30;
/** 62^6 > 2^32. */
const CHECKSUM_LENGTH = 6;

/** The pattern for secret scanners: a prefix, 40 characters of base62. Confirm a match with {@link readToken}. */
export const TOKEN_PATTERN = /\b(?:sk_live|sk_test|at_test|at|rt|pat|ac|cs)_[0-9A-Za-z]{40}\b/;

const SHAPE = /^(sk_live_|sk_test_|at_test_|at_|rt_|pat_)([0-9A-Za-z]{4})[0-9A-Za-z]{36}$/;
const ROUTE_TAG = /^[0-9A-Za-z]{4}$/;

/** A random tag for a new workspace. Not a secret: it only shows that two tokens share it. */
export function newRouteTag(): string {
  return randomBase62(ROUTE_LENGTH);
}

/** A new token: `<prefix><route tag><30 random><6 checksum>` in base62, or RangeError. Store only its {@link hashToken}. */
export function mintToken(prefix: TokenPrefix | SecretPrefix, routeTag: string): string {
  if (!ROUTE_TAG.test(routeTag)) throw new RangeError('a route tag must be 4 characters of base62');
  const body = prefix + routeTag + randomBase62(SECRET_LENGTH);
  return body + checksum(body);
}

/** A token, read offline; `null` if its checksum is wrong. Its route tag keeps a workspace in one slot of a Redis cluster. */
export function readToken(text: string) {
  const match = SHAPE.exec(text);
  if (match === null || !hasChecksum(text)) return null;
  const prefix = match[1] as TokenPrefix;
  return { prefix, kind: TOKEN_KINDS[prefix], routeTag: match[2] as string };
}

/** Whether the text has the format and checksum of a token or secret with this prefix. */
export function isMinted(text: string, prefix: TokenPrefix | SecretPrefix): boolean {
  const isShaped = text.startsWith(prefix) && /^[0-9A-Za-z]{40}$/.test(text.slice(prefix.length));
  return isShaped && hasChecksum(text);
}

/** SHA-256 in hex: 2 µs. A slow hash would cost 25 to 80 ms per request and protects only guessable secrets. */
export function hashToken(text: string): string {
  return hash('sha256', text, 'hex');
}

const hasChecksum = (text: string) =>
  checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

function checksum(body: string): string {
  let remaining = crc32(body);
  let out = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    out = (ALPHABET[remaining % 62] as string) + out;
    remaining = Math.floor(remaining / 62);
  }
  return out;
}

function randomBase62(length: number): string {
  let out = '';
  for (let index = 0; index < length; index += 1) out += ALPHABET[randomInt(62)] as string;
  return out;
}
