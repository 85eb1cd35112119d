import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { allowCidrs, EgressGuard } from '@parley/egress';
import { Database } from '@parley/persistence';
import { eventually, TestStore } from '@parley/testing';
import { mailDatabase } from '../mail.database.ts';
import { ScriptedHttpServer, type HttpReply } from '../transports/scripted-http-server.fixture.ts';
import { AccessTokens } from './access-tokens.ts';
import { Credentials } from './credentials.ts';
import { readMailbox, storeMailbox, type StoredMailbox } from './mailbox.fixture.ts';
import type { Secrets } from './transport.rules.ts';

const POOL_SIZE = 5;
const store = await TestStore.open(mailDatabase, {
  providers: [Credentials],
  env: { DATABASE_POOL_SIZE: String(POOL_SIZE) },
});
const server = await ScriptedHttpServer.start();
afterAll(async () => {
  await server.close();
  await store.close();
});

const guard = new EgressGuard({ allow: allowCidrs.parse('127.0.0.1/32') });
const endpoints = { google: `${server.url}/token`, microsoft: `${server.url}/{tenant}/token` };
const credentials = store.app.get(Credentials);
/** As in a process of its own, over the same database. */
const newProcess = () => new AccessTokens(store.app.get(Database), credentials, guard, endpoints);
const tokens = newProcess();

const newMailbox = (secrets: Secrets = { refresh_token: 'old' }) => storeMailbox(store, secrets);

const leaseEndsIn = ({ row }: StoredMailbox, ms: number) =>
  store.database.query(
    `insert into mail.mailbox_activity (workspace_id, mode, mailbox_id, token_leased_until)
     values ($1, 'live', $2, now() + make_interval(secs => $3::double precision / 1000))`,
    [row.workspace_id, row.id, ms],
  );

/** The endpoint answers when the test lets it, each request with other tokens. */
function holding() {
  const answers: (() => void)[] = [];
  let count = 0;
  server.script = () =>
    new Promise<HttpReply>((resolve) => {
      const number = (count += 1);
      const body = { access_token: `access-${number}`, refresh_token: `refresh-${number}` };
      answers.push(() => resolve({ status: 200, body }));
    });
  return { answers, answer: () => answers.splice(0).forEach((one) => one()) };
}

afterEach(() => {
  server.requests.length = 0;
});

describe('a token endpoint that hangs', () => {
  it('holds no connection to the database, however many mailboxes wait for it', async () => {
    const { answers, answer } = holding();
    const boxes = await Promise.all(Array.from({ length: 2 * POOL_SIZE }, () => newMailbox()));
    const waiting = boxes.map(({ ctx, row }) => tokens.secretsOf(ctx, row));
    await eventually(() => expect(answers).toHaveLength(2 * POOL_SIZE));
    expect(store.db.pool.used).toBe(0);
    answer();
    const access = (await Promise.all(waiting)).map(({ access_token: token }) => token);
    expect(new Set(access).size).toBe(2 * POOL_SIZE);
  });
});

describe('an access token', () => {
  it('is refreshed once for all that need it in all processes, and stored before it is used', async () => {
    const { answers, answer } = holding();
    const box = await newMailbox();
    const processes = [tokens, newProcess(), newProcess()];
    const waiting = processes.flatMap((one) => [1, 2].map(() => one.secretsOf(box.ctx, box.row)));
    await eventually(() => expect(answers).toHaveLength(1));
    answer();
    const secrets = { access_token: 'access-1', refresh_token: 'refresh-1' };
    for (const one of await Promise.all(waiting)) expect(one).toMatchObject(secrets);
    expect(await readMailbox(store, box)).toMatchObject({ secrets });
    expect(server.requests).toHaveLength(1);
  });

  it('is asked for by the next process if the one before is refused', async () => {
    server.script = () => ({ status: 400, body: { error: 'invalid_grant' } });
    const box = await newMailbox();
    for (const one of [tokens, newProcess()])
      await expect(one.secretsOf(box.ctx, box.row)).rejects.toMatchObject({
        failure: { code: 'reauthorize' },
      });
    expect(server.requests).toHaveLength(2);
  });

  it('is asked for when the lease of a process that was killed has ended', async () => {
    const { answers, answer } = holding();
    const box = await newMailbox();
    await leaseEndsIn(box, 500);
    const waiting = tokens.secretsOf(box.ctx, box.row);
    await eventually(() => expect(answers).toHaveLength(1));
    answer();
    expect(await waiting).toMatchObject({ access_token: 'access-1' });
  });

  it('of other credentials than the present ones is not stored', async () => {
    const { answers, answer } = holding();
    const box = await newMailbox();
    const waiting = tokens.secretsOf(box.ctx, box.row);
    await eventually(() => expect(answers).toHaveLength(1));
    await store.database.query(
      'update mail.mailbox set encrypted_secrets = $2, transport_version = 2, version = 2 where id = $1',
      [box.row.id, credentials.encrypt(box.row.id, { refresh_token: 'given' })],
    );
    answer();
    await eventually(() => expect(answers).toHaveLength(1));
    answer();
    expect(await waiting).toMatchObject({ access_token: 'access-2' });
    expect(server.requests.map(({ body }) => new URLSearchParams(String(body)).get('refresh_token'))).toEqual(
      ['old', 'given'],
    );
  });

  it('that is valid stays, unless another one is asked for', async () => {
    const { answers, answer } = holding();
    const valid = { refresh_token: 'old', access_token: 'valid', access_expires_at: Date.now() + 3_600_000 };
    const box = await newMailbox(valid);
    expect(await tokens.secretsOf(box.ctx, box.row)).toEqual(valid);
    const waiting = tokens.secretsOf(box.ctx, box.row, { renews: true });
    await eventually(() => expect(answers).toHaveLength(1));
    answer();
    expect(await waiting).toMatchObject({ access_token: 'access-1', refresh_token: 'refresh-1' });
    // Another process has replaced the token that was seen.
    const again = await newProcess().secretsOf(box.ctx, box.row, { renews: true });
    expect(again).toMatchObject({ access_token: 'access-1' });
  });
});
