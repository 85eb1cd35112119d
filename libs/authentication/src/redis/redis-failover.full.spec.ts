import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import type { Cluster } from 'ioredis';
import { authenticatorConformance } from '../authenticator.conformance.ts';
import { Authenticator } from '../authenticator.ts';
import { ADDRESS, activeRecord, kindsOf } from '../conformance.harness.ts';
import { hashToken } from '../tokens/token.ts';
import { createRedis } from './create-redis.ts';
import { PrivateCluster, PrivateSentinel, TimedSentinel } from './redis-forms.harness.ts';
import {
  canStartRedis,
  freePort,
  KEYS,
  newPrefix,
  Platform,
  PrivateRedis,
  sourceOf,
} from './redis.harness.ts';
import { RedisConnection } from './redis-connection.ts';
import { RedisConfig } from './redis.config.ts';
import { SCRIPTS, type ScriptCalls } from './scripts.ts';
import { RedisState } from './redis-state.ts';
import { RedisTokenStore } from './redis-token-store.ts';

const ROUTE_TAG = 'Ab12';
const canStart = canStartRedis();
const describeWithServers = canStart ? describe : describe.skip;

describeWithServers(`Redis that fails over${canStart ? '' : ' (no redis-server)'}`, () => {
  let close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const one of close.toReversed()) await one();
    close = [];
  });

  /** Authenticates with a token on both gateways until it is stopped; `kinds` are the results. */
  function load(platform: Platform, token: string) {
    const kinds = new Set<string>();
    let count = 0;
    let isRunning = true;
    const workers = platform.gateways.map(async (gateway) => {
      while (isRunning) {
        kinds.add((await gateway.authenticate(token, ADDRESS)).kind);
        count += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    });
    return {
      more: (than: number) => {
        const target = count + than;
        return eventually(() => count >= target);
      },
      stop: async () => {
        isRunning = false;
        await Promise.all(workers);
        return [...kinds];
      },
    };
  }

  it.each([
    ['sentinels', () => PrivateSentinel.start()],
    ['a cluster', () => PrivateCluster.start(ROUTE_TAG, 500)],
  ] as const)('with %s refuses no valid token and admits no revoked one', async (_, start) => {
    const servers = await start();
    close.push(() => servers.close());
    const platform = new Platform(
      servers.url,
      { failuresPerMinute: 1_000_000 },
      { REDIS_COMMAND_TIMEOUT: '5s' },
    );
    close.push(() => platform.close());
    const { identity, gateways, prefix } = platform;
    const [valid, revoked, lost] = [1, 2, 3].map(() =>
      identity.issue(activeRecord({ limit: 1_000_000 })),
    ) as [string, string, string];
    const isUsed = async () => {
      const before = gateways.map((gateway) => gateway.degradedRequests);
      await Promise.all(gateways.map((gateway) => gateway.authenticate(valid, ADDRESS)));
      return gateways.every((gateway, index) => gateway.degradedRequests === before[index]);
    };
    await eventually(isUsed);
    for (const gateway of gateways)
      for (const token of [revoked, lost])
        expect((await gateway.authenticate(token, ADDRESS)).kind).toBe('admitted');
    await platform.revoke(revoked);
    const stateOnReplica = (token: string) =>
      servers.replica.command('hget', `${prefix}{${ROUTE_TAG}}:t:${hashToken(token)}`, 's');
    if (servers instanceof PrivateCluster) await servers.primary.command('wait', '1', '0');
    else {
      await eventually(async () => (await stateOnReplica(revoked)) === 'tombstone');
      await servers.detachReplica();
    }
    await platform.revoke(lost);
    const loads = [valid, revoked, lost].map((token) => load(platform, token));
    await Promise.all(loads.map((one) => one.more(50)));
    if (servers instanceof PrivateSentinel) expect(await stateOnReplica(lost)).toBe('active');

    await servers.failOver();
    await eventually(isUsed);
    await Promise.all(loads.map((one) => one.more(50)));
    expect(await Promise.all(loads.map((one) => one.stop()))).toEqual([
      ['admitted'],
      ['refused'],
      ['refused'],
    ]);
    // Written again by identity, from its database.
    await eventually(async () => (await stateOnReplica(lost)) === 'tombstone');

    const limited = identity.issue(activeRecord({ limit: 60 }));
    const results = await Promise.all(
      Array.from({ length: 100 }, (__, index) =>
        gateways[index % 2 === 0 ? 0 : 1].authenticate(limited, ADDRESS),
      ),
    );
    expect(kindsOf(results, 'admitted')).toBe(60);
  });
});

describeWithServers('a failover between the execution of a command and its reply', () => {
  it('lets a request take one token', async () => {
    const cluster = await PrivateCluster.start(ROUTE_TAG, 500);
    const config = new RedisConfig({ REDIS_URL: cluster.url, REDIS_PREFIX: newPrefix() });
    const redis = createRedis(config, { scripts: SCRIPTS }) as Cluster & ScriptCalls;
    redis.on('error', () => undefined);
    const key = `${config.REDIS_PREFIX}{${ROUTE_TAG}}`;
    const remaining = async (counted: 0 | 1) => (await redis.parleyCount(key, 10, 60_000, counted))[1];
    try {
      await eventually(() => redis.status === 'ready');
      expect(await remaining(1)).toBe(9);
      const node = redis.nodes('master').find(({ options }) => options.port === cluster.primary.port);
      // The reply arrives, and is not read.
      node?.stream.pause();
      const outcome = remaining(1).catch((error: unknown) => (error as Error).message);
      await eventually(async () => (await cluster.primary.command('hget', key, 'n')) === '2');
      await cluster.primary.command('wait', '1', '0');
      await cluster.failOver();
      node?.stream.destroy();
      expect(await outcome).toBe('Connection is closed.');
      await eventually(async () => expect(await remaining(0)).toBe(8));
    } finally {
      redis.disconnect();
      await cluster.close();
    }
  });
});

describeWithServers('a failover that is announced while a client connects', () => {
  it('makes it ask for the primary again', async () => {
    const primary = await PrivateRedis.start();
    const sentinel = await TimedSentinel.start(primary);
    const connection = new RedisConnection(
      new RedisConfig({ REDIS_URL: sentinel.url, REDIS_PREFIX: newPrefix() }),
    );
    const isConnected = async () => (await connection.tryExecute((redis) => redis.ping())) === 'PONG';
    try {
      await eventually(isConnected);
      await eventually(() => sentinel.subscribers > 0);
      sentinel.holdBack();
      await primary.command('client', 'kill', 'type', 'normal', 'skipme', 'yes');
      await eventually(() => sentinel.waiting > 0);
      const { asked } = sentinel;
      sentinel.announceFailover();
      sentinel.answer();
      await eventually(() => sentinel.asked > asked);
      await eventually(isConnected);
    } finally {
      connection.close();
      sentinel.close();
      await primary.close();
    }
  });
});

describeWithServers('a client of a sentinel', () => {
  it('leaves no rejection without a handler, whichever of its connections end and when', async () => {
    const primary = await PrivateRedis.start();
    const sentinel = await TimedSentinel.start(primary);
    const connection = new RedisConnection(
      new RedisConfig({ REDIS_URL: sentinel.url, REDIS_PREFIX: newPrefix() }),
    );
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const ping = () => connection.execute((redis) => redis.ping()).catch(() => undefined);
    try {
      for (let round = 0; round < 200; round += 1) {
        await eventually(async () => (await ping()) === 'PONG');
        const pings = Array.from({ length: 20 }, ping);
        // The ends meet every stage of the connections: a subscription that is made, or made again, among them.
        if (round % 2 === 0) sentinel.cut();
        await pause(round % 20);
        await primary.command('client', 'kill', 'type', 'normal', 'skipme', 'yes');
        if (round % 3 === 0) sentinel.cut();
        await Promise.all(pings);
      }
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
      connection.close();
      sentinel.close();
      await primary.close();
    }
  });
});

describeWithServers('a Redis Cluster', () => {
  let cluster: PrivateCluster;
  beforeAll(async () => {
    cluster = await PrivateCluster.start(ROUTE_TAG);
  });
  afterAll(() => cluster.close());

  /** A client, and its connection to the primary of the tag. */
  async function connected() {
    const config = new RedisConfig({ REDIS_URL: cluster.url, REDIS_PREFIX: newPrefix() });
    const redis = createRedis(config) as Cluster;
    redis.on('error', () => undefined);
    clients.push(redis);
    const key = `${config.REDIS_PREFIX}{${ROUTE_TAG}}`;
    await eventually(() => redis.status === 'ready');
    const node = () => redis.nodes('master').find(({ options }) => options.port === cluster.primary.port);
    const stored = () => cluster.primary.command('get', key);
    return { redis, key, node, stored };
  }
  const clients: Cluster[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.disconnect();
  });

  it('does not execute a command twice whose connection ends before its reply', async () => {
    const { redis, key, node, stored } = await connected();
    expect(await redis.incr(key)).toBe(1);
    const before = node();
    // The reply arrives, and is not read.
    before?.stream.pause();
    const sent = redis.incr(key).then(
      (value) => value,
      (error: unknown) => (error as Error).message,
    );
    await eventually(async () => (await stored()) === '2');
    before?.stream.destroy();
    expect(await sent).toBe('Connection is closed.');
    expect(await stored()).toBe('2');
    await eventually(async () => expect(await redis.get(key)).toBe('2'));
    expect(node()).not.toBe(before);
  });

  it('executes commands once that are sent while the connection to their node is made', async () => {
    const { redis, key, node, stored } = await connected();
    await redis.set(key, 0);
    for (let time = 1; time <= 3; time += 1) {
      const before = node();
      before?.stream.destroy();
      await eventually(() => node() !== before);
      await Promise.all(Array.from({ length: 100 }, () => redis.incr(key)));
      expect(await stored()).toBe(String(100 * time));
    }
  });

  it('is sent nothing while none of its nodes can be reached', async () => {
    const url = `redis+cluster://127.0.0.1:${await freePort()}`;
    const connection = new RedisConnection(new RedisConfig({ REDIS_URL: url, REDIS_PREFIX: newPrefix() }));
    await expect(connection.execute((redis) => redis.ping())).rejects.toThrow('Redis is not connected');
    connection.close();
  });

  authenticatorConformance('Redis Cluster', async (options) => {
    const redis = new RedisConfig({
      REDIS_URL: cluster.url,
      REDIS_PREFIX: newPrefix(),
      REDIS_COMMAND_TIMEOUT: '5s',
    });
    const state = new RedisState({ ...options, redis, keys: KEYS });
    const authenticator = new Authenticator(state, options);
    const store = new RedisTokenStore({
      ...options,
      redis,
      keys: KEYS,
      source: sourceOf(() => Promise.resolve([])),
    });
    await eventually(() => state.isHealthy());
    const close = async (): Promise<void> => {
      await Promise.all([authenticator.close(), store.close()]);
    };
    return { authenticator, store, state, close };
  });
});
