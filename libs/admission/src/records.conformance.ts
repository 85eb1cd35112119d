import { expect, it } from '@jest/globals';
import type { Refusal } from './admission.ts';
import { hashToken, mintToken } from './token.ts';
import { LOOK_UPS_PER_SECOND } from './used-up-addresses.ts';
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
} from './bench.conformance.ts';

export function writeBehaviour(open: Open): void {
  it('that revokes a token stops it from the next request', async () => {
    const { admission, records, issue } = await open();
    const token = issue();
    await admission.admit(token, ADDRESS);
    await records.revoke([hashToken(token)]);
    expect(await admission.admit(token, ADDRESS)).toEqual({
      kind: 'refused',
      code: 'invalid_api_key',
      known: true,
    });
  });

  it('that revokes a token wins over a look-up that read it before', async () => {
    const { admission, records, identity, issue } = await open();
    const token = issue();
    const release = identity.hold();
    const pending = admission.admit(token, ADDRESS);
    await later(20);
    await records.revoke([hashToken(token)]);
    release();
    expect((await pending).kind).toBe('refused');
    expect(await admission.admit(token, ADDRESS)).toMatchObject({ kind: 'refused', known: true });
  });

  it('of a new token lets it in without a look-up, also when it was refused as unknown before', async () => {
    const { admission, records, identity } = await open();
    const token = mintToken('sk_live_', 'Ab12');
    expect((await admission.admit(token, ADDRESS)).kind).toBe('refused');
    await records.put(hashToken(token), activeRecord({ limit: 7 }));
    expect(await admission.admit(token, ADDRESS)).toMatchObject({
      kind: 'admitted',
      window: { limit: 7, remaining: 6 },
    });
    expect(identity.asked).toBe(1);
  });

  it('of a plan holds from the next request, within the running window', async () => {
    const { admission, records, issue } = await open();
    const workspaceId = newWorkspace();
    const token = issue({ workspaceId, limit: 2 });
    await admission.admit(token, ADDRESS);
    await records.setLimit(workspaceId, 300);
    expect(await admission.admit(token, ADDRESS)).toMatchObject({ window: { limit: 300, remaining: 298 } });
    await records.setLimit(workspaceId, 1);
    expect(await admission.admit(token, ADDRESS)).toMatchObject({
      kind: 'limited',
      window: { limit: 1, remaining: 0 },
    });
  });

  it('of a plan is not undone by a look-up that began before it', async () => {
    const { admission, records, identity, issue } = await open();
    const workspaceId = newWorkspace();
    const token = issue({ workspaceId, limit: 60 });
    const release = identity.hold();
    const pending = admission.admit(token, ADDRESS);
    await later(20);
    await records.setLimit(workspaceId, 1000);
    release();
    expect(await pending).toMatchObject({ window: { limit: 1000 } });
    expect(await admission.admit(token, ADDRESS)).toMatchObject({ window: { limit: 1000 } });
  });

  it('that forgets a token makes the next request ask again, also past a look-up under way', async () => {
    const { admission, records, identity, issue } = await open();
    const token = issue({ credentialId: 'before' });
    const release = identity.hold();
    const pending = admission.admit(token, ADDRESS);
    await later(20);
    identity.records.set(hashToken(token), activeRecord({ credentialId: 'after' }));
    await records.forget([hashToken(token)]);
    release();
    await pending;
    expect(await admission.admit(token, ADDRESS)).toMatchObject({ principal: { credentialId: 'after' } });
  });

  it('that forgets does not bring back what was revoked', async () => {
    const { admission, records, issue } = await open();
    const token = issue();
    await records.revoke([hashToken(token)]);
    await records.forget([hashToken(token)]);
    expect((await admission.admit(token, ADDRESS)).kind).toBe('refused');
  });
}

export function lookUpBehaviour(open: Open): void {
  it('is made once for many requests at the same time', async () => {
    const { admission, identity, issue } = await open();
    const token = issue({ limit: 100 });
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => admission.admit(token, ADDRESS)));
    expect(kindsOf(verdicts, 'admitted')).toBe(50);
    expect(identity.asked).toBe(1);
  });

  it('that fails makes the request unavailable, never refused, and is tried again', async () => {
    const { admission, identity, issue } = await open();
    const token = issue();
    identity.down = true;
    expect(await admission.admit(token, ADDRESS)).toEqual({ kind: 'unavailable' });
    identity.down = false;
    expect((await admission.admit(token, ADDRESS)).kind).toBe('admitted');
  });

  it('is not needed for a token that is cached while identity is down', async () => {
    const { admission, identity, issue } = await open();
    const token = issue();
    await admission.admit(token, ADDRESS);
    identity.down = true;
    expect((await admission.admit(token, ADDRESS)).kind).toBe('admitted');
  });

  it('is repeated when the record has lived its time', async () => {
    const { admission, identity, issue } = await open({ recordTtlMs: 500 });
    const token = issue();
    await admission.admit(token, ADDRESS);
    await admission.admit(token, ADDRESS);
    expect(identity.asked).toBe(1);
    identity.records.set(hashToken(token), REVOKED);
    await later(600);
    expect((await admission.admit(token, ADDRESS)).kind).toBe('refused');
    expect(identity.asked).toBe(2);
  });

  it('of an unknown token is spared for its own, shorter time', async () => {
    const { admission, identity } = await open({ unknownTtlMs: 500 });
    const token = mintToken('pat_', 'Ab12');
    await admission.admit(token, ADDRESS);
    await admission.admit(token, ADDRESS);
    expect(identity.asked).toBe(1);
    await later(600);
    await admission.admit(token, ADDRESS);
    expect(identity.asked).toBe(2);
  });
}

export function floodBehaviour(open: Open): void {
  const stranger: Refusal = { kind: 'refused', code: 'invalid_api_key', known: false };

  it('from an address without failures left costs identity no more than its look-ups a second', async () => {
    const { admission, records, identity, issue } = await open({ failuresPerMinute: 3 });
    const address = newAddress();
    const [cached, fresh] = [issue({ limit: 10_000 }), issue()];
    const [revoked, expired] = [issue(), issue({ expiresAt: Date.now() - 1 })];
    await admission.admit(cached, address);
    await admission.admit(expired, address);
    await records.revoke([hashToken(revoked)]);
    for (let count = 0; count < 3; count += 1) await admission.admitAnonymous(address, stranger);
    const before = identity.asked;
    const began = Date.now();
    const flood = Array.from({ length: 2_000 }, () => admission.admit(mintToken('pat_', 'Ab12'), address));
    const verdicts = await Promise.all(flood);
    const seconds = Math.floor((Date.now() - began) / 1000) + 2;
    const looked = identity.asked - before;
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(seconds * LOOK_UPS_PER_SECOND);
    const limited = verdicts.filter(({ kind }) => kind === 'limited');
    expect(limited).toHaveLength(2_000 - looked);
    expect(limited[0]).toMatchObject({ principal: null, window: { limit: 3, remaining: 0 } });
    // Whoever has a token that is known is not held up by it, and is told what is wrong with it.
    expect((await admission.admit(cached, address)).kind).toBe('admitted');
    expect(await admission.admit(revoked, address)).toMatchObject({ kind: 'refused', known: true });
    expect(await admission.admit(expired, address)).toMatchObject({ code: 'token_expired', known: true });
    // A valid one that is not known gets through as soon as the flood lets up, and from elsewhere at once.
    expect((await admission.admit(issue(), newAddress())).kind).toBe('admitted');
    await later(1_050);
    expect((await admission.admit(fresh, address)).kind).toBe('admitted');
  });
}

export function useBehaviour(open: Open): void {
  it('is handed over in batches, once per credential and interval', async () => {
    // Long enough for five requests on a busy machine.
    const { admission, identity, issue } = await open({ useFlushMs: 1_500, useIntervalMs: 60_000 });
    const [first, second] = [issue({ credentialId: 'key_1' }), issue({ credentialId: 'key_2' })];
    const before = Date.now();
    for (const token of [first, second, first, first, second]) await admission.admit(token, ADDRESS);
    expect(identity.uses).toEqual([]);
    await later(2_000);
    expect(identity.uses.map((batch) => batch.map((use) => use.credentialId))).toEqual([['key_1', 'key_2']]);
    expect(identity.uses[0]?.[0]?.at).toBeGreaterThanOrEqual(before);
    await admission.admit(first, ADDRESS);
    await later(2_000);
    expect(identity.uses).toHaveLength(1);
  });

  it('is kept while identity is down', async () => {
    const { admission, identity, issue } = await open({ useFlushMs: 300 });
    await admission.admit(issue({ credentialId: 'key_1' }), ADDRESS);
    identity.down = true;
    await later(800);
    identity.down = false;
    await later(800);
    expect(identity.uses.flat().map((use) => use.credentialId)).toEqual(['key_1']);
  });

  it('is handed over at the end', async () => {
    const { admission, identity, issue, close } = await open({ useFlushMs: 60_000 });
    await admission.admit(issue({ credentialId: 'key_1' }), ADDRESS);
    await close();
    expect(identity.uses.flat()).toEqual([
      { credentialId: 'key_1', at: expect.any(Number), address: ADDRESS },
    ]);
  });

  it('tells each address once per interval, an IPv6 one by its /64, and no more than 32 of a credential', async () => {
    const { admission, identity, issue, close } = await open({ useFlushMs: 60_000 });
    const token = issue({ credentialId: 'key_1', limit: 1_000 });
    const [first, second, net] = [newAddress(), newAddress(), newNetwork()];
    for (const address of [first, second, first, `${net}::1`, second]) await admission.admit(token, address);
    for (let count = 0; count < 40; count += 1) await admission.admit(token, `198.51.100.${count}`);
    await close();
    const told = identity.uses.flat().map(({ address }) => address);
    expect(told.slice(0, 3)).toEqual([first, second, `${net}::/64`]);
    expect(told).toHaveLength(32);
    expect(new Set(told).size).toBe(32);
  });
}
