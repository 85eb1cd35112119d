import { describe, expect, it } from '@jest/globals';
import { generatePassword, hashPassword, PASSWORD_MAX, verifyPassword } from './password.ts';

describe('a password', () => {
  it('is made up of 20 characters that are not easily taken for each other, and never the same', () => {
    const made = Array.from({ length: 100 }, generatePassword);
    expect(new Set(made).size).toBe(100);
    for (const password of made) expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{20}$/);
  });

  it('signs in by its hash alone, and no other does', async () => {
    const password = generatePassword();
    const hash = await hashPassword(password);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toContain(password);
    expect(await verifyPassword(hash, password)).toBe(true);
    for (const wrong of ['', password.toUpperCase(), `${password}x`, password.slice(1)])
      expect(await verifyPassword(hash, wrong)).toBe(false);
  });

  it('of nobody matches nothing', async () => {
    expect(await verifyPassword(undefined, generatePassword())).toBe(false);
  });

  it('beyond the longest one does not match by its beginning', async () => {
    const password = 'p'.repeat(PASSWORD_MAX);
    const hash = await hashPassword(password);
    expect(await verifyPassword(hash, password)).toBe(true);
    expect(await verifyPassword(hash, `${password}p`)).toBe(false);
  });
});
