import { randomInt } from 'node:crypto';
import { hash, verify, type Options } from '@node-rs/argon2';
import { Semaphore } from '@parley/kernel';
import { PASSWORD_MAX } from './password.rules.ts';

/** Without characters that are easily confused. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;

/** OWASP's minimum for argon2id, and the library's default: 19 MiB, 2 passes, parallelism 1. */
const SETTINGS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes 19 MiB and 30 ms of a core: with four at a time, 200 waiting ones are served within 2 s. */
const semaphore = new Semaphore(4, 200);

/** Compared with when there is no such user: a hash with the same settings of a password that nobody knows. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$DhtILRKmr1u4yXOrBUi/bQ$KWSP4QWAKuC1qptEyeWAqSL7KjG1fqttzTh//2Q3IUA';

/** 20 random characters, 116 bits. */
export function generatePassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** A PHC string with the hash and its settings. Throws `service_unavailable` when too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return semaphore.run(() => hash(password, SETTINGS));
}

/**
 * Verifies a password. Without a hash, because there is no such user, it takes equally long and fails. Throws
 * `service_unavailable` when too many are waiting.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await semaphore.run(() =>
    verify(passwordHash ?? DUMMY_HASH, password.slice(0, PASSWORD_MAX)),
  );
  return matches && passwordHash !== undefined && password.length <= PASSWORD_MAX;
}
