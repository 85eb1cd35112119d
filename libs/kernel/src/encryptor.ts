import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets at rest, such as webhook secrets and stored idempotent responses, with AES-256-GCM. Each encrypted
 * value contains the id of its key, so that keys can be rotated.
 */
export class Encryptor {
  readonly #keys: ReadonlyMap<number, Buffer>;
  readonly #current: number;

  /** @param keys 32-byte keys; the first encrypts, all decrypt. */
  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    if (keys.some((key) => key.length !== 32)) throw new RangeError('an encryption key has 32 bytes');
    this.#keys = new Map(keys.map((key) => [keyId(key), key]));
    this.#current = keyId(keys[0]);
  }

  /** @param about additional authenticated data: decryption with another value fails. */
  encrypt(plain: Buffer | string, about: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keys.get(this.#current) as Buffer, nonce);
    cipher.setAAD(Buffer.from(about));
    const head = Buffer.alloc(5);
    head.writeUInt8(VERSION, 0);
    head.writeUInt32BE(this.#current, 1);
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([head, nonce, cipher.getAuthTag(), body]);
  }

  /** Throws if the value was altered or encrypted with another `about`, or its key is not configured. */
  decrypt(encrypted: Buffer, about: string): Buffer {
    const key = encrypted.readUInt8(0) === VERSION ? this.#keys.get(encrypted.readUInt32BE(1)) : undefined;
    if (key === undefined) throw new Error('encrypted with a key that is not configured');
    const nonce = encrypted.subarray(5, 5 + NONCE_BYTES);
    const tag = encrypted.subarray(5 + NONCE_BYTES, 5 + NONCE_BYTES + TAG_BYTES);
    // Without authTagLength a tag truncated to 4 bytes would be accepted, which can be guessed.
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(about));
    decipher.setAuthTag(tag);
    return Buffer.concat([
      decipher.update(encrypted.subarray(5 + NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
  }
}

function keyId(key: Buffer): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0);
}
