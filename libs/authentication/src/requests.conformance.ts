import { expect, it } from '@jest/globals';
import type { Refusal } from './auth-result.ts';
import { checkedToken, type CheckedToken } from './authenticator.ts';
import { hashToken, mintToken } from './tokens/token.ts';
import {
  ADDRESS,
  type Open,
  REVOKED,
  activeRecord,
  kindsOf,
  later,
  newAddress,
  newNetwork,
  newWorkspace,
  remainingOf,
  resetOf,
} from './conformance.harness.ts';

export function tokenBehaviour(open: Open): void {
  it('is admitted with its principal', async () => {
    const { authenticator, identity } = await open();
    const record = activeRecord({ limit: 60 });
    const result = await authenticator.authenticate(identity.issue(record), ADDRESS);
    expect(result).toMatchObject({
      kind: 'admitted',
      principal: record.principal,
      window: { limit: 60, remaining: 59 },
    });
  });

  it('of an API key keeps its scopes, whatever the role of its creator is', async () => {
    const { authenticator, issue } = await open();
    expect(await authenticator.authenticate(issue(), ADDRESS)).toMatchObject({
      principal: { role: 'viewer', scopes: ['tickets:read', 'tickets:write'] },
    });
  });

  it.each([
    ['empty', ''],
    ['free text', 'not a token'],
    ['one with a wrong checksum', `sk_live_${'A'.repeat(40)}`],
    ['a refresh token', mintToken('rt_', 'Ab12')],
  ])('that is %s is refused without a look-up', async (_, token) => {
    const { authenticator, identity } = await open();
    expect(await authenticator.authenticate(token, ADDRESS)).toEqual({
      kind: 'refused',
      code: 'invalid_api_key',
      known: false,
    });
    expect(identity.lookUps).toBe(0);
  });

  it('is checked again without counting a request, until it is revoked', async () => {
    const { authenticator, store, issue } = await open();
    const token = issue({ limit: 2 });
    const checked = checkedToken(token, ADDRESS) as CheckedToken;
    const recheck = async () => (await authenticator.recheck(checked)).kind;
    await authenticator.authenticate(token, ADDRESS);
    expect([await recheck(), await recheck(), await recheck()]).toEqual(Array(3).fill('admitted'));
    expect(remainingOf(await authenticator.authenticate(token, ADDRESS))).toBe(0);
    // Also while the limit is used up.
    expect(await recheck()).toBe('admitted');
    await store.revoke([hashToken(token)]);
    expect(await recheck()).toBe('refused');
  });

  it('that nobody knows is refused', async () => {
    const { authenticator } = await open();
    const result = await authenticator.authenticate(mintToken('at_', 'Ab12'), ADDRESS);
    expect(result).toEqual({ kind: 'refused', code: 'invalid_api_key', known: false });
  });

  it('that was revoked before anybody asked is refused as one that was known', async () => {
    const { authenticator, identity } = await open();
    const result = await authenticator.authenticate(identity.issue(REVOKED), ADDRESS);
    expect(result).toEqual({ kind: 'refused', code: 'invalid_api_key', known: true });
  });

  it('expires at its moment, also when it is cached', async () => {
    const { authenticator, issue } = await open();
    const token = issue({ expiresAt: Date.now() + 1500 });
    expect((await authenticator.authenticate(token, ADDRESS)).kind).toBe('admitted');
    await later(1550);
    expect(await authenticator.authenticate(token, ADDRESS)).toEqual({
      kind: 'refused',
      code: 'token_expired',
      known: true,
    });
  });
}

export function windowBehaviour(open: Open): void {
  it('admits exactly the limit of 200 parallel requests, with as many different remaining numbers', async () => {
    const { authenticator, issue } = await open();
    const token = issue({ limit: 60 });
    const results = await Promise.all(
      Array.from({ length: 200 }, () => authenticator.authenticate(token, ADDRESS)),
    );
    const admitted = results.filter((result) => result.kind === 'admitted');
    expect(admitted).toHaveLength(60);
    expect(kindsOf(results, 'limited')).toBe(140);
    expect(new Set(admitted.map(remainingOf)).size).toBe(60);
  });

  it('begins with the first request, keeps its end, and then gives the whole limit back', async () => {
    const { authenticator, issue } = await open({ windowMs: 3000 });
    const token = issue({ limit: 3 });
    const before = Date.now();
    const first = await authenticator.authenticate(token, ADDRESS);
    expect(resetOf(first)).toBeGreaterThanOrEqual(before + 2995);
    expect(resetOf(first)).toBeLessThanOrEqual(Date.now() + 3005);
    await later(100);
    const rest = [
      await authenticator.authenticate(token, ADDRESS),
      await authenticator.authenticate(token, ADDRESS),
      await authenticator.authenticate(token, ADDRESS),
    ];
    expect([first, ...rest].map(remainingOf)).toEqual([2, 1, 0, 0]);
    expect(new Set([first, ...rest].map(resetOf)).size).toBe(1);
    expect(rest.map((result) => result.kind)).toEqual(['admitted', 'admitted', 'limited']);
    const last = rest[2] as { window: { ttlMs: number } };
    // A timer may end a millisecond early by the clock of the window.
    await later(last.window.ttlMs + 5);
    expect(await authenticator.authenticate(token, ADDRESS)).toMatchObject({
      kind: 'admitted',
      window: { remaining: 2 },
    });
  });

  it('is shared by the keys of a workspace, but not by its two modes or by another workspace', async () => {
    const { authenticator, issue } = await open();
    const workspaceId = newWorkspace();
    const numbers = [];
    for (const choice of [{ workspaceId }, { workspaceId }, { workspaceId, mode: 'test' as const }, {}]) {
      numbers.push(remainingOf(await authenticator.authenticate(issue({ ...choice, limit: 10 }), ADDRESS)));
    }
    expect(numbers).toEqual([9, 8, 9, 9]);
  });

  it('names the principal in a 429 too', async () => {
    const { authenticator, issue } = await open();
    const token = issue({ limit: 1, credentialId: 'key_x' });
    await authenticator.authenticate(token, ADDRESS);
    expect(await authenticator.authenticate(token, ADDRESS)).toMatchObject({
      kind: 'limited',
      principal: { credentialId: 'key_x' },
    });
  });
}

export function addressBehaviour(open: Open): void {
  const stranger: Refusal = { kind: 'refused', code: 'invalid_api_key', known: false };
  const expired: Refusal = { kind: 'refused', code: 'token_expired', known: true };

  it('shows its own numbers, and then limits', async () => {
    const { authenticator } = await open({ failuresPerMinute: 3 });
    const address = newAddress();
    const results = [];
    for (let round = 0; round < 4; round += 1)
      results.push(await authenticator.limitAnonymous(address, stranger));
    expect(results.map(remainingOf)).toEqual([2, 1, 0, 0]);
    expect(results[0]).toMatchObject({ ...stranger, window: { limit: 3 } });
    expect(results[3]).toMatchObject({ kind: 'limited', principal: null });
  });

  it('counts tokens that were valid once, but never refuses them', async () => {
    const { authenticator } = await open({ failuresPerMinute: 2 });
    const address = newAddress();
    const results = [];
    for (let round = 0; round < 3; round += 1)
      results.push(await authenticator.limitAnonymous(address, expired));
    expect(results.map(remainingOf)).toEqual([1, 0, 0]);
    expect(results[2]).toMatchObject({ kind: 'refused', code: 'token_expired' });
    expect((await authenticator.limitAnonymous(address, stranger)).kind).toBe('limited');
  });

  it('belongs to one IPv4 address, or to the /64 of an IPv6 address', async () => {
    const { authenticator } = await open();
    const net = newNetwork();
    const numbers = [];
    for (const address of [`${net}::1`, `${net}:ffff::2`, `${newNetwork()}::1`, newAddress(), newAddress()]) {
      numbers.push(remainingOf(await authenticator.limitAnonymous(address, stranger)));
    }
    expect(numbers).toEqual([4, 3, 4, 4, 4]);
  });

  it('can be shown without being counted', async () => {
    const { authenticator } = await open();
    const address = newAddress();
    expect(await authenticator.addressWindow(address)).toMatchObject({ limit: 5, remaining: 5 });
    await authenticator.limitAnonymous(address, stranger);
    expect(await authenticator.addressWindow(address)).toMatchObject({ limit: 5, remaining: 4 });
    expect(await authenticator.addressWindow(address)).toMatchObject({ limit: 5, remaining: 4 });
  });
}
