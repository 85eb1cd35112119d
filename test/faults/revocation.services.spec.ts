import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import * as api from '@parley/contracts';
import { CONSOLE_API_PATH, CSRF_HEADER } from '@parley/contracts/console';
import { ApiClient, connected, eventually, TcpProxy, type TestWorkspace } from '@parley/testing';
import { Browser, hasPassword, isConsent } from '../e2e/oauth/browser.ts';
import { Deployment } from './rolling/deployment.ts';
import { checkout } from './rolling/releases.ts';

/** For each of the five kinds of credentials; both gateways answer before and after each. More with REVOCATION_ROUNDS. */
const ROUNDS = Number(process.env['REVOCATION_ROUNDS'] ?? 100);
const WORKERS = 8;
const CALLBACK = 'http://localhost:4999/callback';
/** All that is refused comes from one address. */
const SETTINGS = {
  OAUTH_REQUESTS_PER_MINUTE: '1000000',
  PUBLIC_REQUESTS_PER_MINUTE: '1000000',
  AUTH_FAILURES_PER_MINUTE: '1000000',
};

let deployment: Deployment;
let authUrl: string;
/** The way of identity to its database. */
let wire: TcpProxy;

beforeAll(async () => {
  wire = await TcpProxy.start({ host: '127.0.0.1', port: 0 });
  const settingsOf = (key: string, env: Readonly<Record<string, string>>): Record<string, string> => {
    if (key !== 'identity 0') return {};
    const url = new URL(env['DATABASE_URL'] ?? '');
    wire.aim({ host: url.hostname, port: Number(url.port || 5432) });
    return { DATABASE_URL: wire.through(url.toString()) };
  };
  deployment = await Deployment.start(checkout, { rolling: ['gateway'], replicas: 2, settingsOf }, SETTINGS);
  [authUrl = ''] = deployment.authUrls;
});
afterAll(async () => {
  await deployment.remove();
  await wire.close();
});

const run: typeof deployment.operator.run = (command, input) => deployment.operator.run(command, input);
const me = (place: number, token: string) =>
  new ApiClient(`http://${deployment.balancer.addresses[place] ?? ''}`, token).call(api.getMe, {});
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

/** A token that works, and what ends it. */
interface Credential {
  token: string;
  end(): Promise<unknown>;
}
/** Makes one after the other; each worker has its own. */
type Source = () => Promise<Credential>;

describe('both gateways reject', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await deployment.operator.workspace();
  });

  const named = () => ({
    workspace: workspace.credentials.workspace_id,
    name: 'Short-lived',
    scopes: 'tickets:read',
  });

  const createKey = async () => {
    const { id, key: token } = await run(api.createKey, { ...named(), mode: 'live' });
    return { id, token, end: () => run(api.revokeKey, { id }) };
  };
  const keys: () => Promise<Source> = () => Promise.resolve(createKey);

  const personalTokens: () => Promise<Source> = () =>
    Promise.resolve(async () => {
      const { email } = workspace.credentials;
      const { id, token } = await run(api.createPat, { ...named(), email });
      return { token, end: () => run(api.revokePat, { id }) };
    });

  /** A user of the worker's own, who is deactivated in every round. */
  const users = async (): Promise<Source> => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { workspace: id } = named();
    const user = await run(api.createUser, { workspace: id, email, name: 'Kim' });
    return async () => {
      await run(api.overrideUser, { id: user.id, status: 'active' });
      const { token } = await run(api.createPat, { ...named(), email });
      return { token, end: () => run(api.overrideUser, { id: user.id, status: 'inactive' }) };
    };
  };

  /** Access tokens that the admin approves; ended by their grant. */
  const grants = async (): Promise<Source> => {
    const { workspace: id, name, scopes } = named();
    const redirect = { redirect_uri: CALLBACK };
    const app = await run(api.createOAuthApp, { workspace: id, name, scopes, ...redirect });
    const asked = { client_id: app.client_id, ...redirect, response_type: 'code', scope: scopes };
    const authorize = `${authUrl}/oauth/authorize?${new URLSearchParams(asked).toString()}`;
    const browser = new Browser(authUrl);
    const { email, password } = workspace.credentials;
    await browser.submit(await browser.open(authorize), hasPassword, { email, password, action: 'sign-in' });
    const post = async (path: string, fields: Record<string, string>) => {
      const response = await fetch(`${deployment.env['BASE_URL']}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...app, ...fields }),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as api.TokenResponse;
    };
    return async () => {
      const consent = await browser.open(authorize);
      const { location } = await browser.submit(consent, isConsent, { decision: 'approve' });
      const code = new URL(location ?? '').searchParams.get('code') ?? '';
      const fields = { grant_type: 'authorization_code', code, ...redirect };
      const { access_token: token, refresh_token: refresh } = await post('/oauth/token', fields);
      return { token, end: () => post('/oauth/revoke', { token: refresh }) };
    };
  };

  /** Access tokens of the account console, for a user of the worker's own who signs in and out in every round. */
  const sessions = async (): Promise<Source> => {
    const email = `${crypto.randomUUID()}@example.com`;
    const user = await run(api.createUser, { workspace: named().workspace, email, name: 'Kim' });
    return async () => {
      const browser = new Browser(authUrl);
      const filled = { email, password: user.password, action: 'sign-in' };
      await browser.submit(await browser.open(`${authUrl}/`), hasPassword, filled);
      const call = async (path: string, init: RequestInit = {}) => {
        const { status, text } = await browser.request(authUrl + CONSOLE_API_PATH + path, init);
        if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
        return text === '' ? {} : (JSON.parse(text) as { data: Record<string, string> }).data;
      };
      const { csrf_token: csrf = '' } = await call('/session');
      const write = { method: 'POST', headers: { [CSRF_HEADER]: csrf } };
      const { token = '' } = await call('/access-tokens', write);
      return { token, end: () => call('/session/end', write) };
    };
  };

  it.each([
    ['a key from the next request after its revocation', keys],
    ['a personal access token from the next request after its revocation', personalTokens],
    ['an access token from the next request after its grant is revoked', grants],
    ['an access token of the account console from the next request after its user signs out', sessions],
    ['what acts as a user from the next request after the user is deactivated', users],
  ])(
    `%s, ${ROUNDS} times under load`,
    async (_, open) => {
      let isOver = false;
      const load = [0, 1].map(async (place) => {
        const answers = [];
        while (!isOver) {
          answers.push(await me(place, workspace.credentials.live_key));
          await pause(10);
        }
        return statusesOf(answers);
      });
      const seen: number[] = [];
      const refused: number[] = [];
      let rounds = 0;
      const worker = async (source: Source) => {
        while ((rounds += 1) <= ROUNDS) {
          const { token, end } = await source();
          const both = async () => statusesOf(await Promise.all([0, 1].map((place) => me(place, token))));
          seen.push(...(await both()));
          await end();
          refused.push(...(await both()));
        }
      };
      const sources: Source[] = [];
      while (sources.length < WORKERS) sources.push(await open());
      await Promise.all(sources.map(worker)).finally(() => (isOver = true));
      expect(seen).toEqual(Array(2 * ROUNDS).fill(200));
      expect(refused).toEqual(Array(2 * ROUNDS).fill(401));
      expect(new Set((await Promise.all(load)).flat())).toEqual(new Set([200]));
    },
    240_000,
  );

  it('a key soon whose revocation was committed without a response', async () => {
    const { token: key, id } = await createKey();
    await eventually(async () => expect((await me(0, key)).status).toBe(200));
    await using database = await connected(deployment.databaseUrl);
    // The commit takes long enough to lose the connection meanwhile, and PostgreSQL does not look for that.
    await database.query(`
      create function identity.commit_slowly() returns trigger language plpgsql as
        $$ begin
          perform set_config('client_connection_check_interval', '0', true), pg_sleep(1);
          return null;
        end $$;
      create constraint trigger commit_slowly after update of revoked_at on identity.token
        deferrable initially deferred for each row execute function identity.commit_slowly()`);
    const revoking = run(api.revokeKey, { id });
    const isOne = (sql: string, values?: unknown[]) => async () =>
      (await database.query(sql, values)).rowCount === 1;
    await eventually(
      isOne(`select from pg_stat_activity
        where datname = current_database() and query = 'COMMIT' and wait_event = 'PgSleep'`),
    );
    wire.cut();
    await expect(revoking).rejects.toMatchObject({ code: 'service_unavailable' });
    await eventually(
      isOne('select from identity.token where credential_id = $1 and revoked_at is not null', [
        api.uuidOf('key', id),
      ]),
    );
    await eventually(async () =>
      expect(statusesOf(await Promise.all([me(0, key), me(1, key)]))).toEqual([401, 401]),
    );
  });
});
