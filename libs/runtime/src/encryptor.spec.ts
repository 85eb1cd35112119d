import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Encryptor } from './encryptor.ts';

const key = (byte: number): Buffer => Buffer.alloc(32, byte);
const encryptor = new Encryptor([key(1)]);
/** Another process has the key: the value is neither invalid nor gone. */
const UNKNOWN_KEY = expect.objectContaining({ code: 'service_unavailable', status: 503 });

describe('an encrypted value', () => {
  it('is decrypted to the original value', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (bytes, about) => {
        const plain = Buffer.from(bytes);
        expect(encryptor.decrypt(encryptor.encrypt(plain, about), about)).toEqual(plain);
      }),
    );
    expect(encryptor.decrypt(encryptor.encrypt('grüße', 'x'), 'x').toString()).toBe('grüße');
  });

  it('does not contain the plaintext, and differs each time', () => {
    const [first, second] = [encryptor.encrypt('hunter2', 'x'), encryptor.encrypt('hunter2', 'x')];
    expect(first.includes('hunter2')).toBe(false);
    expect(first.equals(second)).toBe(false);
  });

  it('is not decrypted for another purpose', () => {
    const encrypted = encryptor.encrypt('hunter2', 'webhook.secret:1');
    expect(() => encryptor.decrypt(encrypted, 'webhook.secret:2')).toThrow();
    expect(() => encryptor.decrypt(encrypted, '')).toThrow();
  });

  it('is not decrypted if any bit was changed', () => {
    const encrypted = encryptor.encrypt('hunter2', 'x');
    for (let bit = 0; bit < encrypted.length * 8; bit += 1) {
      const altered = Buffer.from(encrypted);
      altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(() => encryptor.decrypt(altered, 'x')).toThrow();
    }
  });

  it('is not decrypted if truncated, not even an empty one with a truncated tag', () => {
    for (const plain of ['hunter2', '']) {
      const encrypted = encryptor.encrypt(plain, 'x');
      for (let length = 0; length < encrypted.length; length += 1) {
        expect(() => encryptor.decrypt(encrypted.subarray(0, length), 'x')).toThrow();
      }
    }
  });

  it('is decrypted after a key rotation, as long as the old key is configured', () => {
    const encrypted = encryptor.encrypt('hunter2', 'x');
    const rotated = new Encryptor([key(2), key(1)]);
    expect(rotated.decrypt(encrypted, 'x').toString()).toBe('hunter2');
    expect(() => new Encryptor([key(2)]).decrypt(encrypted, 'x')).toThrow(UNKNOWN_KEY);
  });

  it('reports the id of a key that is not configured, and begins with that of the current one', () => {
    const unknown: string[] = [];
    const [old, rotated] = [encryptor, new Encryptor([key(2)], (id) => unknown.push(id))];
    const encrypted = old.encrypt('hunter2', 'x');
    expect(() => rotated.decrypt(encrypted, 'x')).toThrow(UNKNOWN_KEY);
    expect(unknown).toEqual([encrypted.subarray(1, 5).toString('hex')]);
    expect(encrypted.subarray(0, 5)).toEqual(old.prefix);
    expect(rotated.prefix).not.toEqual(old.prefix);
  });

  it('is encrypted with the first key', () => {
    const encrypted = new Encryptor([key(2), key(1)]).encrypt('hunter2', 'x');
    expect(new Encryptor([key(2)]).decrypt(encrypted, 'x').toString()).toBe('hunter2');
    expect(() => encryptor.decrypt(encrypted, 'x')).toThrow(UNKNOWN_KEY);
  });

  it('requires keys of 32 bytes', () => {
    expect(() => new Encryptor([Buffer.alloc(31)])).toThrow(RangeError);
    expect(() => new Encryptor([key(1), Buffer.alloc(0)])).toThrow(RangeError);
  });
});
