import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { health } from '@parley/runtime/process';
import { eventually, TcpProxy } from '@parley/testing';
import type { KeyReservation, TokenResult } from '../auth-result.ts';
import { ADDRESS, REVOKED, activeRecord, kindsOf, later, remainingOf } from '../conformance.harness.ts';
import { hashToken, mintToken } from '../tokens/token.ts';
import { RedisConnection } from './redis-connection.ts';
import { Platform, PrivateRedis, canStartRedis } from './redis.harness.ts';

const canStart = canStartRedis();
const describeWithServer = canStart ? describe : describe.skip;
const stranger = { kind: 'refused', code: 'invalid_api_key', known: false } as const;

describeWithServer(`authentication over a Redis that fails${canStart ? '' : ' (no redis-server)'}`, () => {
  let server: PrivateRedis;
  let platform: Platform;
  const gateway = (place: 0 | 1 = 0) => platform.gateways[place];
  const degraded = () => gateway().degradedRequests;
  /** The state of a token in Redis. */
  const stateOf = (token: string, prefix = platform.prefix) =>
    server.command('hget', `${prefix}{Ab12}:t:${hashToken(token)}`, 's');
  /** Waits until Redis has the token: a request may return first. */
  const cached = (token: string, of = platform) =>
    eventually(async () => {
      await of.gateways[0].authenticate(token, ADDRESS);
      return (await stateOf(token, of.prefix)) === 'active';
    });
  /** Waits until a request is handled with Redis again. */
  const recovered = (place: 0 | 1 = 0) =>
    eventually(async () => {
      const before = gateway(place).degradedRequests;
      await gateway(place).addressWindow('203.0.113.200');
      await gateway(place).limitAnonymous('203.0.113.201', stranger);
      return gateway(place).degradedRequests === before;
    });
  /** Requests give up on a frozen Redis after the usual timeout, which a stall of a killed one must not reach. */
  const useDefaultTimeout = async () => {
    await platform.close();
    platform = new Platform(server.url);
  };

  beforeEach(async () => {
    server = await PrivateRedis.start();
    platform = new Platform(server.url, {}, { REDIS_COMMAND_TIMEOUT: '5s' });
  });
  afterEach(async () => {
    await platform.close();
    await server.close();
  });

  it('is not ready once Redis comes in a version that is too old', async () => {
    await server.kill();
    const connection = new RedisConnection(platform.config, undefined, '1000.1');
    try {
      health.setStarted();
      expect((await health.ready()).isOk).toBe(true);
      await server.run();
      await eventually(async () => !(await health.ready()).isOk);
      const { checks } = await health.ready();
      expect(checks['redis version']).toMatch(/^Redis \d[\d.]* is too old: 1000\.1 or later is needed$/);
    } finally {
      connection.close();
    }
    expect((await health.ready()).isOk).toBe(true);
  });

  it('can be waited for, but not for ever', async () => {
    const [state] = platform.states;
    await server.kill();
    await eventually(async () => !(await state.isHealthy()));
    await state.untilAvailable(50);
    expect(await state.isHealthy()).toBe(false);
    await server.run();
    await state.untilAvailable(60_000);
    await gateway().addressWindow(ADDRESS);
    expect(degraded()).toBe(0);
  });

  it('needs one round trip for a request with a cached token', async () => {
    const token = platform.identity.issue(activeRecord({ limit: 1000 }));
    await gateway().authenticate(token, ADDRESS);
    await gateway().authenticate(token, ADDRESS);
    await server.command('config', 'resetstat');
    for (let round = 0; round < 100; round += 1) await gateway().authenticate(token, ADDRESS);
    const stats = String(await server.command('info', 'commandstats'));
    const called = [...stats.matchAll(/cmdstat_(\w+):calls=(\d+)/g)].map(([, name, calls]) => [
      name,
      Number(calls),
    ]);
    // Only commands of the client are round trips. The others are called by the script, hset and pexpire when a
    // window or a minute begins.
    expect(Object.fromEntries(called)).toMatchObject({ evalsha: 100, hmget: 200 });
    const inside = ['evalsha', 'hmget', 'hget', 'time', 'hincrby', 'hset', 'pexpire'];
    const ofTheProbe = ['config|resetstat', 'config', 'info', 'client', 'client|setinfo'];
    expect(called.filter(([name]) => ![...inside, ...ofTheProbe].includes(name as string))).toEqual([]);
  });

  it('reloads tokens after FLUSHALL without errors, and accepts no revoked token', async () => {
    const { identity } = platform;
    const [token, revoked] = [identity.issue(), identity.issue()];
    for (const one of [token, revoked]) await cached(one);
    const before = degraded();
    await platform.revoke(revoked);
    const release = identity.hold();
    const late = identity.issue();
    const asked = identity.lookUps;
    const pending = gateway().authenticate(late, ADDRESS);
    await identity.untilLookUps(asked + 1);
    await server.command('flushall');
    identity.records.set(hashToken(late), REVOKED);
    release();
    expect((await pending).kind).toBe('refused');
    for (const place of [0, 1] as const) {
      expect((await gateway(place).authenticate(token, ADDRESS)).kind).toBe('admitted');
      expect(await gateway(place).authenticate(revoked, ADDRESS)).toMatchObject({
        kind: 'refused',
        known: true,
      });
    }
    expect(degraded()).toBe(before);
  });

  it('responds correctly while Redis is killed under load, and shares limits again after its restart', async () => {
    const { identity } = platform;
    const token = identity.issue(activeRecord({ limit: 1_000_000 }));
    const answers: TokenResult[] = [];
    let running = true;
    const traffic = Array.from({ length: 10 }, async () => {
      while (running) {
        answers.push(await gateway().authenticate(token, ADDRESS));
        await later(1);
      }
    });
    await eventually(() => answers.length > 10);
    await server.kill();
    // Requests are answered while there is no Redis.
    await eventually(() => degraded() > 100);
    await server.run();
    await recovered();
    await recovered(1);
    running = false;
    await Promise.all(traffic);
    expect(kindsOf(answers, 'admitted')).toBe(answers.length);

    const shared = identity.issue(activeRecord({ limit: 60 }));
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, place) =>
        gateway(place % 2 === 0 ? 0 : 1).authenticate(shared, ADDRESS),
      ),
    );
    expect(kindsOf(results, 'admitted')).toBe(60);
  });

  it('responds while Redis is frozen, and recovers without intervention', async () => {
    await useDefaultTimeout();
    const { identity } = platform;
    const [known, fresh] = [identity.issue(), identity.issue()];
    await gateway().authenticate(known, ADDRESS);
    server.freeze();
    const first = await Promise.all([known, fresh].map((token) => gateway().authenticate(token, ADDRESS)));
    const address = await gateway().limitAnonymous('203.0.113.9', stranger);
    for (let round = 0; round < 50; round += 1) first.push(await gateway().authenticate(known, ADDRESS));
    expect(kindsOf(first, 'admitted')).toBe(52);
    expect(address).toMatchObject({ kind: 'refused', window: { remaining: 4 } });
    expect(await platform.states[0].isHealthy()).toBe(false);
    server.thaw();
    await recovered();
    expect(await platform.states[0].isHealthy()).toBe(true);
  });

  it('recovers after a freeze that exceeds the connection timeout', async () => {
    await useDefaultTimeout();
    const token = platform.identity.issue();
    await gateway().authenticate(token, ADDRESS);
    server.freeze();
    for (let round = 0; round < 4; round += 1) await gateway().authenticate(token, ADDRESS);
    await later(5000);
    expect((await gateway().authenticate(token, ADDRESS)).kind).toBe('admitted');
    server.thaw();
    await recovered();
    expect((await gateway().authenticate(token, ADDRESS)).kind).toBe('admitted');
  });

  it('reserves idempotency keys per process during an outage, and in Redis again after it lost its data', async () => {
    const token = platform.identity.issue(activeRecord({ limit: 1000 }));
    const request = (service: string, key: string) =>
      gateway().authenticate(token, ADDRESS, { key, service });
    await cached(token);
    const kept = await request('ticket', 'kept');
    await server.command('flushall');
    (kept as { reservation: KeyReservation }).reservation.confirm();
    expect(await request('contact', 'kept')).toMatchObject({ reservation: 'conflict' });
    await server.kill();
    expect(await request('ticket', 'outage')).toMatchObject({ kind: 'admitted', reservation: {} });
    expect(await request('contact', 'outage')).toMatchObject({ reservation: 'conflict' });
  });

  it('counts rate limits in the process during an outage', async () => {
    const token = platform.identity.issue(activeRecord({ limit: 3 }));
    await server.kill();
    const results = [];
    for (let round = 0; round < 5; round += 1) results.push(await gateway().authenticate(token, ADDRESS));
    expect(results.map((result) => result.kind)).toEqual([
      'admitted',
      'admitted',
      'admitted',
      'limited',
      'limited',
    ]);
    expect(results.map(remainingOf)).toEqual([2, 1, 0, 0, 0]);
    const failures = [];
    for (let round = 0; round < 6; round += 1)
      failures.push((await gateway().limitAnonymous('203.0.113.9', stranger)).kind);
    expect(failures.filter((kind) => kind === 'limited')).toHaveLength(1);
    expect(await gateway().addressWindow('203.0.113.9')).toMatchObject({ limit: 5, remaining: 0 });
  });

  it('rejects a revoked token immediately, also during an outage', async () => {
    const { identity } = platform;
    const token = identity.issue();
    await gateway().authenticate(token, ADDRESS);
    await server.kill();
    expect((await gateway().authenticate(token, ADDRESS)).kind).toBe('admitted');
    await expect(platform.revoke(token)).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(await gateway().authenticate(token, ADDRESS)).toMatchObject({ kind: 'refused', known: true });
    expect(await gateway().authenticate(mintToken('at_', 'Ab12'), ADDRESS)).toMatchObject({
      kind: 'refused',
      known: false,
    });
    const expired = identity.issue(activeRecord({ expiresAt: Date.now() - 1 }));
    expect(await gateway().authenticate(expired, ADDRESS)).toMatchObject({ code: 'token_expired' });
  });

  it('reports unavailable, never unauthorized, if identity is unavailable too', async () => {
    const { identity } = platform;
    const token = identity.issue();
    await gateway().authenticate(token, ADDRESS);
    await server.kill();
    identity.down = true;
    expect(await gateway().authenticate(token, ADDRESS)).toEqual({ kind: 'unavailable' });
    identity.down = false;
    const release = identity.hold();
    expect(await gateway().authenticate(token, ADDRESS)).toEqual({ kind: 'unavailable' });
    release();
    await later(0);
    expect((await gateway().authenticate(token, ADDRESS)).kind).toBe('admitted');
  });

  it('rejects a revocation that Redis did not store, and applies it when Redis returns with its old data', async () => {
    await useDefaultTimeout();
    const { identity } = platform;
    const token = identity.issue();
    await gateway().authenticate(token, ADDRESS);
    server.freeze();
    await expect(platform.revoke(token)).rejects.toMatchObject({ code: 'outcome_unknown' });
    const { store } = platform;
    for (const write of [
      () => store.setLimit('ws_x', 1),
      () => store.invalidate([hashToken(token)]),
      () => store.put(hashToken(token), activeRecord()),
    ])
      await expect(write()).rejects.toMatchObject({ code: 'outcome_unknown', status: 503 });
    server.thaw();
    await recovered();
    await eventually(async () => (await gateway().authenticate(token, ADDRESS)).kind === 'refused');
  });

  it('looks up tokens again after it reconnects to a Redis with old entries', async () => {
    const { identity } = platform;
    const token = identity.issue(activeRecord({ credentialId: 'before' }));
    await cached(token);
    // A change that identity could not write to Redis either.
    identity.records.set(hashToken(token), activeRecord({ credentialId: 'after' }));
    expect(await gateway().authenticate(token, ADDRESS)).toMatchObject({
      principal: { credentialId: 'before' },
    });
    await server.command('client', 'kill', 'type', 'normal', 'skipme', 'yes');
    const asked = identity.lookUps;
    await recovered();
    expect(await gateway().authenticate(token, ADDRESS)).toMatchObject({
      principal: { credentialId: 'after' },
    });
    await gateway().authenticate(token, ADDRESS);
    expect(identity.lookUps).toBe(asked + 1);
  });

  it('accepts revocations if Redis is out of memory, and runs in degraded mode meanwhile', async () => {
    const token = platform.identity.issue();
    await cached(token);
    const before = degraded();
    await server.command('config', 'set', 'maxmemory', '1');
    expect((await gateway().authenticate(token, ADDRESS)).kind).toBe('admitted');
    expect(degraded()).toBe(before + 1);
    expect(await platform.states[0].isHealthy()).toBe(false);
    await platform.revoke(token);
    await server.command('config', 'set', 'maxmemory', '0');
    expect(await stateOf(token)).toBe('tombstone');
  });

  it('applies a revocation that Redis rejected while the connection stayed open', async () => {
    const token = platform.identity.issue();
    await cached(token);
    await server.command('acl', 'setuser', 'default', '-eval', '-evalsha');
    await expect(platform.revoke(token)).rejects.toMatchObject({ code: 'outcome_unknown' });
    await server.command('acl', 'setuser', 'default', '+@all');
    expect(await stateOf(token)).toBe('active');
    await eventually(async () => (await stateOf(token)) === 'tombstone');
  });

  it('closes a connection whose peer does not respond, for requests and for writes', async () => {
    const proxy = await TcpProxy.start({ host: '127.0.0.1', port: server.port });
    const remote = new Platform(proxy.through(server.url));
    const [first] = remote.gateways;
    const token = remote.identity.issue();
    await cached(token, remote);
    await remote.store.setLimit('ws_x', 1);
    proxy.vanish();
    for (let round = 0; round < 5; round += 1)
      expect((await first.authenticate(token, ADDRESS)).kind).toBe('admitted');
    await expect(remote.revoke(token)).rejects.toMatchObject({ status: 503 });
    expect(await stateOf(token, remote.prefix)).toBe('active');
    await eventually(async () => (await stateOf(token, remote.prefix)) === 'tombstone');
    await eventually(() => remote.states[0].isHealthy());
    await remote.close();
    await proxy.close();
  });

  it('writes recent revocations again after every reconnect', async () => {
    const { identity } = platform;
    const token = identity.issue();
    await cached(token);
    // Committed by an identity process that died before it wrote to Redis.
    identity.records.set(hashToken(token), REVOKED);
    expect((await gateway().authenticate(token, ADDRESS)).kind).toBe('admitted');
    await server.command('client', 'kill', 'type', 'normal');
    await recovered();
    await eventually(async () => {
      const before = degraded();
      const { kind } = await gateway().authenticate(token, ADDRESS);
      return kind === 'refused' && degraded() === before;
    });
  });

  it('starts in degraded mode without Redis', async () => {
    await server.kill();
    const cold = new Platform(server.url);
    const token = cold.identity.issue();
    expect((await cold.gateways[0].authenticate(token, ADDRESS)).kind).toBe('admitted');
    expect(cold.gateways[0].degradedRequests).toBe(1);
    expect(await cold.states[0].isHealthy()).toBe(false);
    await cold.close();
  });

  it('runs one look-up per token at a time during an outage, and never returns a result older than the request', async () => {
    const { identity } = platform;
    const token = identity.issue(activeRecord({ limit: 1000 }));
    await server.kill();
    await gateway().authenticate(token, ADDRESS);
    const asked = identity.lookUps;
    const release = identity.hold();
    const early = Array.from({ length: 50 }, () => gateway().authenticate(token, ADDRESS));
    await identity.untilLookUps(asked + 1);
    identity.records.set(hashToken(token), REVOKED);
    const late = gateway().authenticate(token, ADDRESS);
    release();
    expect((await late).kind).toBe('refused');
    await Promise.all(early);
    expect(identity.lookUps - asked).toBe(2);
  });
});
