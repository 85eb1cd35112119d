import { describe, expect, it } from '@jest/globals';
import { IdentityConfig } from '../identity.config.ts';
import { PASSWORD_MAX } from './password.rules.ts';
import { generatePassword } from './password.ts';
import { hashOfNobody, PasswordHasher } from './password-hasher.ts';

const byDefault = new PasswordHasher(new IdentityConfig({}));
const fast = new PasswordHasher(new IdentityConfig({ PASSWORD_HASH_MEMORY: '1MiB' }));

describe('a password', () => {
  it('matches its hash, and no other password does', async () => {
    const password = generatePassword();
    const hash = await byDefault.hash(password);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toContain(password);
    expect(await byDefault.verify(hash, password)).toBe(true);
    for (const wrong of ['', password.toUpperCase(), `${password}x`, password.slice(1)])
      expect(await byDefault.verify(hash, wrong)).toBe(false);
  });

  it('never matches if the user does not exist', async () => {
    expect(await byDefault.verify(undefined, generatePassword())).toBe(false);
  });

  it('that is too long does not match by its prefix', async () => {
    const password = 'p'.repeat(PASSWORD_MAX);
    const hash = await fast.hash(password);
    expect(await fast.verify(hash, password)).toBe(true);
    expect(await fast.verify(hash, `${password}p`)).toBe(false);
  });

  it('is hashed with the memory of the setting, and a hash made with another one still matches', async () => {
    const password = generatePassword();
    const hash = await fast.hash(password);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$/);
    expect(await byDefault.verify(hash, password)).toBe(true);
    expect(await fast.verify(await byDefault.hash(password), password)).toBe(true);
  });

  it('of nobody is hashed with the same settings as all others', async () => {
    const settingsOf = (hash: string) => hash.split('$').slice(1, 4);
    expect(settingsOf(hashOfNobody(1_024))).toEqual(settingsOf(await fast.hash('x')));
    expect(settingsOf(hashOfNobody(19_456))).toEqual(settingsOf(await byDefault.hash('x')));
  });

  it.each(['1000KiB', '257MiB', 'much'])('is not hashed with %s of memory', (PASSWORD_HASH_MEMORY) => {
    expect(() => new IdentityConfig({ PASSWORD_HASH_MEMORY })).toThrow('PASSWORD_HASH_MEMORY');
  });
});
