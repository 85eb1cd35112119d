import { beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { CONSOLE_API_PATH, CSRF_HEADER } from '@parley/contracts/console';
import { ApiClient, eventually, type TestWorkspace } from '@parley/testing';
import { Browser, hasPassword, isConsent } from '../../e2e/oauth/browser.ts';
import { Load, outcomeOf, statusesOf, type Outcome } from '../load.ts';
import { authUrl, processes } from './processes.ts';

/** For each of the five kinds of credentials; both gateways answer before and after each. More with REVOCATION_ROUNDS. */
const ROUNDS = Number(process.env['REVOCATION_ROUNDS'] ?? 100);
const WORKERS = 8;
const CALLBACK = 'http://localhost:4999/callback';

const run: typeof processes.operator.run = (command, input) => processes.operator.run(command, input);
const me = (place: number, token: string) =>
  new ApiClient(processes.gateways[place % 2] ?? '', token).call(api.getMe, {});

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
    // Another test may have started identity again just now.
    workspace = await eventually(() => processes.operator.workspace());
  });

  const named = () => ({
    workspace: workspace.credentials.workspace_id,
    name: 'Short-lived',
    scopes: 'tickets:read',
  });

  const keys: () => Promise<Source> = () =>
    Promise.resolve(async () => {
      const { id, key } = await run(api.createKey, { ...named(), mode: 'live' });
      return { token: key, end: () => run(api.revokeKey, { id }) };
    });

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
      const response = await fetch(processes.gateways[0] + path, {
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
      const load = new Load((sent) => me(sent, workspace.credentials.live_key), 2, 10);
      const seen: Outcome[] = [];
      const refused: Outcome[] = [];
      let rounds = 0;
      const worker = async (source: Source) => {
        while ((rounds += 1) <= ROUNDS) {
          const { token, end } = await source();
          const both = () => Promise.all([0, 1].map((place) => outcomeOf(() => me(place, token))));
          seen.push(...(await both()));
          await end();
          refused.push(...(await both()));
        }
      };
      const sources: Source[] = [];
      while (sources.length < WORKERS) sources.push(await open());
      await Promise.all(sources.map(worker));
      expect(statusesOf(seen)).toEqual({ 200: 2 * ROUNDS });
      expect(statusesOf(refused)).toEqual({ 401: 2 * ROUNDS });
      expect(Object.keys(statusesOf(await load.stop()))).toEqual(['200']);
    },
    240_000,
  );
});
