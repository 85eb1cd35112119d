import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, EventStreamClient, eventually } from '@parley/testing';
import { operator } from '../platform.ts';
import { ConsoleClient, operationOf } from './console-client.ts';
import { query } from './query.ts';

const workspace = await operator.workspace();

const codeOf = async (client: ApiClient) => {
  const { status, body } = await client.call(api.getMe, {});
  return status === 200 ? 200 : body.error.code;
};

describe('a session of the account console', () => {
  it('shows its user, their workspace and what their role allows', async () => {
    const viewer = await ConsoleClient.signInAs('viewer', workspace);
    const { workspace_id: id, base_url, files_url } = workspace.credentials;
    expect((await viewer.ok('session.get', {})).data).toMatchObject({
      user: { email: viewer.user.email, role: 'viewer' },
      workspace: { id, name: 'Test' },
      scopes: api.scopesOfRole('viewer'),
      base_url,
      files_url,
    });
  });

  it('follows the role of its user from the next request on', async () => {
    const member = await ConsoleClient.signInAs('admin', workspace);
    const { id } = (await member.ok('session.get', {})).data.user;
    const status = async () => (await member.call(operationOf('key.list'), {})).status;
    expect(await status()).toBe(200);
    await operator.run(api.overrideUser, { id, role: 'agent' });
    expect(await status()).toBe(403);
    await operator.run(api.overrideUser, { id, role: 'admin' });
    expect(await status()).toBe(200);
  });

  it.each([
    ['was not used for 12 hours', `last_seen_at = now() - interval '12 hours 1 second'`],
    ['is older than 30 days', `created_at = now() - interval '30 days 1 second'`],
  ])('has expired when it %s', async (_, aged) => {
    const client = await ConsoleClient.signInAs('agent', workspace);
    const { id } = (await client.ok('session.get', {})).data;
    await query(`update identity.login_session set ${aged} where id = $1`, [api.uuidOf('session', id)]);
    for (const operation of ['session.get', 'session.revoke_others', 'pat.list'] as const)
      expect(await client.refusal(operation, {})).toBe('401 missing_api_key');
  });

  it('is listed with browser and address, and ends at the wish of its user, alone or with all others', async () => {
    const here = await ConsoleClient.signInAs('agent', workspace);
    const second = await ConsoleClient.signIn(workspace, here.user);
    const third = await ConsoleClient.signIn(workspace, here.user);
    const listed = (await here.ok('session.list', {})).data;
    expect(listed).toHaveLength(3);
    expect(listed.filter((one) => one.is_current)).toHaveLength(1);
    expect(listed[0]).toMatchObject({
      browser: 'node',
      address: expect.stringMatching(/127\.0\.0\.1$|::1$/),
    });
    const { id } = (await second.ok('session.get', {})).data;
    const token = await second.api();
    await here.ok('session.revoke', { params: { session_id: id } });
    expect([await second.isSignedIn(), await codeOf(token)]).toEqual([false, 'invalid_api_key']);
    const another = await third.api();
    expect((await here.ok('session.revoke_others', {})).data).toEqual({ revoked: 1 });
    expect([await third.isSignedIn(), await codeOf(another)]).toEqual([false, 'invalid_api_key']);
    expect(await here.isSignedIn()).toBe(true);
  });

  it('is signed out by itself', async () => {
    const client = await ConsoleClient.signInAs('agent', workspace);
    await client.ok('session.end', {});
    expect(await client.isSignedIn()).toBe(false);
    expect(client.browser.cookies.has('sid')).toBe(false);
  });
});

describe('an access token of a session', () => {
  it('acts as its user in either mode, with the scopes of their role', async () => {
    const agent = await ConsoleClient.signInAs('agent', workspace);
    const { data: session } = await agent.ok('session.get', {});
    const before = Date.now();
    const { data: issued } = await agent.ok('access_token.create', { body: {} });
    expect(issued).toMatchObject({ mode: 'live', scopes: api.scopesOfRole('agent') });
    expect(issued.token).toMatch(/^at_[0-9A-Za-z]{40}$/);
    expect(Math.round((Date.parse(issued.expires_at) - before) / 60_000)).toBe(15);
    const live = new ApiClient(workspace.credentials.base_url, issued.token);
    const test = await agent.api('test');
    const { expires_at } = issued;
    const credential = { id: session.id, type: 'session', owner: 'user', created_by: null, app_id: null };
    expect((await live.ok(api.getMe, {})).data).toMatchObject({
      id: session.user.id,
      credential: { ...credential, mode: 'live', expires_at },
    });
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'In the console' } });
    const params = { ticket_id: ticket.id };
    expect((await workspace.live.call(api.getTicket, { params })).status).toBe(200);
    expect((await test.call(api.getTicket, { params })).status).toBe(404);
    expect((await test.ok(api.getMe, {})).data.credential).toMatchObject({ mode: 'test', id: session.id });
  });

  it('never has more scopes than the role of its user', async () => {
    const member = await ConsoleClient.signInAs('admin', workspace);
    const { id } = (await member.ok('session.get', {})).data.user;
    const token = await member.api();
    expect((await token.ok(api.getMe, {})).data.credential.scopes).toEqual(api.SCOPES);
    await operator.run(api.overrideUser, { id, role: 'viewer' });
    expect((await token.ok(api.getMe, {})).data.credential.scopes).toEqual(api.scopesOfRole('viewer'));
    expect((await token.call(api.createTicket, { body: { subject: 'x' } })).status).toBe(403);
    expect((await member.ok('access_token.create', { body: {} })).data.scopes).toEqual(
      api.scopesOfRole('viewer'),
    );
  });

  it.each<[string, (client: ConsoleClient) => Promise<unknown>]>([
    ['signs out', (client) => client.ok('session.end', {})],
    [
      'changes the password',
      (client) => {
        const body = { current_password: client.user.password, new_password: 'correct horse battery' };
        return client.ok('password.change', { body });
      },
    ],
    [
      'gets a new password from the operator',
      ({ user: { email }, workspace: { credentials } }) =>
        operator.run(api.resetPassword, { email, workspace: credentials.workspace_id }),
    ],
    [
      'signs in anew in the same browser',
      ({ browser, signInPage, user }) => browser.signIn(signInPage, user),
    ],
  ])('ends at once when its user %s', async (_, end) => {
    const client = await ConsoleClient.signInAs('agent', workspace);
    const tokens = [await client.api(), await client.api('test')];
    expect(await Promise.all(tokens.map(codeOf))).toEqual([200, 200]);
    await end(client);
    expect(await Promise.all(tokens.map(codeOf))).toEqual(['invalid_api_key', 'invalid_api_key']);
  });

  it('ends at once and for good when its user is deactivated', async () => {
    const client = await ConsoleClient.signInAs('agent', workspace);
    const token = await client.api();
    const { id } = (await token.ok(api.getMe, {})).data;
    await operator.run(api.overrideUser, { id, status: 'inactive' });
    expect(await codeOf(token)).toBe('invalid_api_key');
    await operator.run(api.overrideUser, { id, status: 'active' });
    expect([await codeOf(token), await client.isSignedIn()]).toEqual(['invalid_api_key', false]);
  });

  it('ends its event streams with the session', async () => {
    const client = await ConsoleClient.signInAs('agent', workspace);
    const stream = await EventStreamClient.open(await client.api());
    await client.ok('session.end', {});
    await stream.ended;
  });

  it('repeats a request under its Idempotency-Key also when it was renewed', async () => {
    const client = await ConsoleClient.signInAs('agent', workspace);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const sent = { body: { subject: 'Once' } };
    const [one, other] = [await client.api(), await client.api()];
    expect(one.token).not.toBe(other.token);
    const { data: ticket } = await one.ok(api.createTicket, sent, headers);
    expect((await other.ok(api.createTicket, sent, headers)).data.id).toBe(ticket.id);
  });

  it('makes webhooks that belong to its user, and outlive it', async () => {
    const admin = await ConsoleClient.signInAs('admin', workspace);
    const token = await admin.api();
    const { id } = (await token.ok(api.getMe, {})).data;
    const body = { url: 'https://example.com/hooks', events: ['ticket.*'] };
    const { data: webhook } = await token.ok(api.createWebhook, { body });
    expect(webhook.created_by).toEqual({ type: 'user', id });
    await admin.ok('session.end', {});
    const read = async (params = { webhook_id: webhook.id }) =>
      (await workspace.live.ok(api.getWebhook, { params })).data;
    // What follows the end of a credential has followed that of one which ends after it.
    const other = await ConsoleClient.signInAs('admin', workspace);
    const pat = await other.ok('pat.create', { body: { name: 'Sync', scopes: ['webhooks:manage'] } });
    const client = new ApiClient(workspace.credentials.base_url, pat.data.token);
    const { data: byPat } = await client.ok(api.createWebhook, { body });
    await other.ok('pat.revoke', { params: { pat_id: pat.data.id } });
    await eventually(async () => (await read({ webhook_id: byPat.id })).disabled_reason === 'revoked');
    expect((await read()).status).toBe('enabled');
    // It ends with the user.
    await operator.run(api.overrideUser, { id, status: 'inactive' });
    await eventually(async () => (await read()).disabled_reason === 'revoked');
  });

  it('counts against a limit of its user, which no key of the workspace uses up, nor the reverse', async () => {
    const starter = await operator.workspace('starter');
    const admin = await (await ConsoleClient.signInAs('admin', starter)).api();
    const statuses = await Promise.all(
      Array.from({ length: 61 }, async () => (await starter.live.call(api.getMe, {})).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const { status, headers } = await admin.call(api.listTickets, { query: {} });
    const window = ['limit', 'remaining'].map((name) => headers.get(`x-ratelimit-${name}`));
    expect([status, ...window]).toEqual([200, '600', '599']);
  });
});
