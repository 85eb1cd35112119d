import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import {
  addUser,
  createKey,
  createPat,
  createTicket,
  getMe,
  getUser,
  revokeKey,
  updateUser,
} from '@parley/contracts';
import { ApiClient, eventually, expectWithin, type TestWorkspace } from '@parley/testing';
import { canStartRedis, PrivateRedis } from '../../libs/admission/src/redis/redis.harness.ts';
import { Load, othersThan, outcomeOf, percentile, statusesOf } from './load.ts';
import { outages } from './outages.ts';
import { wiredServices } from './wired-services.ts';

/** What a request may take while Redis is out. */
const BOUND_MS = 300;
const OUTAGE_MS = 3_000;

const canStart = canStartRedis();
const describeWithServer = canStart ? describe : describe.skip;

describeWithServer(`a Redis of our own${canStart ? '' : ' (no redis-server)'}`, () => {
  let server: PrivateRedis;
  const wired = wiredServices(async () => {
    server = await PrivateRedis.start();
    // Nobody else's requests count for the address of this machine, and refused ones come by the hundred.
    return { REDIS_URL: server.url, AUTH_FAILURES_PER_MINUTE: '1000000', REDIS_COMMAND_TIMEOUT: '200ms' };
  });
  afterEach(() => Load.stopAll());
  afterAll(() => server.close());

  const keyOf = async ({ credentials }: TestWorkspace) => {
    const input = { workspace: credentials.workspace_id, name: 'A key', scopes: 'tickets:read' };
    const { id, key } = await wired.operator.run(createKey, { ...input, mode: 'live' });
    return { id, client: new ApiClient(wired.services.baseUrl, key) };
  };
  const revoked = async (workspace: TestWorkspace) => {
    const { id, client } = await keyOf(workspace);
    await me(client);
    await wired.operator.run(revokeKey, { id });
    return client;
  };
  /** Waits until Redis counts the requests of a workspace again. */
  const counted = (workspace: TestWorkspace) =>
    eventually(async () => {
      const before = await countOf(workspace);
      await workspace.live.ok(getMe, {});
      return (await countOf(workspace)) !== before;
    }, 20_000);
  const countOf = async ({ credentials }: TestWorkspace) => {
    const pattern = `*:rl:${credentials.workspace_id}:live`;
    const [key] = (await server.command('keys', pattern)) as string[];
    return key === undefined ? undefined : await server.command('hget', key, 'n');
  };

  it('that loses its data causes no errors, accepts no revoked key, and keeps limits working', async () => {
    const workspace = await wired.operator.workspace();
    const keys = await Promise.all(Array.from({ length: 20 }, () => revoked(workspace)));
    const valid = new Load(() => workspace.live.call(getMe, {}), 8);
    let next = 0;
    const refused = new Load(() => me(keys[(next += 1) % keys.length] as ApiClient), 4);
    for (let flush = 1; flush <= 5; flush += 1) {
      const before = valid.outcomes.length;
      await server.command('flushall');
      await eventually(() => valid.outcomes.length >= before + 100, 20_000);
    }
    expect(Object.keys(statusesOf(await valid.stop()))).toEqual(['200']);
    expect(Object.keys(statusesOf(await refused.stop()))).toEqual(['401']);

    const starter = await wired.operator.workspace('starter');
    await server.command('flushall');
    const all = await Promise.all(Array.from({ length: 100 }, () => outcomeOf(() => me(starter.live))));
    expect(statusesOf(all)).toEqual({ 200: 60, 429: 40 });
  });

  it.each(outages)('that %s delays no request beyond 300 ms and changes no decision', async (_, outage) => {
    const workspace = await wired.operator.workspace();
    const revokedBefore = await revoked(workspace);
    const revokedMeanwhile = await keyOf(workspace);
    await me(revokedMeanwhile.client);
    const email = `${crypto.randomUUID()}@example.com`;
    const { data: user } = await workspace.live.ok(addUser, { body: { email, name: 'Kim' } });
    const { workspace_id: id } = workspace.credentials;
    await wired.operator.run(createPat, { workspace: id, email, name: 'Theirs', scopes: 'tickets:read' });
    const reads = new Load(() => workspace.live.call(getMe, {}), 2, 10);
    const writes = new Load(() => workspace.live.call(createTicket, { body: { subject: 'Without' } }), 1, 10);
    const refused = new Load(() => me(revokedBefore), 1, 10);

    await outage.begin(wired.redis);
    const since = Date.now();
    const revoking = wired.operator.run(revokeKey, { id: revokedMeanwhile.id });
    await expect(revoking).rejects.toMatchObject({ code: 'outcome_unknown' });
    const params = { user_id: user.id };
    const deactivated = await workspace.live.call(updateUser, { params, body: { status: 'inactive' } });
    expect([deactivated.status, deactivated.body.error.code, deactivated.headers.get('retry-after')]).toEqual(
      [503, 'outcome_unknown', null],
    );
    expect((await workspace.live.ok(getUser, { params })).data.status).toBe('inactive');
    const alsoRefused = new Load(() => me(revokedMeanwhile.client), 1, 10);
    await eventually(() => reads.outcomes.length > 100 && Date.now() - since > OUTAGE_MS, 20_000);
    const duringOutage = [reads, writes, refused, alsoRefused].flatMap((load) => load.since(since));
    await outage.end(wired.redis);
    await counted(workspace);
    const healed = Date.now();
    await eventually(() => alsoRefused.since(healed).length > 50, 20_000);

    expect(othersThan(200, await reads.stop())).toEqual([]);
    expect(othersThan(201, await writes.stop())).toEqual([]);
    expect(othersThan(401, await refused.stop())).toEqual([]);
    expect(othersThan(401, await alsoRefused.stop())).toEqual([]);
    await expectWithin(BOUND_MS, percentile(duringOutage, 0.99));
  });
});

function me(client: ApiClient) {
  return client.call(getMe, {});
}
