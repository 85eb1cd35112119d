import { describe, expect, it } from '@jest/globals';
import { generatePassword, hashPassword, PASSWORD_MAX, verifyPassword } from './password.ts';
import { Turns } from './turns.ts';

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

describe('turns', () => {
  it('run so much at once, let so much wait in order, and refuse more', async () => {
    const turns = new Turns(2, 2);
    const ends: (() => void)[] = [];
    const began: number[] = [];
    const work = (name: number) =>
      turns.take(() => {
        began.push(name);
        return new Promise<number>((resolve) => ends.push(() => resolve(name)));
      });
    const given = [work(1), work(2), work(3), work(4)];
    await expect(work(5)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(began).toEqual([1, 2]);
    ends.shift()?.();
    await given[0];
    await Promise.resolve();
    expect(began).toEqual([1, 2, 3]);
    while (began.length < 4 || ends.length > 0) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all(given)).toEqual([1, 2, 3, 4]);
    // What fails gives its turn back too.
    const failing = () => Promise.reject(new Error('no'));
    for (let round = 0; round < 5; round += 1) await expect(turns.take(failing)).rejects.toThrow('no');
  });
});
