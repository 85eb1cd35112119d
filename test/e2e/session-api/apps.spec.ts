import { describe, expect, it } from '@jest/globals';
import { getMe } from '@parley/contracts';
import type { ApiClient } from '@parley/testing';
import { CALLBACK, TestApp } from '../oauth/app.ts';
import type { User } from '../oauth/browser.ts';
import { operator } from '../platform.ts';
import { ConsoleClient } from './console-client.ts';

const workspace = await operator.workspace();
const admin = await ConsoleClient.signIn(workspace);

/** An app that was created in the console, with the scopes that it may ask for. */
async function newApp(scopes: string[]): Promise<TestApp> {
  const body = { name: 'Sync', redirect_uris: [CALLBACK], scopes };
  const { data } = await admin.ok('app.create', { body });
  return TestApp.of(workspace, data.client_id, data.client_secret);
}

const accessToken = async (app: TestApp, scope: string, user?: User): Promise<ApiClient> =>
  app.client((await app.tokens({ scope }, user)).access_token);

describe('an OAuth app of the account console', () => {
  it('gets access for users, loses scopes at once, changes its secret, and ends with all its tokens', async () => {
    const app = await newApp(['tickets:read', 'users:read']);
    const client = await accessToken(app, 'tickets:read users:read');
    const find = async () => (await admin.ok('app.list', {})).data.find((one) => one.client_id === app.id);
    expect(await find()).toMatchObject({
      name: 'Sync',
      client_type: 'confidential',
      mode: 'live',
      redirect_uris: [CALLBACK],
      scopes: ['tickets:read', 'users:read'],
      active_grants: 1,
    });
    const params = { app_id: (await find())?.client_id ?? 'app_' } as const;
    const body = { name: 'Renamed', scopes: ['tickets:read'] };
    const { data: updated } = await admin.ok('app.update', { params, body });
    expect(updated).toMatchObject({ ...body, redirect_uris: [CALLBACK] });
    expect((await client.ok(getMe, {})).data.credential.scopes).toEqual(['tickets:read']);

    const version = (await find())?.version;
    await admin.ok('app.update', { params, body: { redirect_uris: [CALLBACK, `${CALLBACK}/2`], version } });
    const late = await admin.refusal('app.update', { params, body: { name: 'Late', version } });
    expect(late).toBe('412 precondition_failed');
    await admin.ok('app.update', { params, body: { redirect_uris: [CALLBACK] } });

    const { data: rotated } = await admin.ok('app.rotate_secret', { params, body: { grace_period: '0s' } });
    const code = await app.code({ scope: 'tickets:read' });
    expect((await app.exchange(code)).status).toBe(401);
    const renewed = TestApp.of(workspace, app.id, rotated.client_secret);
    expect((await renewed.exchange(code)).status).toBe(200);

    await admin.ok('app.delete', { params });
    expect((await client.call(getMe, {})).status).toBe(401);
    expect(await find()).toBeUndefined();
    expect(await admin.refusal('app.update', { params, body: { name: 'x' } })).toBe('404 not_found');
  });

  it.each([
    ['redirect_uris', { redirect_uris: [] }],
    ['redirect_uris[1]', { redirect_uris: [CALLBACK, 'http://example.com/'] }],
    ['redirect_uris', { redirect_uris: ['com.example.app:/callback'] }],
    ['scopes[0]', { scopes: ['everything'] }],
    ['client_type', { client_type: 'secret' }],
  ])('is not created with an invalid %s', async (param, change) => {
    const body = { name: 'x', redirect_uris: [CALLBACK], scopes: ['tickets:read'], ...change };
    expect(await admin.refusal('app.create', { body })).toBe(`422 invalid_parameter ${param}`);
  });

  it('has no secret if it is public', async () => {
    const device = {
      name: 'On a device',
      redirect_uris: ['com.example.app:/callback'],
      mode: 'test' as const,
    };
    const body = { ...device, scopes: ['tickets:read'], client_type: 'public' as const };
    const { data } = await admin.ok('app.create', { body });
    expect(data.client_secret).toBeNull();
    const sent = { params: { app_id: data.client_id }, body: {} };
    expect(await admin.refusal('app.rotate_secret', sent)).toMatch(/^422 /);
  });
});

it('a connected app of the account console is listed for the user who approved it, and ends when they disconnect it', async () => {
  const app = await newApp(['tickets:read', 'users:read']);
  const user = await ConsoleClient.signInAs('agent', workspace);
  const client = await accessToken(app, 'tickets:read users:read', user.user);
  const [connected, ...others] = (await user.ok('grant.list', {})).data;
  expect(others).toEqual([]);
  expect(connected).toMatchObject({ app_id: app.id, name: 'Sync', mode: 'live', webhooks: [] });
  expect(new Set(connected?.scopes)).toEqual(new Set(['tickets:read', 'users:read']));
  expect((await admin.ok('grant.list', {})).data.map(({ app_id: id }) => id)).not.toContain(app.id);
  const params = { app_id: connected?.app_id ?? 'app_' } as const;
  // Only their own grants.
  await admin.ok('grant.revoke', { params });
  expect((await client.call(getMe, {})).status).toBe(200);
  await user.ok('grant.revoke', { params });
  expect((await client.call(getMe, {})).status).toBe(401);
  expect((await user.ok('grant.list', {})).data).toEqual([]);
});
