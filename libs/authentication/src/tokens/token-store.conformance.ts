import { expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import type { Refusal } from '../auth-result.ts';
import { hashToken, mintToken } from './token.ts';
import { LOOK_UPS_PER_SECOND } from '../rate-limits/blocked-addresses.ts';
import {
  ADDRESS,
  type Open,
  REVOKED,
  activeRecord,
  kindsOf,
  later,
  newAddress,
  newNetwork,
  newUser,
  newWorkspace,
} from '../conformance.harness.ts';

export function writeBehaviour(open: Open): void {
  it('that revokes a token stops it from the next request', async () => {
    const { authenticator, store, issue } = await open();
    const token = issue();
    await authenticator.authenticate(token, ADDRESS);
    await store.revoke([hashToken(token)]);
    expect(await authenticator.authenticate(token, ADDRESS)).toEqual({
      kind: 'refused',
      code: 'invalid_api_key',
      known: true,
    });
  });

  it('that revokes a token wins over a look-up that read it before', async () => {
    const { authenticator, store, identity, issue } = await open();
    const token = issue();
    const release = identity.hold();
    const pending = authenticator.authenticate(token, ADDRESS);
    await identity.untilLookUps(1);
    await store.revoke([hashToken(token)]);
    release();
    expect((await pending).kind).toBe('refused');
    expect(await authenticator.authenticate(token, ADDRESS)).toMatchObject({ kind: 'refused', known: true });
  });

  it('of a new token lets it in without a look-up, also when it was refused as unknown before', async () => {
    const { authenticator, store, identity } = await open();
    const token = mintToken('sk_live_', 'Ab12');
    expect((await authenticator.authenticate(token, ADDRESS)).kind).toBe('refused');
    await store.put(hashToken(token), activeRecord({ limit: 7 }));
    expect(await authenticator.authenticate(token, ADDRESS)).toMatchObject({
      kind: 'admitted',
      window: { limit: 7, remaining: 6 },
    });
    expect(identity.lookUps).toBe(1);
  });

  it('of a plan counts no session, each user of which has a limit of its own', async () => {
    const { authenticator, issue } = await open();
    const workspaceId = newWorkspace();
    const key = issue({ workspaceId, limit: 1 });
    const session = (userId: ReturnType<typeof newUser>) =>
      issue({ workspaceId, limit: 1, type: 'session', userId });
    const [kim, sam] = [newUser(), newUser()];
    const admitted = async (token: string) => authenticator.authenticate(token, ADDRESS);
    const [first, second] = [session(kim), session(kim)];
    for (const [token, remaining] of [
      [first, 599],
      [second, 598],
      [session(sam), 599],
    ] as const)
      expect(await admitted(token)).toMatchObject({ kind: 'admitted', window: { limit: 600, remaining } });
    expect(await admitted(key)).toMatchObject({ kind: 'admitted', window: { limit: 1, remaining: 0 } });
    expect(await admitted(key)).toMatchObject({ kind: 'limited' });
    expect(await admitted(first)).toMatchObject({ kind: 'admitted', window: { remaining: 597 } });
  });

  it('of a plan holds from the next request, within the running window', async () => {
    const { authenticator, store, issue } = await open();
    const workspaceId = newWorkspace();
    const token = issue({ workspaceId, limit: 2 });
    await authenticator.authenticate(token, ADDRESS);
    await store.setLimit(workspaceId, 300);
    expect(await authenticator.authenticate(token, ADDRESS)).toMatchObject({
      window: { limit: 300, remaining: 298 },
    });
    await store.setLimit(workspaceId, 1);
    expect(await authenticator.authenticate(token, ADDRESS)).toMatchObject({
      kind: 'limited',
      window: { limit: 1, remaining: 0 },
    });
  });

  it('of a plan is not undone by a look-up that began before it', async () => {
    const { authenticator, store, identity, issue } = await open();
    const workspaceId = newWorkspace();
    const token = issue({ workspaceId, limit: 60 });
    const release = identity.hold();
    const pending = authenticator.authenticate(token, ADDRESS);
    await identity.untilLookUps(1);
    await store.setLimit(workspaceId, 1000);
    release();
    expect(await pending).toMatchObject({ window: { limit: 1000 } });
    expect(await authenticator.authenticate(token, ADDRESS)).toMatchObject({ window: { limit: 1000 } });
  });

  it('that forgets a token makes the next request ask again, also past a look-up under way', async () => {
    const { authenticator, store, identity, issue } = await open();
    const token = issue({ credentialId: 'before' });
    const release = identity.hold();
    const pending = authenticator.authenticate(token, ADDRESS);
    await identity.untilLookUps(1);
    identity.records.set(hashToken(token), activeRecord({ credentialId: 'after' }));
    await store.invalidate([hashToken(token)]);
    release();
    await pending;
    expect(await authenticator.authenticate(token, ADDRESS)).toMatchObject({
      principal: { credentialId: 'after' },
    });
  });

  it('that forgets does not bring back what was revoked', async () => {
    const { authenticator, store, issue } = await open();
    const token = issue();
    await store.revoke([hashToken(token)]);
    await store.invalidate([hashToken(token)]);
    expect((await authenticator.authenticate(token, ADDRESS)).kind).toBe('refused');
  });
}

export function lookUpBehaviour(open: Open): void {
  it('is made once for many requests at the same time', async () => {
    const { authenticator, identity, issue } = await open();
    const token = issue({ limit: 100 });
    const results = await Promise.all(
      Array.from({ length: 50 }, () => authenticator.authenticate(token, ADDRESS)),
    );
    expect(kindsOf(results, 'admitted')).toBe(50);
    expect(identity.lookUps).toBe(1);
  });

  it('that fails makes the request unavailable, never refused, and is tried again', async () => {
    const { authenticator, identity, issue } = await open();
    const token = issue();
    identity.down = true;
    expect(await authenticator.authenticate(token, ADDRESS)).toEqual({ kind: 'unavailable' });
    identity.down = false;
    expect((await authenticator.authenticate(token, ADDRESS)).kind).toBe('admitted');
  });

  it('is not needed for a token that is cached while identity is down', async () => {
    const { authenticator, identity, issue } = await open();
    const token = issue();
    await authenticator.authenticate(token, ADDRESS);
    identity.down = true;
    expect((await authenticator.authenticate(token, ADDRESS)).kind).toBe('admitted');
  });

  it('is repeated when the record has lived its time', async () => {
    const { authenticator, identity, issue } = await open({ recordTtlMs: 1_000 });
    const token = issue();
    await authenticator.authenticate(token, ADDRESS);
    await authenticator.authenticate(token, ADDRESS);
    expect(identity.lookUps).toBe(1);
    identity.records.set(hashToken(token), REVOKED);
    await later(1_100);
    expect((await authenticator.authenticate(token, ADDRESS)).kind).toBe('refused');
    expect(identity.lookUps).toBe(2);
  });

  it('of an unknown token is spared for its own, shorter time', async () => {
    const { authenticator, identity } = await open({ unknownTtlMs: 1_000 });
    const token = mintToken('pat_', 'Ab12');
    await authenticator.authenticate(token, ADDRESS);
    await authenticator.authenticate(token, ADDRESS);
    expect(identity.lookUps).toBe(1);
    await later(1_100);
    await authenticator.authenticate(token, ADDRESS);
    expect(identity.lookUps).toBe(2);
  });
}

export function floodBehaviour(open: Open): void {
  const stranger: Refusal = { kind: 'refused', code: 'invalid_api_key', known: false };

  it('from an address without failures left costs identity no more than its look-ups a second', async () => {
    const { authenticator, store, identity, issue } = await open({ failuresPerMinute: 3 });
    const address = newAddress();
    const [cached, fresh] = [issue({ limit: 10_000 }), issue()];
    const [revoked, expired] = [issue(), issue({ expiresAt: Date.now() - 1 })];
    await authenticator.authenticate(cached, address);
    await authenticator.authenticate(expired, address);
    await store.revoke([hashToken(revoked)]);
    for (let count = 0; count < 3; count += 1) await authenticator.limitAnonymous(address, stranger);
    const before = identity.lookUps;
    const began = Date.now();
    const flood = Array.from({ length: 2_000 }, () =>
      authenticator.authenticate(mintToken('pat_', 'Ab12'), address),
    );
    const results = await Promise.all(flood);
    const seconds = Math.floor((Date.now() - began) / 1000) + 2;
    const looked = identity.lookUps - before;
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(seconds * LOOK_UPS_PER_SECOND);
    const limited = results.filter(({ kind }) => kind === 'limited');
    expect(limited).toHaveLength(2_000 - looked);
    expect(limited[0]).toMatchObject({ principal: null, window: { limit: 3, remaining: 0 } });
    // Requests with a known token are not delayed by it and get their own error.
    expect((await authenticator.authenticate(cached, address)).kind).toBe('admitted');
    expect(await authenticator.authenticate(revoked, address)).toMatchObject({
      kind: 'refused',
      known: true,
    });
    expect(await authenticator.authenticate(expired, address)).toMatchObject({
      code: 'token_expired',
      known: true,
    });
    // A valid one that is not known gets through as soon as the flood lets up, and from elsewhere at once.
    expect((await authenticator.authenticate(issue(), newAddress())).kind).toBe('admitted');
    await later(1_050);
    expect((await authenticator.authenticate(fresh, address)).kind).toBe('admitted');
  });
}

export function useBehaviour(open: Open): void {
  it('is handed over in batches, once per credential and interval, and the rest at the end', async () => {
    const { authenticator, identity, issue, close } = await open({ useFlushMs: 60_000 });
    const [first, second] = [issue({ credentialId: 'key_1' }), issue({ credentialId: 'key_2' })];
    const before = Date.now();
    for (const token of [first, second, first, first, second])
      await authenticator.authenticate(token, ADDRESS);
    expect(identity.uses).toEqual([]);
    await close();
    expect(identity.uses).toEqual([
      [
        { credentialId: 'key_1', at: expect.any(Number), address: ADDRESS },
        { credentialId: 'key_2', at: expect.any(Number), address: ADDRESS },
      ],
    ]);
    expect(identity.uses[0]?.[0]?.at).toBeGreaterThanOrEqual(before);
  });

  it('is kept while identity does not take it', async () => {
    const { authenticator, identity, issue } = await open({ useFlushMs: 10 });
    identity.refusesUses = true;
    await authenticator.authenticate(issue({ credentialId: 'key_1' }), ADDRESS);
    await eventually(() => identity.refusedUses > 1);
    identity.refusesUses = false;
    await eventually(() => identity.uses.length > 0);
    expect(identity.uses.flat().map((use) => use.credentialId)).toEqual(['key_1']);
  });

  it('tells each address once per interval, an IPv6 one by its /64, and no more than 32 of a credential', async () => {
    const { authenticator, identity, issue, close } = await open({ useFlushMs: 60_000 });
    const token = issue({ credentialId: 'key_1', limit: 1_000 });
    const [first, second, net] = [newAddress(), newAddress(), newNetwork()];
    for (const address of [first, second, first, `${net}::1`, second])
      await authenticator.authenticate(token, address);
    for (let count = 0; count < 40; count += 1)
      await authenticator.authenticate(token, `198.51.100.${count}`);
    await close();
    const told = identity.uses.flat().map(({ address }) => address);
    expect(told.slice(0, 3)).toEqual([first, second, `${net}::/64`]);
    expect(told).toHaveLength(32);
    expect(new Set(told).size).toBe(32);
  });
}
