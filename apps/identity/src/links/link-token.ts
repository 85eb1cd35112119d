import { randomBytes } from 'node:crypto';

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The secret in a one-time link, of which only the hash is stored. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isLinkToken(text: string): boolean {
  return TOKEN.test(text);
}
