import { beforeEach, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { CONSOLE_API_PATH, CSRF_HEADER, type ConsoleOperationId } from '@parley/contracts/console';
import { eventually, type TestWorkspace } from '@parley/testing';
import { HeldRequest } from '../held-request.ts';
import { operator } from '../platform.ts';
import { ConsoleClient, operationOf } from './console-client.ts';
import { query, whileHeld } from './query.ts';

let workspace: TestWorkspace;
let kim: ConsoleClient;
let session: api.Id<'session'>;
let user: api.Id<'user'>;
let app: api.Id<'app'>;

const newApp = { name: 'App', redirect_uris: ['https://app.example/back'], scopes: ['tickets:read'] };

beforeEach(async () => {
  workspace = await operator.workspace();
  kim = await ConsoleClient.signInAs('admin', workspace);
  const shown = (await kim.ok('session.get', {})).data;
  [session, user] = [shown.id, shown.user.id];
  app = (await kim.ok('app.create', { body: newApp })).data.client_id;
});

const calls: [ConsoleOperationId, () => Record<string, unknown>][] = [
  ['key.create', () => ({ body: { name: 'Key', scopes: ['tickets:read'], mode: 'live' } })],
  ['app.create', () => ({ body: newApp })],
  ['app.update', () => ({ params: { app_id: app }, body: { name: 'Changed' } })],
  ['app.rotate_secret', () => ({ params: { app_id: app }, body: { grace_period: '1h' } })],
];

const ends = {
  deactivated: { change: { status: 'inactive' }, status: 401 },
  demoted: { change: { role: 'viewer' }, status: 403 },
} as const;

/** What an admin could have changed. */
function records(): Promise<unknown> {
  const values = [api.uuidOf('workspace', workspace.credentials.workspace_id)];
  const of = (table: string, columns: string) =>
    query(`select ${columns} from ${table} where workspace_id = $1 order by id`, values);
  return Promise.all([
    of('identity.member', 'id, role, status, name'),
    of('identity.token', 'id, kind'),
    of('identity.oauth_app', `id, name, encode(secret_hash, 'hex') as secret, deleted_at`),
    of('identity.team', 'id, name'),
    of('ticket.inbox', 'id, name'),
  ]);
}

describe('a request to the console whose body is held back', () => {
  /** Returns once the request has been admitted, which has renewed when the session was last seen. */
  async function hold(id: ConsoleOperationId, sent: Record<string, unknown>): Promise<HeldRequest> {
    const uuid = api.uuidOf('session', session);
    const aged = `update identity.login_session set last_seen_at = now() - interval '2 minutes' where id = $1`;
    await query(aged, [uuid]);
    const { method, target } = api.requestTarget(operationOf(id), sent);
    const cookie = [...kim.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = new HeldRequest(kim.browser.authUrl + CONSOLE_API_PATH + target, {
      method,
      headers: { cookie, [CSRF_HEADER]: kim.csrf },
      body: sent['body'],
    });
    const seen = `select from identity.login_session where id = $1 and last_seen_at > now() - interval '1 minute'`;
    await eventually(async () => (await query(seen, [uuid])).length === 1);
    return request;
  }

  describe.each(['deactivated', 'demoted'] as const)('while its user is %s', (end) => {
    it.each(calls)('changes nothing by %s', async (id, sent) => {
      const request = await hold(id, sent());
      await operator.run(api.overrideUser, { id: user, ...ends[end].change });
      const before = await records();
      expect((await request.finish()).status).toBe(ends[end].status);
      expect(await records()).toEqual(before);
    });
  });

  it('is answered as any other if nothing has changed', async () => {
    const request = await hold('app.create', { body: newApp });
    expect((await request.finish()).status).toBe(201);
  });
});

describe('a request to the API whose body is held back', () => {
  const issue = {
    'an API key': async () =>
      (await kim.ok('key.create', { body: { name: 'Key', scopes: ['users:write'] } })).data.token,
    'a personal access token': async () =>
      (await kim.ok('pat.create', { body: { name: 'Token', scopes: ['users:write'] } })).data.token,
    'a session': async () => (await kim.ok('access_token.create', { body: {} })).data.token,
  };
  const kinds = Object.keys(issue) as (keyof typeof issue)[];

  /** Returns once the gateway has admitted the request, and counted it. */
  async function hold(
    token: string,
    operation: api.Operation,
    sent: Record<string, unknown>,
  ): Promise<HeldRequest> {
    const counted = async () => {
      const { live } = (await kim.ok('usage.get', {})).data;
      return live.reduce((sum, { requests }) => sum + requests, 0);
    };
    const before = await counted();
    const { method, target } = api.requestTarget(operation, sent);
    const head = { method, headers: { authorization: `Bearer ${token}` } };
    const url = workspace.credentials.base_url + target;
    const request = new HeldRequest(url, { ...head, body: sent['body'] });
    await eventually(async () => (await counted()) > before);
    return request;
  }
  const restore = () => ({ params: { user_id: user }, body: { status: 'active', role: 'admin' } });

  // An API key is that of the workspace, whatever its creator becomes.
  const ofUser = kinds.filter((kind) => kind !== 'an API key');
  it.each(ofUser)('with %s changes no role once its user is no admin any more', async (kind) => {
    const request = await hold(await issue[kind](), api.updateUser, restore());
    await operator.run(api.overrideUser, { id: user, role: 'viewer' });
    const before = await records();
    expect((await request.finish()).status).toBe(403);
    expect(await records()).toEqual(before);
  });

  it('adds no user with a key that has been revoked', async () => {
    const token = await issue['an API key']();
    const body = { email: 'new@example.com', name: 'New', role: 'admin' };
    const request = await hold(token, api.addUser, { body });
    const [key] = (await kim.ok('key.list', {})).data.filter(({ name }) => name === 'Key');
    await kim.ok('key.revoke', { params: { key_id: key?.id as api.Id<'key'> } });
    const before = await records();
    expect((await request.finish()).status).toBe(401);
    expect(await records()).toEqual(before);
  });

  it('is answered as any other if nothing has changed', async () => {
    for (const kind of kinds) {
      const request = await hold(await issue[kind](), api.updateUser, restore());
      expect((await request.finish()).status).toBe(200);
    }
  });
});

it.each(calls)(
  'a request to the console at the moment at which its user is no admin any more changes nothing by %s',
  async (id, sent) => {
    const values = [api.uuidOf('user', user)];
    const text = `update identity.member set role = 'viewer' where id = $1`;
    const { status } = await whileHeld([{ text, values }], () => kim.call(operationOf(id), sent()));
    const counts = await query(
      `select (select count(*)::int from identity.token where workspace_id = $1 and kind = 'api_key' and name = 'Key') as keys,
              (select count(*)::int from identity.oauth_app where workspace_id = $1 and name = 'App'
                 and previous_secret_hash is null) as apps`,
      [api.uuidOf('workspace', workspace.credentials.workspace_id)],
    );
    expect([status, counts]).toEqual([403, [{ keys: 0, apps: 1 }]]);
    const shown = (await workspace.live.ok(api.getUser, { params: { user_id: user } })).data;
    expect(shown.role).toBe('viewer');
  },
);
