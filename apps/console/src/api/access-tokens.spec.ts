import { beforeEach, describe, expect, it } from '@jest/globals';
import { AccessTokens } from './access-tokens.ts';

const HOUR_MS = 3_600_000;

let issued: number;
let lifeMs: number;
let tokens: AccessTokens;

beforeEach(() => {
  issued = 0;
  lifeMs = HOUR_MS;
  tokens = new AccessTokens(() => {
    issued += 1;
    return Promise.resolve({ token: `token${issued}`, expiresAt: Date.now() + lifeMs });
  });
});

describe('the access token of a mode', () => {
  it('is issued once for requests at the same time', async () => {
    expect(await Promise.all([tokens.get(), tokens.get()])).toEqual(['token1', 'token1']);
    expect(await tokens.get()).toBe('token1');
  });

  it('is renewed once for all requests that were refused with it', async () => {
    const refused = await tokens.get();
    const early = await Promise.all([tokens.get(refused), tokens.get(refused)]);
    // This one is refused when the others have their new token already.
    const late = await tokens.get(refused);
    expect([...early, late]).toEqual(['token2', 'token2', 'token2']);
    expect(issued).toBe(2);
  });

  it('is renewed before it expires', async () => {
    lifeMs = 30_000;
    await tokens.get();
    expect(await tokens.get()).toBe('token2');
  });

  it('is asked for again after a failure', async () => {
    let isDown = true;
    const unreliable = new AccessTokens(() =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve({ token: 'up', expiresAt: Infinity }),
    );
    await expect(unreliable.get()).rejects.toThrow('down');
    isDown = false;
    expect(await unreliable.get()).toBe('up');
  });

  it('that arrives after the session has ended is not kept', async () => {
    const late = tokens.get();
    tokens.forget();
    expect(await tokens.get()).toBe('token2');
    expect(await late).toBe('token1');
    expect(await tokens.get()).toBe('token2');
  });
});
