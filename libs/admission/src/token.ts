import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What the prefix of a token says it is (spec "Authentication"). */
export const TOKEN_KINDS = {
  sk_live_: 'live_key',
  sk_test_: 'test_key',
  at_: 'access_token',
  rt_: 'refresh_token',
  pat_: 'personal_access_token',
} as const;

export type TokenPrefix = keyof typeof TOKEN_KINDS;
/** What looks like a token and authenticates no request: authorization codes and client secrets of OAuth apps. */
export type SecretPrefix = 'ac_' | 'cs_';
export type TokenKind = (typeof TOKEN_KINDS)[TokenPrefix];

/** What can be read off a token without asking anybody. */
export interface ReadToken {
  prefix: TokenPrefix;
  kind: TokenKind;
  /** The same for all tokens of a workspace: keeps their keys in one slot of a Redis cluster. */
  routeTag: string;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ROUTE_LENGTH = 4;
/** 30 characters of base62 are 178 bits. */
const SECRET_LENGTH = 30;
/** 62^6 > 2^32. */
const CHECKSUM_LENGTH = 6;

/**
 * What a scanner for leaked secrets looks for: a prefix of ours and 40 characters of base62, the last six of them a
 * checksum. Confirm a find with {@link readToken}.
 */
export const TOKEN_PATTERN = /\b(?:sk_live|sk_test|at|rt|pat|ac|cs)_[0-9A-Za-z]{40}\b/;

const SHAPE = /^(sk_live_|sk_test_|at_|rt_|pat_)([0-9A-Za-z]{4})[0-9A-Za-z]{36}$/;
const ROUTE_TAG = /^[0-9A-Za-z]{4}$/;

/** A random tag for a new workspace. It tells only that two tokens share it; it is no secret. */
export function newRouteTag(): string {
  return randomBase62(ROUTE_LENGTH);
}

/**
 * Makes a new token: `<prefix><route tag><30 random><6 checksum>`, all base62 (reference: auth.md section 2.1).
 * Keep only {@link hashToken} of it.
 * Throws RangeError when the route tag is not 4 characters of base62.
 */
export function mintToken(prefix: TokenPrefix | SecretPrefix, routeTag: string): string {
  if (!ROUTE_TAG.test(routeTag)) throw new RangeError('a route tag is 4 characters of base62');
  const body = prefix + routeTag + randomBase62(SECRET_LENGTH);
  return body + checksum(body);
}

/**
 * Reads a token offline. `null` for anything that we cannot have minted: a typing error in one character always
 * fails, because CRC-32 finds every burst of up to 32 bits. The checksum is no protection against forgery.
 */
export function readToken(text: string): ReadToken | null {
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const bodyLength = text.length - CHECKSUM_LENGTH;
  if (checksum(text.slice(0, bodyLength)) !== text.slice(bodyLength)) return null;
  const prefix = match[1] as TokenPrefix;
  return { prefix, kind: TOKEN_KINDS[prefix], routeTag: match[2] as string };
}

/** Whether the text could have been minted with this prefix; like {@link readToken} it asks nobody. */
export function isMinted(text: string, prefix: TokenPrefix | SecretPrefix): boolean {
  if (!text.startsWith(prefix) || !/^[0-9A-Za-z]{40}$/.test(text.slice(prefix.length))) return false;
  const bodyLength = text.length - CHECKSUM_LENGTH;
  return checksum(text.slice(0, bodyLength)) === text.slice(bodyLength);
}

/**
 * SHA-256 in hex, under which a token is stored and looked up. A slow hash would protect only guessable secrets, and
 * costs 25 to 80 ms a request; this one takes 2 µs.
 */
export function hashToken(text: string): string {
  return hash('sha256', text, 'hex');
}

function checksum(body: string): string {
  let rest = crc32(body);
  let out = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    out = (ALPHABET[rest % 62] as string) + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

function randomBase62(length: number): string {
  let out = '';
  for (let place = 0; place < length; place += 1) out += ALPHABET[randomInt(62)] as string;
  return out;
}
