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
  uuidOf,
} from '@parley/contracts';
import { ApiClient, eventually, expectWithin, type TestWorkspace } from '@parley/testing';
import pg from 'pg';
import { canStartRedis, PrivateRedis } from '../../libs/authentication/src/redis/redis.harness.ts';
import { inTime, Load, othersThan, outcomeOf, statusesOf, type Outcome } from './load.ts';
import { percentile } from '../setup/percentile.mjs';
import { outages } from './outages.ts';
import { SERVERS } from '../setup/services-process.mjs';
import { wiredServices } from './wired-services.ts';

/** What a request may take while Redis is out. */
const BOUND_MS = 300;
const OUTAGE_MS = 3_000;

const canStart = canStartRedis();
const describeWithServer = canStart ? describe : describe.skip;

describeWithServer(`a Redis of our own${canStart ? '' : ' (no redis-server)'}`, () => {
  let server: PrivateRedis;
  const wired = wiredServices(['database', 'redis'], async () => {
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
    });
  const countOf = async ({ credentials }: TestWorkspace) => {
    const pattern = `*:rl:${credentials.workspace_id}:live`;
    const [key] = (await server.command('keys', pattern)) as string[];
    return key === undefined ? undefined : await server.command('hget', key, 'n');
  };

  it('that loses its data causes no errors, accepts no revoked key, and keeps limits working', async () => {
    const workspace = await wired.operator.workspace();
    const keys = await Promise.all(Array.from({ length: 20 }, () => revoked(workspace)));
    const valid = new Load(() => workspace.live.call(getMe, {}), 8, 10);
    let next = 0;
    const refused = new Load(() => me(keys[(next += 1) % keys.length] as ApiClient), 4, 10);
    for (let flush = 1; flush <= 5; flush += 1) {
      const before = valid.outcomes.length;
      await server.command('flushall');
      await eventually(() => valid.outcomes.length >= before + 100);
    }
    expect(Object.keys(statusesOf(inTime(await valid.stop(), 0.95)))).toEqual(['200']);
    expect(Object.keys(statusesOf(inTime(await refused.stop(), 0.95)))).toEqual(['401']);

    // A request whose Redis command times out on a busy machine is counted in the process; then another workspace is tried.
    await eventually(async () => {
      const starter = await wired.operator.workspace('starter');
      await server.command('flushall');
      const all: Outcome[] = [];
      while (all.length < 100)
        all.push(...(await Promise.all(Array.from({ length: 20 }, () => outcomeOf(() => me(starter.live))))));
      expect(statusesOf(all)).toEqual({ 200: 60, 429: 40 });
    });
  });

  it('refuses a key within seconds whose revocation was committed without a response', async () => {
    const { id, client } = await keyOf(await wired.operator.workspace());
    await eventually(async () => expect((await me(client)).status).toBe(200));
    const database = new pg.Client({ connectionString: databaseUrl(wired.services.env) });
    await database.connect();
    try {
      // The commit takes long enough to lose the connection meanwhile, and PostgreSQL does not look for that.
      await database.query(`
        create function identity.commit_slowly() returns trigger language plpgsql as
          $$ begin
            perform set_config('client_connection_check_interval', '0', true), pg_sleep(1);
            return null;
          end $$;
        create constraint trigger commit_slowly after update of revoked_at on identity.token
          deferrable initially deferred for each row execute function identity.commit_slowly()`);
      const revoking = wired.operator.run(revokeKey, { id });
      await eventually(async () => {
        const { rowCount } = await database.query(
          `select from pg_stat_activity
            where datname = current_database() and query = 'COMMIT' and wait_event = 'PgSleep'`,
        );
        return rowCount === 1;
      });
      wired.database.cut();
      await expect(revoking).rejects.toMatchObject({ code: 'service_unavailable' });
      await eventually(async () => {
        const { rowCount } = await database.query(
          'select from identity.token where credential_id = $1 and revoked_at is not null',
          [uuidOf('key', id)],
        );
        return rowCount === 1;
      });
      await eventually(async () => expect((await me(client)).status).toBe(401), 15_000);
    } finally {
      await database.query('drop function if exists identity.commit_slowly() cascade');
      await database.end();
    }
  });

  it.each(outages)('that %s delays no request beyond 300 ms and changes no decision', async (_, outage) => {
    const workspace = await wired.operator.workspace();
    // Identity may still be connecting again after the outage of the last test.
    const revokedBefore = await eventually(() => revoked(workspace));
    const revokedMeanwhile = await keyOf(workspace);
    await me(revokedMeanwhile.client);
    const email = `${crypto.randomUUID()}@example.com`;
    const { data: user } = await workspace.live.ok(addUser, { body: { email, name: 'Kim' } });
    const { workspace_id: id } = workspace.credentials;
    await wired.operator.run(createPat, { workspace: id, email, name: 'Theirs', scopes: 'tickets:read' });
    const reads = new Load(() => workspace.live.call(getMe, {}), 2, 20);
    const writes = new Load(() => workspace.live.call(createTicket, { body: { subject: 'Without' } }), 1, 20);
    const refused = new Load(() => me(revokedBefore), 1, 20);

    await outage.begin(wired.redis);
    const since = Date.now();
    const revoking = wired.operator.run(revokeKey, { id: revokedMeanwhile.id });
    await expect(revoking).rejects.toMatchObject({ code: 'outcome_unknown' });
    const params = { user_id: user.id };
    // On a busy machine the update can fail before it commits (`service_unavailable`); then it is repeated.
    const deactivated = await eventually(async () => {
      const answer = await workspace.live.call(updateUser, { params, body: { status: 'inactive' } });
      expect(answer.body).not.toMatchObject({ error: { code: 'service_unavailable' } });
      return answer;
    });
    expect([deactivated.status, deactivated.body.error.code, deactivated.headers.get('retry-after')]).toEqual(
      [503, 'outcome_unknown', null],
    );
    const shown = await eventually(() => workspace.live.ok(getUser, { params }));
    expect(shown.data.status).toBe('inactive');
    const alsoRefused = new Load(() => me(revokedMeanwhile.client), 1, 20);
    await eventually(() => reads.outcomes.length > 100 && Date.now() - since > OUTAGE_MS);
    const duringOutage = [reads, writes, refused, alsoRefused].flatMap((load) => load.since(since));
    await outage.end(wired.redis);
    await counted(workspace);
    const healed = Date.now();
    await eventually(() => alsoRefused.since(healed).length > 50);

    expect(othersThan(200, inTime(await reads.stop(), 0.9))).toEqual([]);
    expect(othersThan(201, inTime(await writes.stop(), 0.9))).toEqual([]);
    expect(othersThan(401, inTime(await refused.stop(), 0.9))).toEqual([]);
    expect(othersThan(401, inTime(await alsoRefused.stop(), 0.9))).toEqual([]);
    await expectWithin(
      BOUND_MS,
      percentile(
        duringOutage.map(({ tookMs }) => tookMs),
        0.99,
      ),
    );
  });
});

function me(client: ApiClient) {
  return client.call(getMe, {});
}

/** The database of the services, past the proxy. */
function databaseUrl(env: Readonly<Record<string, string>>): string {
  const url = new URL(SERVERS.DATABASE_URL);
  url.pathname = new URL(env['DATABASE_URL'] ?? '').pathname;
  return url.toString();
}
