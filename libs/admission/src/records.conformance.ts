import { expect, it } from '@jest/globals';
import { hashToken, mintToken } from './token.ts';
import { type Open, REVOKED, activeRecord, kindsOf, later, newWorkspace } from './bench.conformance.ts';

export function writeBehaviour(open: Open): void {
  it('that revokes a token stops it from the next request', async () => {
    const { admission, records, issue } = await open();
    const token = issue();
    await admission.admit(token);
    await records.revoke([hashToken(token)]);
    expect(await admission.admit(token)).toEqual({ kind: 'refused', code: 'invalid_api_key', known: true });
  });

  it('that revokes a token wins over a look-up that read it before', async () => {
    const { admission, records, identity, issue } = await open();
    const token = issue();
    const release = identity.hold();
    const pending = admission.admit(token);
    await later(20);
    await records.revoke([hashToken(token)]);
    release();
    expect((await pending).kind).toBe('refused');
    expect(await admission.admit(token)).toMatchObject({ kind: 'refused', known: true });
  });

  it('of a new token lets it in without a look-up, also when it was refused as unknown before', async () => {
    const { admission, records, identity } = await open();
    const token = mintToken('sk_live_', 'Ab12');
    expect((await admission.admit(token)).kind).toBe('refused');
    await records.put(hashToken(token), activeRecord({ limit: 7 }));
    expect(await admission.admit(token)).toMatchObject({
      kind: 'admitted',
      window: { limit: 7, remaining: 6 },
    });
    expect(identity.asked).toBe(1);
  });

  it('of a plan holds from the next request, within the running window', async () => {
    const { admission, records, issue } = await open();
    const workspaceId = newWorkspace();
    const token = issue({ workspaceId, limit: 2 });
    await admission.admit(token);
    await records.setLimit(workspaceId, 300);
    expect(await admission.admit(token)).toMatchObject({ window: { limit: 300, remaining: 298 } });
    await records.setLimit(workspaceId, 1);
    expect(await admission.admit(token)).toMatchObject({
      kind: 'limited',
      window: { limit: 1, remaining: 0 },
    });
  });

  it('of a plan is not undone by a look-up that began before it', async () => {
    const { admission, records, identity, issue } = await open();
    const workspaceId = newWorkspace();
    const token = issue({ workspaceId, limit: 60 });
    const release = identity.hold();
    const pending = admission.admit(token);
    await later(20);
    await records.setLimit(workspaceId, 1000);
    release();
    expect(await pending).toMatchObject({ window: { limit: 1000 } });
    expect(await admission.admit(token)).toMatchObject({ window: { limit: 1000 } });
  });

  it('that forgets a token makes the next request ask again, also past a look-up under way', async () => {
    const { admission, records, identity, issue } = await open();
    const token = issue({ credentialId: 'before' });
    const release = identity.hold();
    const pending = admission.admit(token);
    await later(20);
    identity.records.set(hashToken(token), activeRecord({ credentialId: 'after' }));
    await records.forget([hashToken(token)]);
    release();
    await pending;
    expect(await admission.admit(token)).toMatchObject({ principal: { credentialId: 'after' } });
  });

  it('that forgets does not bring back what was revoked', async () => {
    const { admission, records, issue } = await open();
    const token = issue();
    await records.revoke([hashToken(token)]);
    await records.forget([hashToken(token)]);
    expect((await admission.admit(token)).kind).toBe('refused');
  });
}

export function lookUpBehaviour(open: Open): void {
  it('is made once for many requests at the same time', async () => {
    const { admission, identity, issue } = await open();
    const token = issue({ limit: 100 });
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => admission.admit(token)));
    expect(kindsOf(verdicts, 'admitted')).toBe(50);
    expect(identity.asked).toBe(1);
  });

  it('that fails makes the request unavailable, never refused, and is tried again', async () => {
    const { admission, identity, issue } = await open();
    const token = issue();
    identity.down = true;
    expect(await admission.admit(token)).toEqual({ kind: 'unavailable' });
    identity.down = false;
    expect((await admission.admit(token)).kind).toBe('admitted');
  });

  it('is not needed for a token that is cached while identity is down', async () => {
    const { admission, identity, issue } = await open();
    const token = issue();
    await admission.admit(token);
    identity.down = true;
    expect((await admission.admit(token)).kind).toBe('admitted');
  });

  it('is repeated when the record has lived its time', async () => {
    const { admission, identity, issue } = await open({ recordTtlMs: 500 });
    const token = issue();
    await admission.admit(token);
    await admission.admit(token);
    expect(identity.asked).toBe(1);
    identity.records.set(hashToken(token), REVOKED);
    await later(600);
    expect((await admission.admit(token)).kind).toBe('refused');
    expect(identity.asked).toBe(2);
  });

  it('of an unknown token is spared for its own, shorter time', async () => {
    const { admission, identity } = await open({ unknownTtlMs: 500 });
    const token = mintToken('pat_', 'Ab12');
    await admission.admit(token);
    await admission.admit(token);
    expect(identity.asked).toBe(1);
    await later(600);
    await admission.admit(token);
    expect(identity.asked).toBe(2);
  });
}

export function useBehaviour(open: Open): void {
  it('is handed over in batches, once per credential and interval', async () => {
    const { admission, identity, issue } = await open({ useFlushMs: 50, useIntervalMs: 10_000 });
    const [first, second] = [issue({ credentialId: 'key_1' }), issue({ credentialId: 'key_2' })];
    const before = Date.now();
    for (const token of [first, second, first, first, second]) await admission.admit(token);
    expect(identity.uses).toEqual([]);
    await later(120);
    expect(identity.uses.map((batch) => batch.map((use) => use.credentialId))).toEqual([['key_1', 'key_2']]);
    expect(identity.uses[0]?.[0]?.at).toBeGreaterThanOrEqual(before);
    await admission.admit(first);
    await later(120);
    expect(identity.uses).toHaveLength(1);
  });

  it('is kept while identity is down', async () => {
    const { admission, identity, issue } = await open({ useFlushMs: 30 });
    await admission.admit(issue({ credentialId: 'key_1' }));
    identity.down = true;
    await later(80);
    identity.down = false;
    await later(80);
    expect(identity.uses.flat().map((use) => use.credentialId)).toEqual(['key_1']);
  });

  it('is handed over at the end', async () => {
    const { admission, identity, issue, close } = await open({ useFlushMs: 60_000 });
    await admission.admit(issue({ credentialId: 'key_1' }));
    await close();
    expect(identity.uses.flat()).toEqual([{ credentialId: 'key_1', at: expect.any(Number) }]);
  });
}
