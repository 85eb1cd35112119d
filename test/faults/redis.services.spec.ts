import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createKey, getMe, revokeKey, uuidOf } from '@parley/contracts';
import { ApiClient, eventually, type TestWorkspace } from '@parley/testing';
import pg from 'pg';
import { canStartRedis, PrivateRedis } from '../../libs/authentication/src/redis/redis.harness.ts';
import { Load, outcomeOf, statusesOf, type Outcome } from './load.ts';
import { SERVERS } from '../setup/services-process.mjs';
import { wiredServices } from './wired-services.ts';

const canStart = canStartRedis();
const describeWithServer = canStart ? describe : describe.skip;

describeWithServer(`a Redis of our own${canStart ? '' : ' (no redis-server)'}`, () => {
  let server: PrivateRedis;
  const wired = wiredServices(['database', 'redis'], async () => {
    server = await PrivateRedis.start();
    // Nobody else's requests count for the address of this machine, and refused ones come by the hundred.
    return { REDIS_URL: server.url, AUTH_FAILURES_PER_MINUTE: '1000000', REDIS_COMMAND_TIMEOUT: '10s' };
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
    expect(Object.keys(statusesOf(await valid.stop()))).toEqual(['200']);
    expect(Object.keys(statusesOf(await refused.stop()))).toEqual(['401']);

    const starter = await wired.operator.workspace('starter');
    await server.command('flushall');
    const all: Outcome[] = [];
    while (all.length < 100)
      all.push(...(await Promise.all(Array.from({ length: 20 }, () => outcomeOf(() => me(starter.live))))));
    expect(statusesOf(all)).toEqual({ 200: 60, 429: 40 });
  });

  it('refuses a key soon whose revocation was committed without a response', async () => {
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
      await eventually(async () => expect((await me(client)).status).toBe(401));
    } finally {
      await database.query('drop function if exists identity.commit_slowly() cascade');
      await database.end();
    }
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
