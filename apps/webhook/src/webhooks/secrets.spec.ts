import { describe, expect, it } from '@jest/globals';
import { Encryptor } from '@parley/runtime/encryptor';
import { newUuid } from '@parley/runtime/records';
import { sign } from '../sending/signing.ts';
import type { WebhookRow } from './webhook.entity.ts';
import { Secrets } from './secrets.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-21T12:00:00Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
const secrets = new Secrets(new Encryptor([Buffer.alloc(32, 7)]));
const id = newUuid();
const first = { id, ...secrets.replaced(id, 'the-first-secret') } as WebhookRow;
const keysAt = (row: WebhookRow, at: Date) => secrets.signingKeys(id, row, at).map(String);
const rotate = (row: WebhookRow, secret: string, at = now): WebhookRow => ({
  ...row,
  ...secrets.rotated(row, secret, new Date(at.getTime() + 24 * HOUR_MS), at),
});

describe('a previous secret', () => {
  const second = rotate(first, 'the-second-secret');

  it('signs together with the new one for a day, in one header', () => {
    expect(keysAt(second, inHours(23.9))).toEqual(['the-second-secret', 'the-first-secret']);
    const keys = secrets.signingKeys(id, second, inHours(1));
    const signature = sign(keys, 'evt_1', 1_700_000_000, Buffer.from('{}'));
    expect(signature.split(' ')).toEqual([
      sign([Buffer.from('the-second-secret')], 'evt_1', 1_700_000_000, Buffer.from('{}')),
      sign([Buffer.from('the-first-secret')], 'evt_1', 1_700_000_000, Buffer.from('{}')),
    ]);
  });

  it('stops signing after that', () => {
    expect(keysAt(second, inHours(24))).toEqual(['the-second-secret']);
  });

  it('remains valid for the rest of its day after further rotations, with at most one other previous secret', () => {
    const third = rotate(second, 'the-third-secret', inHours(1));
    expect(keysAt(third, inHours(2))).toEqual(['the-third-secret', 'the-second-secret', 'the-first-secret']);
    expect(keysAt(third, inHours(24))).toEqual(['the-third-secret', 'the-second-secret']);
    const fourth = rotate(third, 'the-fourth-secret', inHours(2));
    expect(keysAt(fourth, inHours(3))).toEqual([
      'the-fourth-secret',
      'the-third-secret',
      'the-second-secret',
    ]);
    expect(fourth.previous_secrets).toHaveLength(2);
  });

  it('stops signing immediately if a secret is set explicitly', () => {
    const set = { ...second, ...secrets.replaced(id, 'the-set-secret') };
    expect(keysAt(set, now)).toEqual(['the-set-secret']);
    expect(set.secret_last4).toBeNull();
  });

  it.each([
    ['8 characters', 'short-se', null],
    ['15 characters', 'x'.repeat(11) + 'abcd', null],
    ['16 characters', 'x'.repeat(12) + 'abcd', 'abcd'],
  ])('of %s shows its end only if that reveals little', (_, secret, last4) => {
    expect(secrets.replaced(id, secret).secret_last4).toBe(last4);
    expect(rotate(first, secret).secret_last4).toBe(last4);
  });

  it('equals no other secret if it cannot be decrypted', () => {
    expect(secrets.isSame(id, Buffer.from('garbage'), 'the-next-secret')).toBe(false);
  });

  it('is neither skipped nor another one if this process lacks its key', () => {
    const others = new Secrets(new Encryptor([Buffer.alloc(32, 8)]));
    const { encrypted_secret: foreign } = others.replaced(id, 'the-second-secret');
    const unavailable = expect.objectContaining({ code: 'service_unavailable' });
    expect(() => secrets.isSame(id, foreign, 'the-second-secret')).toThrow(unavailable);
    const mixed = { ...second, previous_secrets: [foreign] };
    expect(() => secrets.signingKeys(id, mixed, now)).toThrow(unavailable);
  });

  it('is skipped if it cannot be decrypted, unlike the current one', () => {
    const broken = { ...second, previous_secrets: [Buffer.from('garbage')] };
    expect(keysAt(broken, now)).toEqual(['the-second-secret']);
    expect(() =>
      secrets.signingKeys(id, { ...second, encrypted_secret: Buffer.from('garbage') }, now),
    ).toThrow();
  });
});
