import { describe, expect, it } from '@jest/globals';
import { PASSWORD_MAX } from './password.rules.ts';
import { generatePassword, hashPassword, verifyPassword } from './password.ts';

describe('a password', () => {
  it('is generated from 20 unambiguous characters and never repeats', () => {
    const made = Array.from({ length: 100 }, generatePassword);
    expect(new Set(made).size).toBe(100);
    for (const password of made) expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{20}$/);
  });

  it('matches its hash, and no other password does', async () => {
    const password = generatePassword();
    const hash = await hashPassword(password);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toContain(password);
    expect(await verifyPassword(hash, password)).toBe(true);
    for (const wrong of ['', password.toUpperCase(), `${password}x`, password.slice(1)])
      expect(await verifyPassword(hash, wrong)).toBe(false);
  });

  it('never matches if the user does not exist', async () => {
    expect(await verifyPassword(undefined, generatePassword())).toBe(false);
  });

  it('that is too long does not match by its prefix', async () => {
    const password = 'p'.repeat(PASSWORD_MAX);
    const hash = await hashPassword(password);
    expect(await verifyPassword(hash, password)).toBe(true);
    expect(await verifyPassword(hash, `${password}p`)).toBe(false);
  });
});
