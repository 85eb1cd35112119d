import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createKey, createTicket, getMe, revokeKey } from '@parley/contracts';
import { ApiClient, eventually, Operator } from '@parley/testing';
import { PrivateSentinel } from '../../libs/authentication/src/redis/redis-forms.harness.ts';
import { canStartRedis } from '../../libs/authentication/src/redis/redis.harness.ts';
import { startServices, type ServicesProcess } from '../setup/services-process.mjs';
import { inTime, Load, othersThan } from './load.ts';

/** From the death of the primary on, a request may fail this long. */
const FAILURES_MS = 1_000;

const canStart = canStartRedis();
const describeWithServers = canStart ? describe : describe.skip;

describeWithServers(`a Redis with sentinels${canStart ? '' : ' (no redis-server)'}`, () => {
  let servers: PrivateSentinel;
  let services: ServicesProcess;
  let operator: Operator;
  beforeAll(async () => {
    servers = await PrivateSentinel.start();
    services = await startServices({
      REDIS_URL: servers.url,
      REDIS_COMMAND_TIMEOUT: '200ms',
      AUTH_FAILURES_PER_MINUTE: '1000000',
    });
    operator = await Operator.ofServices(services.env['RPC_ADDRESSES'] ?? '');
  });
  afterEach(() => Load.stopAll());
  afterAll(async () => {
    operator.close();
    await services.remove();
    await servers.close();
  });

  it('fails over under load without a 401 for a valid key, and with one for each revoked key', async () => {
    const workspace = await operator.workspace();
    const [before, lost] = await Promise.all([newKey(), newKey()]);
    await operator.run(revokeKey, { id: before.id });
    await lost.client.ok(getMe, {});
    // The replica lacks this revocation when it is promoted.
    await servers.detachReplica();
    await operator.run(revokeKey, { id: lost.id });
    const reads = new Load(() => workspace.live.call(getMe, {}), 2, 20);
    const writes = new Load(
      () => workspace.live.call(createTicket, { body: { subject: 'Failover' } }),
      1,
      20,
    );
    const refused = [before, lost].map(({ client }) => new Load(() => client.call(getMe, {}), 1, 20));
    await eventually(() => reads.outcomes.length > 50);

    const killedAt = Date.now();
    await servers.failOver();
    const replicated = await counted();
    await eventually(async () => (await counted()) !== replicated);
    const healedAt = Date.now();
    await eventually(() => refused.every((load) => load.since(healedAt).length > 50));

    const early = (load: Load) =>
      load.since(killedAt).filter(({ sentAt }) => sentAt < killedAt + FAILURES_MS);
    for (const [load, status] of [
      [reads, 200],
      [writes, 201],
    ] as const) {
      const outcomes = await load.stop();
      const excused = new Set(early(load).filter(({ answer }) => answer?.status === 503));
      const others = outcomes.filter((outcome) => !excused.has(outcome));
      expect(othersThan(status, inTime(others, 0.95))).toEqual([]);
    }
    for (const load of refused) expect(othersThan(401, inTime(await load.stop(), 0.95))).toEqual([]);

    async function newKey() {
      const input = { workspace: workspace.credentials.workspace_id, name: 'A key', scopes: 'tickets:read' };
      const { id, key } = await operator.run(createKey, { ...input, mode: 'live' });
      return { id, client: new ApiClient(services.baseUrl, key) };
    }
    /** Requests that the new primary has counted. */
    async function counted() {
      const pattern = `*:rl:${workspace.credentials.workspace_id}:live`;
      const [key] = (await servers.replica.command('keys', pattern)) as string[];
      return key === undefined ? undefined : servers.replica.command('hget', key, 'n');
    }
  });
});
