import { randomInt } from 'node:crypto';
import { hash } from '@node-rs/argon2';

/** Without the characters that are easily taken for each other. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;

/** A password that nobody has to think up: 20 characters, 116 bits. */
export function generatePassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** argon2id with OWASP's least settings (19 MiB, 2 passes, 1 lane), which are the library's defaults. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}
