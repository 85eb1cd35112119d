import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, eventually, Receiver, type TestWorkspace } from '@parley/testing';
import { ConsoleClient } from '../e2e/session-api/console-client.ts';
import { query } from '../e2e/session-api/query.ts';
import { approve, TestApp } from '../e2e/oauth/app.ts';
import { operator } from '../e2e/platform.ts';
import { addUser } from '../e2e/steps.ts';

let workspace: TestWorkspace;
let receiver: Receiver;
beforeEach(async () => {
  workspace = await operator.workspace();
  receiver = await Receiver.start();
});
afterEach(() => receiver.close());

const read = async ({ id }: api.Webhook) =>
  (await workspace.live.ok(api.getWebhook, { params: { webhook_id: id } })).data;
const createBy = async (client: ApiClient, path = '') =>
  (await client.ok(api.createWebhook, { body: { url: receiver.url + path, events: ['ticket.*'] } })).data;
const reasonOf = async (webhook: api.Webhook) => (await read(webhook)).disabled_reason;

function newPat(email = workspace.credentials.email) {
  const named = { workspace: workspace.credentials.workspace_id, name: 'Sync', scopes: 'webhooks:manage' };
  return operator.run(api.createPat, { ...named, email, expires_in: '1h' });
}
const clientOf = (token: string) => new ApiClient(workspace.credentials.base_url, token);

describe('a webhook', () => {
  it('of a personal access token is disabled when that is revoked, and others are told once', async () => {
    const { id, token } = await newPat();
    const webhook = await createBy(clientOf(token));
    expect(webhook.created_by).toEqual({ type: 'personal_access_token', id });
    await workspace.live.ok(api.createWebhook, { body: { url: receiver.url, events: ['webhook.disabled'] } });
    await operator.run(api.revokePat, { id });
    const [notice] = await receiver.received('webhook.disabled');
    expect(notice?.body.data).toMatchObject({ id: webhook.id, disabled_reason: 'revoked' });
    expect(await read(webhook)).toMatchObject({ status: 'disabled', disabled_reason: 'revoked' });
    // An admin may keep it.
    const params = { webhook_id: webhook.id };
    const enabled = await workspace.live.ok(api.updateWebhook, { params, body: { status: 'enabled' } });
    expect(enabled.data).toMatchObject({ status: 'enabled', disabled_reason: null });
    expect(receiver.of('webhook.disabled')).toHaveLength(1);
  });

  it('of a personal access token is disabled when that expires', async () => {
    const { id, token } = await newPat();
    const webhook = await createBy(clientOf(token));
    const expire = 'update identity.token set expires_at = now() where credential_id = $1';
    await query(expire, [api.uuidOf('pat', id)]);
    await eventually(async () => (await reasonOf(webhook)) === 'revoked');
  });

  it('of a user who is deactivated is disabled, unless an API key created it', async () => {
    const user = await addUser(workspace, { role: 'admin' });
    const webhook = await createBy(clientOf((await newPat(user.email)).token));
    const ofKey = await createBy(workspace.live);
    await operator.run(api.overrideUser, { id: user.id, status: 'inactive' });
    await eventually(async () => (await reasonOf(webhook)) === 'revoked');
    const { data: me } = await workspace.live.ok(api.getMe, {});
    await operator.run(api.overrideUser, { id: me.id, status: 'inactive' });
    const other = await createBy(workspace.live);
    expect([await reasonOf(ofKey), await reasonOf(other)]).toEqual([null, null]);
  });

  it('of a user who is an admin no more is disabled, unless an API key created it', async () => {
    const user = await addUser(workspace, { role: 'admin' });
    const webhook = await createBy(clientOf((await newPat(user.email)).token));
    const ofKey = await createBy(workspace.live);
    await operator.run(api.overrideUser, { id: user.id, role: 'viewer' });
    await eventually(async () => (await reasonOf(webhook)) === 'revoked');
    expect(await reasonOf(ofKey)).toBeNull();
  });

  it('of an API key stays when that is revoked, and the operator is shown it', async () => {
    const { workspace_id: id } = workspace.credentials;
    const named = { workspace: id, name: 'CRM', scopes: 'webhooks:manage' };
    const key = await operator.run(api.createKey, named);
    const webhook = await createBy(clientOf(key.key), '/crm');
    expect(webhook.created_by).toEqual({ type: 'api_key', id: key.id });
    await createBy(workspace.live);
    const { url, status } = webhook;
    expect((await operator.run(api.revokeKey, { id: key.id })).webhooks).toEqual([
      { id: webhook.id, url, mode: 'live', status },
    ]);
    expect(await reasonOf(webhook)).toBeNull();
  });
});

it('an app that creates webhooks says so on the consent page, and its webhooks are shown before and disabled after a disconnection', async () => {
  const app = await TestApp.create(workspace, { scopes: 'webhooks:manage' });
  const { browser, page } = await app.consentPage({ scope: 'webhooks:manage' });
  expect(page.text).toContain('the content of every event');
  const { body } = await app.exchange(await approve({ browser, page }));
  const webhook = await createBy(app.client(body.access_token), '/of-the-app');
  expect(webhook.created_by).toEqual({ type: 'oauth_access_token', id: expect.stringMatching(/^grant_/) });
  const console = await ConsoleClient.of(browser, page, workspace.credentials, workspace);
  const { data: apps } = await console.ok('grant.list', {});
  // Without paths and queries of the endpoints, which may hold tokens.
  const { host } = new URL(receiver.url);
  expect(apps.map(({ app_id: id, webhooks }) => [id, webhooks])).toEqual([
    [app.id, [{ id: webhook.id, mode: 'live', host }]],
  ]);
  await console.ok('grant.revoke', { params: { app_id: app.id as `app_${string}` } });
  await eventually(async () => (await reasonOf(webhook)) === 'revoked');
});
