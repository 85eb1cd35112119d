import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, type TestWorkspace } from '@parley/testing';
import { ConsoleClient } from '../e2e/session-api/console-client.ts';
import { Browser, hasPassword, type Shown, type User } from '../e2e/oauth/browser.ts';
import { operator } from '../e2e/platform.ts';
import { addUser, auditOf } from '../e2e/steps.ts';

const typesOf = async (workspace: TestWorkspace) =>
  (await auditOf(workspace)).map(({ type }) => type).toReversed();

describe('the audit log of a workspace', () => {
  it('tells who administered users, apps and the plan', async () => {
    const own = await operator.workspace('business');
    const { live } = own;
    const { workspace_id: workspace } = own.credentials;
    const user = await addUser(own);
    await live.ok(api.updateUser, { params: { user_id: user.id }, body: { name: 'Kim Lee' } });
    const app = await operator.run(api.createOAuthApp, {
      workspace,
      name: 'App',
      redirect_uri: 'https://app.example/cb',
      scopes: 'tickets:read',
    });
    for (let time = 0; time < 2; time += 1) {
      await operator.run(api.deleteOAuthApp, { id: app.client_id });
      await operator.run(api.changePlan, { workspace, plan: 'unlimited' });
    }
    // The use of the key is recorded within seconds, at any place among the others.
    const entries = (await auditOf(own))
      .filter(({ type }) => type !== 'credential.used_from_new_address')
      .toReversed()
      .slice(3);
    expect(entries.map(({ type, actor, details }) => [type, actor.type, details])).toEqual([
      ['user.created', 'operator', { user_id: user.id, role: 'agent' }],
      [
        'user.updated',
        'api_key',
        { user_id: user.id, changes: { name: { from: 'Kim', to: expect.any(String) } } },
      ],
      ['app.created', 'operator', expect.objectContaining({ app_id: app.client_id })],
      ['app.deleted', 'operator', { app_id: app.client_id, name: 'App' }],
      ['workspace.plan_changed', 'operator', { changes: { plan: { from: 'business', to: 'unlimited' } } }],
    ]);
  });

  it('tells who administered webhooks, without their secrets and paths', async () => {
    const own = await operator.workspace();
    const { live } = own;
    const url = 'http://127.0.0.1:65530/path-of-the-hook?token=of-the-hook';
    const made = await live.ok(api.createWebhook, { body: { url, events: ['ticket.created'] } });
    const params = { webhook_id: made.data.id };
    await live.ok(api.updateWebhook, { params, body: { events: ['*'], status: 'disabled' } });
    await live.ok(api.updateWebhook, { params, body: { events: ['*'] } });
    await live.ok(api.updateWebhook, { params, body: { secret: 'another-secret-of-it' } });
    await live.ok(api.rotateWebhookSecret, { params, body: {} });
    await live.ok(api.deleteWebhook, { params });
    await eventually(async () => (await typesOf(own)).includes('webhook.deleted'));
    const entries = (await auditOf(own)).filter(({ type }) => type.startsWith('webhook.'));
    const types = entries.map(({ type }) => type.replace('webhook.', '')).toSorted();
    expect(types).toEqual(['created', 'deleted', 'secret_rotated', 'secret_rotated', 'updated']);
    for (const { actor, details, request_id: requestId } of entries) {
      expect(actor.type).toBe('api_key');
      expect(requestId).not.toBeNull();
      expect(details).toMatchObject({ webhook_id: made.data.id, mode: 'live' });
    }
    expect(entries.find(({ type }) => type === 'webhook.updated')?.details).toMatchObject({
      host: '127.0.0.1:65530',
      changes: {
        events: { from: ['ticket.created'], to: ['*'] },
        status: { from: 'enabled', to: 'disabled' },
      },
    });
    expect(JSON.stringify(entries)).not.toContain('of-the-hook');
  });
});

describe('the password of a user', () => {
  const isChange = ({ buttons }: { buttons: string[] }) => buttons.includes('action=change-password');
  const isSignedIn = ({ url }: Shown) => url.endsWith('/console/');

  async function signedIn({ credentials }: TestWorkspace, { email, password }: User = credentials) {
    const browser = new Browser(credentials.auth_url);
    const page = await browser.open(`${browser.authUrl}/`);
    const sent = { email, password, workspace: credentials.workspace_id, action: 'sign-in' };
    return { browser, page: await browser.submit(page, hasPassword, sent) };
  }

  it('is changed on a page, which ends the other sessions, and reset by the operator, which ends all', async () => {
    const made = await operator.workspace();
    const { auth_url: authUrl, workspace_id: workspace, email, password: first } = made.credentials;
    const [one, other] = [await signedIn(made), await signedIn(made)];
    expect([one.page, other.page].map(isSignedIn)).toEqual([true, true]);

    const second = 'a much better password';
    const change = async (fields: Record<string, string>, headers = {}) => {
      const page = await one.browser.open(`${authUrl}/password`);
      const sent = { current: first, password: second, repeated: second, action: 'change-password' };
      return one.browser.submit(page, isChange, { ...sent, ...fields }, headers);
    };
    for (const [fields, status, message] of [
      [{ current: 'wrong' }, 401, 'The current password is wrong'],
      [{ repeated: 'another one, by accident' }, 422, 'The new passwords differ'],
      [{ password: 'short', repeated: 'short' }, 422, 'at least 12 characters'],
      [{ password: first, repeated: first }, 422, 'must differ from the current one'],
      [{ password: 'a'.repeat(20), repeated: 'a'.repeat(20) }, 422, 'too easy to guess'],
      [{ csrf: 'x' }, 403, 'out of date'],
    ] as const) {
      const refused = await change(fields);
      expect([refused.status, refused.text.includes(message)]).toEqual([status, true]);
    }
    expect((await change({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await change({})).text).toContain('Password changed');
    expect(isSignedIn(await one.browser.open(`${authUrl}/`))).toBe(true);
    expect(isSignedIn(await other.browser.open(`${authUrl}/`))).toBe(false);
    expect((await signedIn(made)).page.status).toBe(401);

    const reset = await operator.run(api.resetPassword, { email, workspace });
    expect(isSignedIn(await one.browser.open(`${authUrl}/`))).toBe(false);
    expect((await signedIn(made, { email, password: second })).page.status).toBe(401);
    const user = { email, password: reset.password };
    const last = await signedIn(made, user);
    await (await ConsoleClient.of(last.browser, last.page, user, made)).ok('session.end', {});
    await eventually(async () => (await typesOf(made)).includes('login.signed_out'));
    expect((await typesOf(made)).filter((type) => type !== 'login.failed').slice(3)).toEqual([
      'login.succeeded',
      'login.succeeded',
      'user.password_changed',
      'user.password_reset',
      'login.succeeded',
      'login.signed_out',
    ]);
  });

  it('is reset by id, or by an email that one user has', async () => {
    const workspace = await operator.workspace();
    const { id, email } = await addUser(workspace);
    const reset = (asked: api.Input<typeof api.resetPassword>) => operator.run(api.resetPassword, asked);
    for (const asked of [{ id }, { email }]) expect(await reset(asked)).toMatchObject({ id, email });
    await operator.workspace();
    await expect(reset({ email: workspace.credentials.email })).rejects.toThrow('workspace');
    await expect(reset({})).rejects.toThrow('required');
    await expect(reset({ id, email })).rejects.toThrow('only one');
    await expect(reset({ email: 'no@example.com' })).rejects.toThrow('No such user');
  });
});
