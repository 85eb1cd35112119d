import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { ApiError } from '@parley/contracts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Version and key id, with which every encrypted value begins. */
const PREFIX_BYTES = 5;

/** Encrypts secrets at rest with AES-256-GCM. Each value contains the id of its key, so that keys can be rotated. */
export class Encryptor {
  readonly #keys: ReadonlyMap<number, Buffer>;
  readonly #current: Buffer;
  /** What values encrypted with the current key begin with. */
  readonly prefix: Buffer;

  /**
   * @param keys 32-byte keys; the first encrypts, all decrypt.
   * @param onUnknownKey gets the id of a key that a value needs and that is not among them.
   */
  constructor(
    keys: readonly [Buffer, ...Buffer[]],
    private readonly onUnknownKey: (keyId: string) => void = () => undefined,
  ) {
    if (keys.some((key) => key.length !== 32)) throw new RangeError('an encryption key has 32 bytes');
    this.#keys = new Map(keys.map((key) => [keyId(key), key]));
    [this.#current] = keys;
    this.prefix = prefixOf(keyId(keys[0]));
  }

  /** @param about additional authenticated data: decryption with another value fails. */
  encrypt(plain: Buffer | string, about: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#current, nonce);
    cipher.setAAD(Buffer.from(about));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([this.prefix, nonce, cipher.getAuthTag(), body]);
  }

  /** Throws if the value or `about` was altered; `service_unavailable` without its key, which others have in a rotation. */
  decrypt(encrypted: Buffer, about: string): Buffer {
    if (encrypted.readUInt8(0) !== VERSION) throw new Error('not an encrypted value');
    const id = encrypted.readUInt32BE(1);
    const key = this.#keys.get(id);
    if (key === undefined) {
      this.onUnknownKey(id.toString(16).padStart(8, '0'));
      const cause = new Error('encrypted with a key that is not in ENCRYPTION_KEYS');
      throw new ApiError('service_unavailable', { cause });
    }
    const nonce = encrypted.subarray(PREFIX_BYTES, PREFIX_BYTES + NONCE_BYTES);
    const body = PREFIX_BYTES + NONCE_BYTES + TAG_BYTES;
    const tag = encrypted.subarray(PREFIX_BYTES + NONCE_BYTES, body);
    // Without authTagLength a tag truncated to 4 bytes would be accepted, which can be guessed.
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(about));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(encrypted.subarray(body)), decipher.final()]);
  }
}

function prefixOf(id: number) {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt8(VERSION, 0);
  prefix.writeUInt32BE(id, 1);
  return prefix;
}

const keyId = (key: Buffer) => createHash('sha256').update(key).digest().readUInt32BE(0);
