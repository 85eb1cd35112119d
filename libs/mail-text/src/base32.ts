import { randomBytes } from 'node:crypto';

/** Crockford base32 in lower case, as in ids: it survives servers that fold the case of a local part, and is read aloud without doubt. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A character class of it, for regular expressions. */
export const BASE32 = '[0-9a-hjkmnp-tv-z]';

/** Random characters of base32, five bits each: 20 of them cannot be guessed, nor do they repeat by chance. */
export function randomBase32(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte & 31)).join('');
}
