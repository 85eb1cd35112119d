import { afterAll, describe, expect, it } from '@jest/globals';
import { ENV, type Env } from '@parley/runtime/config';
import { TestStore } from '@parley/testing';
import { identityDatabase } from '../identity.database.ts';
import { IdentityConfig } from '../identity.config.ts';
import { LoginThrottle } from '../sign-in/login-throttle.ts';
import { isLinkToken, newLinkToken } from './link-token.ts';
import { OneTimeLinks } from './one-time-links.ts';

const store = await TestStore.open(identityDatabase, {
  providers: [
    OneTimeLinks,
    LoginThrottle,
    { provide: IdentityConfig, inject: [ENV], useFactory: (env: Env) => new IdentityConfig(env) },
  ],
  env: { LOGIN_FAILURES_PER_ACCOUNT: '3', LOGIN_FAILURES_PER_ADDRESS: '4' },
});
const { database } = store;
afterAll(() => store.close());

let addresses = 0;
const newAddress = () => `203.0.113.${(addresses += 1)}`;
const WORKS = { kind: 'open' } as const;

const open = (token: string, address: string, work = () => Promise.resolve<typeof WORKS | null>(null)) =>
  store.app.get(OneTimeLinks).open({ kind: 'invitation', token, address }, work);
const works = () => Promise.resolve(WORKS);

describe('a one-time link', () => {
  it('has a token of 256 random bits', () => {
    const tokens = Array.from({ length: 100 }, newLinkToken);
    expect(new Set(tokens).size).toBe(100);
    expect(tokens.every(isLinkToken)).toBe(true);
    for (const other of ['', 'short', `${newLinkToken()}A`, `${'A'.repeat(42)}!`, `${'A'.repeat(42)}\n`])
      expect(isLinkToken(other)).toBe(false);
  });

  it('is looked for only if it can be one', async () => {
    let looked = 0;
    const look = () => {
      looked += 1;
      return works();
    };
    expect(await open('no token', newAddress(), look)).toEqual({ kind: 'gone' });
    expect(await open(newLinkToken(), newAddress(), look)).toEqual(WORKS);
    expect(looked).toBe(1);
  });

  it('that does not work is refused after some tries, but not for another address', async () => {
    const [token, address] = [newLinkToken(), newAddress()];
    for (let round = 0; round < 3; round += 1) expect(await open(token, address)).toEqual({ kind: 'gone' });
    expect(await open(token, address, works)).toMatchObject({ kind: 'too-many' });
    expect(await open(token, newAddress(), works)).toEqual(WORKS);
  });

  it('that works can be opened any number of times, and by an address that has guessed others', async () => {
    const [token, address] = [newLinkToken(), newAddress()];
    for (let round = 0; round < 10; round += 1) expect(await open(token, address, works)).toEqual(WORKS);
    for (let round = 0; round < 6; round += 1)
      expect(await open(newLinkToken(), address)).toEqual({ kind: 'gone' });
    expect(await open(token, address, works)).toEqual(WORKS);
  });

  it('that does not work counts against the address as a wrong password does', async () => {
    const address = newAddress();
    const failures = async () =>
      (
        await database.query<{ failures: number }>(
          'select coalesce(max(failures), 0) as failures from identity.login_failure',
        )
      )[0]?.failures;
    await database.query('delete from identity.login_failure');
    for (let round = 0; round < 4; round += 1) await open(newLinkToken(), address);
    expect(await failures()).toBe(4);
    const started = performance.now();
    for (let round = 0; round < 5; round += 1) await open(newLinkToken(), address);
    // 20 ms longer with each: 20, 40, 60, 80 and 100.
    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
  });

  it('does not count while its work fails', async () => {
    const [token, address] = [newLinkToken(), newAddress()];
    const fail = () => Promise.reject(new Error('the database is out'));
    for (let round = 0; round < 5; round += 1)
      await expect(open(token, address, fail)).rejects.toThrow('the database is out');
    expect(await open(token, address, works)).toEqual(WORKS);
  });
});
