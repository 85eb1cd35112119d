import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { deliveryHeaders, generateSecret, sign, signingKey, signingSecret } from './signing.ts';

/** Printable ASCII, as the contract accepts it. */
const plainSecret = fc
  .string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 8,
    maxLength: 256,
  })
  .filter((secret) => !secret.startsWith('whsec_'));
const key = fc.uint8Array({ minLength: 24, maxLength: 64 }).map((bytes) => Buffer.from(bytes));

describe('the key of a secret', () => {
  it('is decoded from Base64 after whsec_', () => {
    expect(signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').length).toBe(24);
    fc.assert(fc.property(key, (bytes) => signingKey(signingSecret(bytes)).equals(bytes)));
  });

  it('is the UTF-8 bytes of any other secret, even one that looks like Base64', () => {
    expect(signingKey('password')).toEqual(Buffer.from('password'));
    expect(signingKey('pässwörd')).toEqual(Buffer.from('pässwörd', 'utf8'));
    expect(signingSecret(signingKey('my-super-secret'))).toBe('whsec_bXktc3VwZXItc2VjcmV0');
  });

  it.each([
    '',
    'whsec_',
    'whsec_a',
    'whsec_not base64',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS-',
    'whsec_YQ',
  ])('does not exist for %j', (secret) => {
    expect(() => signingKey(secret)).toThrow(RangeError);
  });

  it('has 32 random bytes when it is generated', () => {
    const secrets = [generateSecret(), generateSecret()];
    expect(secrets[0]).not.toBe(secrets[1]);
    for (const secret of secrets) expect(signingKey(secret).length).toBe(32);
  });
});

describe('a signature', () => {
  it('matches the official Standard Webhooks test vector', () => {
    const signature = sign(
      [signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')],
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      Buffer.from('{"test": 2432232314}'),
    );
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('matches the documented one for a secret that is not Base64', () => {
    const body = '{"event":"ticket.created","timestamp":"2024-01-01T00:00:00.000Z","data":{"id":"t_1"}}';
    const signature = sign(
      [signingKey('my-super-secret')],
      'msg_01HK153X00AAAAAAAAAAAAAAAA',
      1704067200,
      Buffer.from(body),
    );
    expect(signature).toBe('v1,Aa4IC1bTkjBRlJDqmuBWPOh3XZeBd9O4rRnGZI8ADsM=');
  });

  it('is accepted by the reference library for any secret, with the signing secret and no other', () => {
    const body = fc.json().map((json) => Buffer.from(json));
    fc.assert(
      fc.property(fc.oneof(plainSecret, key.map(signingSecret)), body, (secret, bytes) => {
        const timestampSeconds = Math.floor(Date.now() / 1000);
        const headers = deliveryHeaders({
          id: 'evt_1',
          timestampSeconds,
          body: bytes,
          keys: [signingKey(secret)],
        });
        new Webhook(signingSecret(signingKey(secret))).verify(bytes, headers);
        const other = new Webhook(
          signingSecret(signingKey(`${signingSecret(signingKey(secret)).slice(6)}!`)),
        );
        expect(() => other.verify(bytes, headers)).toThrow('No matching signature found');
      }),
    );
  });

  it('is never made without a key, with an empty key, or over an ambiguous id or time', () => {
    const good = signingKey('my-super-secret');
    const body = Buffer.from('{}');
    expect(() => sign([], 'evt_1', 1, body)).toThrow(RangeError);
    expect(() => sign([good, Buffer.alloc(0)], 'evt_1', 1, body)).toThrow(RangeError);
    expect(() => sign([good], 'evt.1', 1, body)).toThrow(RangeError);
    expect(() => sign([good], '', 1, body)).toThrow(RangeError);
    expect(() => sign([good], 'evt_1', 1.5, body)).toThrow(RangeError);
  });
});
