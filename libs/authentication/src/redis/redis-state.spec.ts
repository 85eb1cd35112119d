import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { authenticatorConformance } from '../authenticator.conformance.ts';
import { Authenticator } from '../authenticator.ts';
import { ADDRESS, ROUTE_TAG, activeRecord, kindsOf, newWorkspace } from '../conformance.harness.ts';
import { hashToken, mintToken } from '../tokens/token.ts';
import { RedisTokenStore } from './redis-token-store.ts';
import { RedisState } from './redis-state.ts';
import { RedisConfig } from './redis.config.ts';
import {
  KEYS,
  Platform,
  REDIS_URL,
  newPrefix,
  isRedisReachable,
  removeKeys,
  sourceOf,
} from './redis.harness.ts';

const reachable = await isRedisReachable();

if (reachable) {
  // Longer than any stall: none of these is about an outage.
  const redis = new RedisConfig({ REDIS_URL, REDIS_PREFIX: newPrefix(), REDIS_COMMAND_TIMEOUT: '5s' });
  afterAll(() => removeKeys(REDIS_URL, redis.REDIS_PREFIX));
  authenticatorConformance('Redis', (options) => {
    const state = new RedisState({ ...options, redis, keys: KEYS });
    const authenticator = new Authenticator(state, options);
    const store = new RedisTokenStore({
      ...options,
      redis,
      keys: KEYS,
      source: sourceOf(() => Promise.resolve([])),
    });
    const close = async (): Promise<void> => {
      await Promise.all([authenticator.close(), store.close()]);
    };
    return Promise.resolve({ authenticator, store, state, close });
  });
}

const describeWithRedis = reachable ? describe : describe.skip;

describeWithRedis(`two gateways over one Redis${reachable ? '' : ` (none at ${REDIS_URL})`}`, () => {
  let platform: Platform;
  beforeEach(() => {
    platform = new Platform(REDIS_URL, {}, { REDIS_COMMAND_TIMEOUT: '5s' });
  });
  afterEach(async () => {
    await platform.close();
    await removeKeys(REDIS_URL, platform.prefix);
  });

  it('together allow exactly the limit of 200 parallel requests', async () => {
    const token = platform.identity.issue(activeRecord({ limit: 60 }));
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, place) =>
        platform.gateways[place % 2 === 0 ? 0 : 1].authenticate(token, ADDRESS),
      ),
    );
    expect(kindsOf(results, 'admitted')).toBe(60);
    expect(kindsOf(results, 'limited')).toBe(140);
    expect(platform.gateways.map((gateway) => gateway.degradedRequests)).toEqual([0, 0]);
  });

  it('do not read the principal of a release that knows more: identity looks the token up', async () => {
    const token = platform.identity.issue(activeRecord({ limit: 60 }));
    const [gateway] = platform.gateways;
    const own = await gateway.authenticate(token, ADDRESS);
    if (own.kind !== 'admitted') throw new Error(own.kind);
    const redis = new Redis(REDIS_URL);
    const key = `${platform.prefix}{Ab12}:t:${hashToken(token)}`;
    const foreign = JSON.stringify({ ...own.principal, scopes: ['everything'], onlyOnSundays: true });
    for (const version of ['0', '2', '']) {
      expect(await redis.hset(key, 'v', version, 'p', foreign)).toBe(0);
      expect(await gateway.authenticate(token, ADDRESS)).toMatchObject({ principal: own.principal });
    }
    redis.disconnect();
  });

  it('believe no principal that another program has written to Redis: identity looks the token up', async () => {
    const [gateway] = platform.gateways;
    const known = platform.identity.issue(activeRecord({ limit: 60 }));
    const own = await gateway.authenticate(known, ADDRESS);
    if (own.kind !== 'admitted') throw new Error(own.kind);
    const redis = new Redis(REDIS_URL);
    const keyOf = (token: string) => `${platform.prefix}{${ROUTE_TAG}}:t:${hashToken(token)}`;
    const entry = await redis.hgetall(keyOf(known));
    const signed = String(entry['p']);
    const signature = signed.slice(0, signed.indexOf('{'));
    const plain = JSON.stringify({ ...own.principal, role: 'admin' });
    for (const forged of [
      plain,
      signature + plain,
      'A'.repeat(signature.length) + plain,
      signed,
      'not JSON',
      '',
    ]) {
      const invented = mintToken('sk_live_', ROUTE_TAG);
      await redis.hset(keyOf(invented), { ...entry, p: forged });
      expect(await gateway.authenticate(invented, ADDRESS)).toMatchObject({ kind: 'refused' });
    }
    await redis.hset(keyOf(known), 'p', signature + plain);
    expect(await gateway.authenticate(known, ADDRESS)).toMatchObject({ principal: own.principal });
    // What identity has said replaces what was forged.
    expect(await gateway.authenticate(known, ADDRESS)).toMatchObject({ principal: own.principal });
    expect(await redis.hget(keyOf(known), 'p')).toBe(signed);
    redis.disconnect();
  });

  it('share the reservations of idempotency keys', async () => {
    const token = platform.identity.issue(activeRecord({ limit: 1000 }));
    const request = (gateway: 0 | 1, service: string) =>
      platform.gateways[gateway].authenticate(token, ADDRESS, { key: 'key', service });
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        request(index % 2 === 0 ? 0 : 1, index % 3 === 0 ? 'ticket' : 'contact'),
      ),
    );
    const conflicts = results.map((result) => 'reservation' in result && result.reservation === 'conflict');
    const won = conflicts[0] === true ? 'contact' : 'ticket';
    expect(conflicts).toEqual(results.map((_, index) => (index % 3 === 0 ? 'ticket' : 'contact') !== won));
  });

  it('count the usage of a workspace together, for two hours', async () => {
    const workspaceId = newWorkspace();
    const token = platform.identity.issue(activeRecord({ workspaceId, limit: 3 }));
    for (const gateway of [0, 1, 0, 1, 0] as const)
      await platform.gateways[gateway].authenticate(token, ADDRESS);
    const usage = await platform.states[1].usage({ workspaceId, mode: 'live', routeTag: ROUTE_TAG });
    const sum = (of: 'admitted' | 'refused') => (usage ?? []).reduce((all, minute) => all + minute[of], 0);
    expect([sum('admitted'), sum('refused')]).toEqual([3, 2]);
    const redis = new Redis(REDIS_URL);
    for (const key of await redis.keys(`${platform.prefix}{Ab12}:us:*`)) {
      const ttl = await redis.pttl(key);
      expect([ttl > 7_100_000, ttl <= 7_200_000]).toEqual([true, true]);
    }
    redis.disconnect();
  });

  it('admit requests, within the limit, whose usage cannot be counted', async () => {
    const workspaceId = newWorkspace();
    const token = platform.identity.issue(activeRecord({ workspaceId, limit: 2 }));
    const redis = new Redis(REDIS_URL);
    const hour = Math.floor(Date.now() / 3_600_000);
    // No hash, so that HINCRBY fails.
    for (const name of [hour, hour + 1])
      await redis.set(`${platform.prefix}{Ab12}:us:${workspaceId}:live:${name}`, 'text');
    const results = [];
    for (let round = 0; round < 3; round += 1)
      results.push((await platform.gateways[0].authenticate(token, ADDRESS)).kind);
    expect(results).toEqual(['admitted', 'admitted', 'limited']);
    expect(platform.gateways[0].degradedRequests).toBe(0);
    redis.disconnect();
  });

  it('share the authentication failures of an address', async () => {
    const refusal = { kind: 'refused', code: 'invalid_api_key', known: false } as const;
    const [first, second] = platform.gateways;
    for (let round = 0; round < 5; round += 1) await first.limitAnonymous('203.0.113.9', refusal);
    expect((await second.limitAnonymous('203.0.113.9', refusal)).kind).toBe('limited');
  });

  it('store nothing about the invented tokens of an address without failures left', async () => {
    const { identity, gateways, prefix } = platform;
    const refusal = { kind: 'refused', code: 'invalid_api_key', known: false } as const;
    const address = '203.0.113.10';
    for (let round = 0; round < 5; round += 1) await gateways[0].limitAnonymous(address, refusal);
    const invented = Array.from({ length: 1_000 }, () =>
      gateways[0].authenticate(mintToken('pat_', 'Ab12'), address),
    );
    const limited = kindsOf(await Promise.all(invented), 'limited');
    // Those that share the look-ups left to all such addresses.
    expect(limited).toBe(1_000 - identity.lookUps);
    expect(limited).toBeGreaterThan(500);
    expect(await countKeys(`${prefix}*:t:*`)).toBe(identity.lookUps);
  });

  it('do not store a look-up that started before a revocation on the other gateway', async () => {
    const { identity, gateways, store } = platform;
    const token = identity.issue();
    const release = identity.hold();
    const racing = gateways.map((gateway) => gateway.authenticate(token, ADDRESS));
    await identity.untilLookUps(2);
    // Only the tombstone is new: the look-ups in progress, and later ones too, return the old record.
    await store.revoke([hashToken(token)]);
    release();
    const results = [...(await Promise.all(racing)), await gateways[0].authenticate(token, ADDRESS)];
    expect(kindsOf(results, 'refused')).toBe(3);
  });

  it('keep a tombstone against a late write, and discard the running look-up of an evicted token', async () => {
    const { identity, gateways, store } = platform;
    const revoked = mintToken('sk_live_', 'Ab12');
    await store.revoke([hashToken(revoked)]);
    await store.put(hashToken(revoked), activeRecord());
    expect((await gateways[0].authenticate(revoked, ADDRESS)).kind).toBe('refused');

    const token = identity.issue(activeRecord({ credentialId: 'before' }));
    const release = identity.hold();
    const pending = gateways[0].authenticate(token, ADDRESS);
    await identity.untilLookUps(1);
    identity.records.set(hashToken(token), activeRecord({ credentialId: 'after' }));
    await store.invalidate([hashToken(token)]);
    release();
    expect(await pending).toMatchObject({ principal: { credentialId: 'after' } });
    expect(await gateways[1].authenticate(token, ADDRESS)).toMatchObject({
      principal: { credentialId: 'after' },
    });
  });

  it('reject each of thousands of tokens revoked at once', async () => {
    const { gateways, store } = platform;
    const tokens = Array.from({ length: 2500 }, () => mintToken('at_', 'Ab12'));
    await store.revoke(tokens.map(hashToken));
    for (const token of [tokens[0], tokens[999], tokens[1000], tokens[2499]]) {
      expect(await gateways[1].authenticate(token as string, ADDRESS)).toMatchObject({
        kind: 'refused',
        known: true,
      });
    }
    await store.revoke([]);
  });
});

async function countKeys(pattern: string): Promise<number> {
  const redis = new Redis(REDIS_URL);
  let count = 0;
  for await (const keys of redis.scanStream({ match: pattern, count: 1000 }))
    count += (keys as string[]).length;
  redis.disconnect();
  return count;
}
