import { describe, expect, it } from '@jest/globals';
import { createKey, createPat, getMe, listKeys } from '@parley/contracts';
import { ApiClient, eventually } from '@parley/testing';
import { TestApp } from '../e2e/oauth/app.ts';
import { operator } from '../e2e/platform.ts';
import { auditOf, withKey } from '../e2e/steps.ts';

describe('an API key', () => {
  it('expires at its time, which /v1/me and the list of keys show', async () => {
    const { credentials, live } = await operator.workspace();
    const named = { workspace: credentials.workspace_id, name: 'Short', scopes: 'tickets:read' };
    const long = await operator.run(createKey, { ...named, name: 'Long', expires_in: '90d' });
    const { data } = await new ApiClient(live.baseUrl, long.key).ok(getMe, {});
    const inDays = (Date.parse(data.credential.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(inDays)).toBe(90);
    const { keys } = await operator.run(listKeys, { workspace: named.workspace });
    expect(keys.map(({ name, expires_at: at }) => [name, at])).toEqual([
      ['Long', data.credential.expires_at],
      ['Test key', null],
      ['Live key', null],
    ]);

    const short = await operator.run(createKey, { ...named, expires_in: '1ms' });
    const client = new ApiClient(live.baseUrl, short.key);
    // The end of the window is determined by the clock of another machine.
    await eventually(async () => (await client.call(getMe, {})).status === 401);
    expect((await client.call(getMe, {})).body.error.code).toBe('token_expired');
    await expect(operator.run(createKey, { ...named, expires_in: '101y' })).rejects.toThrow();
  });

  it('limited to addresses is 403 from any other, and frees the idempotency key', async () => {
    const own = await operator.workspace();
    const { workspace_id: workspace } = own.credentials;
    const keyFor = (allow_ips: string) => withKey(own, 'tickets:write', { allow_ips });
    const outside = await keyFor('10.0.0.0/8, 2001:db8::1');
    const { status, headers, body } = await outside.call(getMe, {});
    expect([status, body.error.code]).toEqual([403, 'address_not_allowed']);
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    // Of a route that does not exist, and of one that it has no scope for, it learns the same.
    for (const path of ['/v1/nowhere', '/v1/webhooks'])
      expect((await outside.raw('GET', path)).body.error.code).toBe('address_not_allowed');
    const inside = await keyFor('127.0.0.0/8,::1/128');
    expect((await inside.call(getMe, {})).status).toBe(200);

    const { keys } = await operator.run(listKeys, { workspace });
    expect(keys.map(({ allowed_ips: ips }) => ips)).toEqual([
      ['127.0.0.0/8', '::1/128'],
      ['10.0.0.0/8', '2001:db8::1'],
      null,
      null,
    ]);
    // Its first use from an address is recorded too, soon afterwards.
    const created = (await auditOf(own)).find(({ type }) => type === 'credential.created');
    expect(created?.details).toMatchObject({ allowed_ips: ['127.0.0.0/8', '::1/128'] });
    for (const allow_ips of ['10.0.0.0/33', 'localhost', '', '10.0.0.1,'])
      await expect(keyFor(allow_ips)).rejects.toThrow('allow_ips');
  });
});

it('a key that is used from an address that it is not for takes nothing from the plan but its first request', async () => {
  const own = await operator.workspace('starter');
  const stolen = await withKey(own, 'tickets:read', { allow_ips: '10.0.0.0/8' });
  const remaining = async (client: ApiClient) =>
    Number((await client.call(getMe, {})).headers.get('x-ratelimit-remaining'));
  const before = await remaining(own.live);
  for (let count = 0; count < 10; count += 1) expect((await stolen.call(getMe, {})).status).toBe(403);
  // This request and the first one of the key.
  expect(await remaining(own.live)).toBe(before - 2);
});

it('GET /v1/me shows the credential, whatever its type, and the plan', async () => {
  const workspace = await operator.workspace('business');
  const { workspace_id: id, email } = workspace.credentials;
  const { data: creator } = await workspace.test.ok(getMe, {});
  expect(creator).toMatchObject({
    plan: 'business',
    credential: {
      ...{ type: 'api_key', name: 'Test key', mode: 'test', expires_at: null, app_id: null },
      // The user shown is not whom the key belongs to.
      ...{ owner: 'workspace', created_by: creator.id },
    },
  });
  const asked = { workspace: id, email, name: 'Script', scopes: 'tickets:read', expires_in: '7d' };
  const pat = await operator.run(createPat, asked);
  const me = async (token: string) =>
    (await new ApiClient(workspace.live.baseUrl, token).ok(getMe, {})).data.credential;
  expect(await me(pat.token)).toMatchObject({
    id: pat.id,
    type: 'personal_access_token',
    name: 'Script',
    scopes: ['tickets:read'],
    expires_at: expect.any(String),
    owner: 'user',
    created_by: null,
  });
  const app = await TestApp.create(workspace);
  const { access_token: token } = await app.tokens();
  expect(await me(token)).toMatchObject({
    type: 'oauth_access_token',
    name: 'Test app',
    owner: 'user',
    app_id: app.id,
    mode: 'live',
    expires_at: expect.any(String),
  });
});
