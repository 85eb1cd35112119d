import { randomInt } from 'node:crypto';
import { hash, verify, type Options } from '@node-rs/argon2';
import { Turns } from './turns.ts';

/** Without the characters that are easily taken for each other. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;
/** Longer ones never match: what nobody has chosen need not be hashed. */
export const PASSWORD_MAX = 128;

/** OWASP's least settings of argon2id, which is what the library takes: 19 MiB, 2 passes, 1 lane. */
const SETTINGS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes 19 MiB and a core for some 30 ms: four at a time, and those who wait get theirs within 2 s. */
const turns = new Turns(4, 200);

/** What a password is compared with where there is no user: of those settings, and of a password that was thrown away. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$DhtILRKmr1u4yXOrBUi/bQ$KWSP4QWAKuC1qptEyeWAqSL7KjG1fqttzTh//2Q3IUA';

/** A password that nobody has to think up: 20 characters, 116 bits. */
export function generatePassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The hash of a password, as a PHC string with its settings. Throws `service_unavailable` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return turns.take(() => hash(password, SETTINGS));
}

/**
 * Whether it is the password of this hash. Without a hash, because there is no such user, it takes as long and is not.
 * Throws `service_unavailable` when too many wait.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await turns.take(() => verify(passwordHash ?? NOBODY, password.slice(0, PASSWORD_MAX)));
  return matches && passwordHash !== undefined && password.length <= PASSWORD_MAX;
}
