import { hkdfSync } from 'node:crypto';
import { Encryptor } from '@parley/runtime/encryptor';

const PURPOSE = 'successor of a refresh token';

/** Encrypts the successor of a refresh token for those who present that token, of which the database has only the hash. */
export function encryptSuccessor(successor: string, presented: string): Buffer {
  return encryptorFor(presented).encrypt(successor, PURPOSE);
}

/** Throws when the value was encrypted for another token, or altered. */
export function decryptSuccessor(encrypted: Buffer, presented: string): string {
  return encryptorFor(presented).decrypt(encrypted, PURPOSE).toString();
}

function encryptorFor(presented: string): Encryptor {
  return new Encryptor([Buffer.from(hkdfSync('sha256', presented, '', `parley: ${PURPOSE}`, 32))]);
}
