import { describe, expect, it } from '@jest/globals';
import { createWebhook, getMe } from '@parley/contracts';
import type { ApiClient } from '@parley/testing';
import { TestApp } from '../oauth/app.ts';
import { operator } from '../platform.ts';
import { ConsoleClient, operationOf } from './console-client.ts';

const CALLBACK = 'http://localhost:4999/callback';
const workspace = await operator.workspace();
const admin = await ConsoleClient.signIn(workspace);

/** An app that was created in the console, with the scopes that it may ask for. */
async function newApp(scopes: string[]): Promise<TestApp> {
  const { data } = await admin.ok('app.create', {
    body: { name: 'Sync', redirect_uris: [CALLBACK], scopes },
  });
  return TestApp.of(workspace, data.client_id, data.client_secret);
}

async function accessToken(
  app: TestApp,
  scope: string,
  user?: { email: string; password: string },
): Promise<ApiClient> {
  return app.client((await app.tokens({ scope }, user)).access_token);
}

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
    const { data: updated } = await admin.ok('app.update', {
      params,
      body: { name: 'Renamed', scopes: ['tickets:read'] },
    });
    expect(updated).toMatchObject({ name: 'Renamed', redirect_uris: [CALLBACK], scopes: ['tickets:read'] });
    expect((await client.ok(getMe, {})).data.credential.scopes).toEqual(['tickets:read']);

    const version = (await find())?.version;
    await admin.ok('app.update', { params, body: { redirect_uris: [CALLBACK, `${CALLBACK}/2`], version } });
    expect(await admin.refusal('app.update', { params, body: { name: 'Late', version } })).toEqual([
      412,
      'precondition_failed',
      undefined,
    ]);
    await admin.ok('app.update', { params, body: { redirect_uris: [CALLBACK] } });

    const { data: rotated } = await admin.ok('app.rotate_secret', { params, body: { grace_period: '0s' } });
    const code = await app.code({ scope: 'tickets:read' });
    expect((await app.exchange(code)).status).toBe(401);
    const renewed = TestApp.of(workspace, app.id, rotated.client_secret);
    expect((await renewed.exchange(code)).status).toBe(200);

    await admin.ok('app.delete', { params });
    expect((await client.call(getMe, {})).status).toBe(401);
    expect(await find()).toBeUndefined();
    expect((await admin.call(operationOf('app.update'), { params, body: { name: 'x' } })).status).toBe(404);
  });

  it.each([
    ['redirect_uris', { redirect_uris: [] }],
    ['redirect_uris[1]', { redirect_uris: [CALLBACK, 'http://example.com/'] }],
    ['redirect_uris', { redirect_uris: ['com.example.app:/callback'] }],
    ['scopes[0]', { scopes: ['everything'] }],
    ['client_type', { client_type: 'secret' }],
  ])('is not created with an invalid %s', async (param, change) => {
    const body = { name: 'x', redirect_uris: [CALLBACK], scopes: ['tickets:read'], ...change };
    const answer = await admin.call(operationOf('app.create'), { body });
    expect([answer.status, answer.body]).toMatchObject([422, { error: { param } }]);
  });

  it('has no secret if it is public', async () => {
    const { data } = await admin.ok('app.create', {
      body: {
        name: 'On a device',
        redirect_uris: ['com.example.app:/callback'],
        scopes: ['tickets:read'],
        client_type: 'public',
        mode: 'test',
      },
    });
    expect(data.client_secret).toBeNull();
    const answer = await admin.call(operationOf('app.rotate_secret'), {
      params: { app_id: data.client_id },
      body: {},
    });
    expect(answer.status).toBe(422);
  });
});

it('a connected app of the account console is listed for the user who approved it, with its webhooks, and ends when they disconnect it', async () => {
  const app = await newApp(['tickets:read', 'webhooks:manage']);
  const user = await ConsoleClient.signInAs('admin', workspace);
  const client = await accessToken(app, 'tickets:read webhooks:manage', user.user);
  const { data: webhook } = await client.ok(createWebhook, {
    body: { url: 'https://example.com/hooks?token=secret', events: ['ticket.*'] },
  });
  const [connected, ...others] = (await user.ok('grant.list', {})).data;
  expect(others).toEqual([]);
  expect(connected).toMatchObject({
    app_id: app.id,
    name: 'Sync',
    mode: 'live',
    webhooks: [{ id: webhook.id, mode: 'live', host: 'example.com' }],
  });
  expect(new Set(connected?.scopes)).toEqual(new Set(['tickets:read', 'webhooks:manage']));
  expect((await admin.ok('grant.list', {})).data.map(({ app_id: id }) => id)).not.toContain(app.id);
  const params = { app_id: connected?.app_id ?? 'app_' } as const;
  // Only their own grants.
  await admin.ok('grant.revoke', { params });
  expect((await client.call(getMe, {})).status).toBe(200);
  await user.ok('grant.revoke', { params });
  expect((await client.call(getMe, {})).status).toBe(401);
  expect((await user.ok('grant.list', {})).data).toEqual([]);
});
