import { afterEach, describe, expect, it } from '@jest/globals';
import { encodeId, type Id, type TokenRecord } from '@parley/contracts';
import type { Admission, AdmissionOptions, AdmissionRecords, Refusal, TokenUse } from './admission.ts';
import { hashToken, mintToken } from './token.ts';

export interface AdmissionUnderTest {
  admission: Admission;
  records: AdmissionRecords;
  close(): Promise<void>;
}

export type CreateAdmission = (options: AdmissionOptions) => Promise<AdmissionUnderTest>;

/** Ids are new in every test, so forms that share a server between tests need no cleaning. */
let counter = Date.now();
const uuid = (): string =>
  (counter++)
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const newWorkspace = (): Id<'workspace'> => encodeId('workspace', uuid());
const newAddress = (): string => `10.${(counter >> 16) & 255}.${(counter >> 8) & 255}.${counter++ & 255}`;
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const UNKNOWN: TokenRecord = { state: 'unknown', principal: null, expiresAt: null, limit: 0 };
const REVOKED: TokenRecord = { ...UNKNOWN, state: 'revoked' };

interface RecordChoice {
  workspaceId?: Id<'workspace'>;
  mode?: 'live' | 'test';
  limit?: number;
  expiresAt?: number | null;
  credentialId?: string;
}

function activeRecord(choice: RecordChoice = {}): TokenRecord {
  return {
    state: 'active',
    principal: {
      kind: 'api_key',
      credentialId: choice.credentialId ?? encodeId('key', uuid()),
      workspaceId: choice.workspaceId ?? newWorkspace(),
      mode: choice.mode ?? 'live',
      userId: encodeId('user', uuid()),
      role: 'viewer',
      scopes: ['tickets:read', 'tickets:write'],
    },
    expiresAt: choice.expiresAt ?? null,
    limit: choice.limit ?? 60,
  };
}

/** What identity knows, and how often it was asked. */
class Identity {
  readonly records = new Map<string, TokenRecord>();
  readonly uses: TokenUse[][] = [];
  asked = 0;
  /** When set, look-ups wait for it, holding what they had read before. */
  gate: Promise<void> | null = null;
  down = false;

  readonly lookUp = async (hash: string): Promise<TokenRecord> => {
    this.asked += 1;
    const record = this.records.get(hash) ?? UNKNOWN;
    if (this.gate !== null) await this.gate;
    if (this.down) throw new Error('identity is down');
    return record;
  };

  readonly recordUse = (uses: TokenUse[]): Promise<void> => {
    if (this.down) return Promise.reject(new Error('identity is down'));
    this.uses.push(uses);
    return Promise.resolve();
  };

  issue(record: TokenRecord = activeRecord()): string {
    const token = mintToken('sk_live_', 'Ab12');
    this.records.set(hashToken(token), record);
    return token;
  }

  /** Makes look-ups wait until the answer is called. */
  hold(): () => void {
    let open = (): void => undefined;
    this.gate = new Promise((resolve) => (open = resolve));
    return () => {
      this.gate = null;
      open();
    };
  }
}

export interface Bench extends AdmissionUnderTest {
  identity: Identity;
  /** A token that identity knows and admission has not seen. */
  issue(choice?: RecordChoice): string;
}

type Open = (options?: Partial<AdmissionOptions>) => Promise<Bench>;

const remainingOf = (verdict: object): number =>
  (verdict as { window: { remaining: number } }).window.remaining;
const resetOf = (verdict: object): number => (verdict as { window: { resetAtMs: number } }).window.resetAtMs;
const kindsOf = (verdicts: readonly { kind: string }[], kind: string): number =>
  verdicts.filter((verdict) => verdict.kind === kind).length;

/** What every form of admission does, in memory and in Redis alike. Times are real and shortened. */
export function admissionConformance(name: string, create: CreateAdmission): void {
  describe(`${name} admission`, () => {
    const opened: AdmissionUnderTest[] = [];
    const open: Open = async (options = {}) => {
      const identity = new Identity();
      const settings = {
        lookUp: identity.lookUp,
        recordUse: identity.recordUse,
        failuresPerMinute: 5,
        ...options,
      };
      const made = await create(settings);
      opened.push(made);
      return { ...made, identity, issue: (choice) => identity.issue(activeRecord(choice)) };
    };
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((made) => made.close()));
    });

    describe('a token', () => tokenBehaviour(open));
    describe('the window of a workspace', () => windowBehaviour(open));
    describe('a write', () => writeBehaviour(open));
    describe('a look-up', () => lookUpBehaviour(open));
    describe('the bucket of an address', () => addressBehaviour(open));
    describe('the last use', () => useBehaviour(open));
  });
}

function tokenBehaviour(open: Open): void {
  it('is admitted with its principal', async () => {
    const { admission, identity } = await open();
    const record = activeRecord({ limit: 60 });
    const verdict = await admission.admit(identity.issue(record));
    expect(verdict).toMatchObject({
      kind: 'admitted',
      principal: record.principal,
      window: { limit: 60, remaining: 59 },
    });
  });

  it('of an API key keeps its scopes, whatever the role of its creator is', async () => {
    const { admission, issue } = await open();
    expect(await admission.admit(issue())).toMatchObject({
      principal: { role: 'viewer', scopes: ['tickets:read', 'tickets:write'] },
    });
  });

  it.each([
    ['empty', ''],
    ['free text', 'not a token'],
    ['one with a wrong checksum', `sk_live_${'A'.repeat(40)}`],
    ['a refresh token', mintToken('rt_', 'Ab12')],
  ])('that is %s is refused without a look-up', async (_, token) => {
    const { admission, identity } = await open();
    expect(await admission.admit(token)).toEqual({ kind: 'refused', code: 'invalid_api_key', known: false });
    expect(identity.asked).toBe(0);
  });

  it('that nobody knows is refused', async () => {
    const { admission } = await open();
    const verdict = await admission.admit(mintToken('at_', 'Ab12'));
    expect(verdict).toEqual({ kind: 'refused', code: 'invalid_api_key', known: false });
  });

  it('that was revoked before anybody asked is refused as one that was known', async () => {
    const { admission, identity } = await open();
    const verdict = await admission.admit(identity.issue(REVOKED));
    expect(verdict).toEqual({ kind: 'refused', code: 'invalid_api_key', known: true });
  });

  it('expires at its moment, also when it is cached', async () => {
    const { admission, issue } = await open();
    const token = issue({ expiresAt: Date.now() + 300 });
    expect((await admission.admit(token)).kind).toBe('admitted');
    await later(350);
    expect(await admission.admit(token)).toEqual({ kind: 'refused', code: 'token_expired', known: true });
  });
}

function windowBehaviour(open: Open): void {
  it('admits exactly the limit of 200 parallel requests, with as many different remaining numbers', async () => {
    const { admission, issue } = await open();
    const token = issue({ limit: 60 });
    const verdicts = await Promise.all(Array.from({ length: 200 }, () => admission.admit(token)));
    const admitted = verdicts.filter((verdict) => verdict.kind === 'admitted');
    expect(admitted).toHaveLength(60);
    expect(kindsOf(verdicts, 'limited')).toBe(140);
    expect(new Set(admitted.map(remainingOf)).size).toBe(60);
  });

  it('begins with the first request, keeps its end, and then gives the whole limit back', async () => {
    const { admission, issue } = await open({ windowMs: 400 });
    const token = issue({ limit: 3 });
    const before = Date.now();
    const first = await admission.admit(token);
    expect(resetOf(first)).toBeGreaterThanOrEqual(before + 395);
    expect(resetOf(first)).toBeLessThanOrEqual(Date.now() + 405);
    await later(100);
    const rest = [await admission.admit(token), await admission.admit(token), await admission.admit(token)];
    expect([first, ...rest].map(remainingOf)).toEqual([2, 1, 0, 0]);
    expect(new Set([first, ...rest].map(resetOf)).size).toBe(1);
    expect(rest.map((verdict) => verdict.kind)).toEqual(['admitted', 'admitted', 'limited']);
    const last = rest[2] as { window: { ttlMs: number } };
    await later(last.window.ttlMs);
    expect(await admission.admit(token)).toMatchObject({ kind: 'admitted', window: { remaining: 2 } });
  });

  it('is shared by the keys of a workspace, but not by its two modes or by another workspace', async () => {
    const { admission, issue } = await open();
    const workspaceId = newWorkspace();
    const numbers = [];
    for (const choice of [{ workspaceId }, { workspaceId }, { workspaceId, mode: 'test' as const }, {}]) {
      numbers.push(remainingOf(await admission.admit(issue({ ...choice, limit: 10 }))));
    }
    expect(numbers).toEqual([9, 8, 9, 9]);
  });

  it('names the principal in a 429 too', async () => {
    const { admission, issue } = await open();
    const token = issue({ limit: 1, credentialId: 'key_x' });
    await admission.admit(token);
    expect(await admission.admit(token)).toMatchObject({
      kind: 'limited',
      principal: { credentialId: 'key_x' },
    });
  });
}

function writeBehaviour(open: Open): void {
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

function lookUpBehaviour(open: Open): void {
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
    const { admission, identity, issue } = await open({ recordTtlMs: 200 });
    const token = issue();
    await admission.admit(token);
    await admission.admit(token);
    expect(identity.asked).toBe(1);
    identity.records.set(hashToken(token), REVOKED);
    await later(260);
    expect((await admission.admit(token)).kind).toBe('refused');
    expect(identity.asked).toBe(2);
  });

  it('of an unknown token is spared for its own, shorter time', async () => {
    const { admission, identity } = await open({ unknownTtlMs: 200 });
    const token = mintToken('pat_', 'Ab12');
    await admission.admit(token);
    await admission.admit(token);
    expect(identity.asked).toBe(1);
    await later(260);
    await admission.admit(token);
    expect(identity.asked).toBe(2);
  });
}

function addressBehaviour(open: Open): void {
  const stranger: Refusal = { kind: 'refused', code: 'invalid_api_key', known: false };
  const expired: Refusal = { kind: 'refused', code: 'token_expired', known: true };

  it('shows its own numbers, and then limits', async () => {
    const { admission } = await open({ failuresPerMinute: 3 });
    const address = newAddress();
    const verdicts = [];
    for (let round = 0; round < 4; round += 1)
      verdicts.push(await admission.admitAnonymous(address, stranger));
    expect(verdicts.map(remainingOf)).toEqual([2, 1, 0, 0]);
    expect(verdicts[0]).toMatchObject({ ...stranger, window: { limit: 3 } });
    expect(verdicts[3]).toMatchObject({ kind: 'limited', principal: null });
  });

  it('counts tokens that were valid once, but never refuses them', async () => {
    const { admission } = await open({ failuresPerMinute: 2 });
    const address = newAddress();
    const verdicts = [];
    for (let round = 0; round < 3; round += 1)
      verdicts.push(await admission.admitAnonymous(address, expired));
    expect(verdicts.map(remainingOf)).toEqual([1, 0, 0]);
    expect(verdicts[2]).toMatchObject({ kind: 'refused', code: 'token_expired' });
    expect((await admission.admitAnonymous(address, stranger)).kind).toBe('limited');
  });

  it('belongs to one IPv4 address, or to the /64 of an IPv6 address', async () => {
    const { admission } = await open();
    const net = `2001:db8:${(counter++ & 0xffff).toString(16)}:7`;
    const numbers = [];
    for (const address of [`${net}::1`, `${net}:ffff::2`, '2001:db8:1:8::1', newAddress(), newAddress()]) {
      numbers.push(remainingOf(await admission.admitAnonymous(address, stranger)));
    }
    expect(numbers).toEqual([4, 3, 4, 4, 4]);
  });

  it('can be shown without being counted', async () => {
    const { admission } = await open();
    const address = newAddress();
    expect(await admission.addressWindow(address)).toMatchObject({ limit: 5, remaining: 5 });
    await admission.admitAnonymous(address, stranger);
    expect(await admission.addressWindow(address)).toMatchObject({ limit: 5, remaining: 4 });
    expect(await admission.addressWindow(address)).toMatchObject({ limit: 5, remaining: 4 });
  });
}

function useBehaviour(open: Open): void {
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
