import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts the successor of a refresh token so that only who presents that token can have it again: the key is made of
 * the token, of which the database has but the hash.
 */
export function sealSuccessor(successor: string, presented: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(presented), nonce);
  const body = Buffer.concat([cipher.update(successor), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Throws when it was sealed for another token, or altered. */
export function openSuccessor(sealed: Buffer, presented: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(presented), nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString();
}

function keyOf(presented: string): Buffer {
  return Buffer.from(hkdfSync('sha256', presented, '', 'parley: successor of a refresh token', 32));
}
