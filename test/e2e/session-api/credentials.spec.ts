import { describe, expect, it } from '@jest/globals';
import { createTicket, createWebhook, getMe, listTickets } from '@parley/contracts';
import { ApiClient, eventually } from '@parley/testing';
import { operator } from '../platform.ts';
import { ConsoleClient } from './console-client.ts';

const workspace = await operator.workspace();
const admin = await ConsoleClient.signIn(workspace);

const clientOf = (token: string) => new ApiClient(workspace.credentials.base_url, token);
const codeOf = async (client: ApiClient) => {
  const { status, body } = await client.call(getMe, {});
  return status === 200 ? 200 : body.error.code;
};
describe('an API key of the account console', () => {
  it('is shown once, calls the API, is listed with its last use, and is refused once it is revoked', async () => {
    const { data: key } = await admin.ok('key.create', {
      body: { name: 'Reporting', scopes: ['read:tickets', 'webhooks:manage'], expires_in: '90d' },
    });
    expect(key.token).toMatch(/^sk_live_/);
    const client = clientOf(key.token);
    expect((await client.call(listTickets, { query: {} })).status).toBe(200);
    expect((await client.call(createTicket, { body: { subject: 'x' } })).status).toBe(403);
    const find = async () => (await admin.ok('key.list', {})).data.find(({ id }) => id === key.id);
    const { data: session } = await admin.ok('session.get', {});
    expect(await find()).toMatchObject({
      name: 'Reporting',
      mode: 'live',
      scopes: ['tickets:read', 'webhooks:manage'],
      last4: key.token.slice(-4),
      created_by: { id: session.user.id, name: session.user.name },
      expires_at: key.expires_at,
      allowed_ips: null,
      revoked_at: null,
    });
    await eventually(async () => typeof (await find())?.last_used_at === 'string');
    const { data: webhook } = await client.ok(createWebhook, {
      body: { url: 'https://example.com/hooks', events: ['ticket.*'] },
    });
    const { data: revoked } = await admin.ok('key.revoke', { params: { key_id: key.id } });
    expect(revoked.webhooks).toEqual([
      { id: webhook.id, url: 'https://example.com/hooks', mode: 'live', status: 'enabled' },
    ]);
    expect(await codeOf(client)).toBe('invalid_api_key');
    expect((await admin.ok('key.revoke', { params: { key_id: key.id } })).data).toEqual(revoked);
    expect((await find())?.revoked_at).toBe(revoked.revoked_at);
    expect(JSON.stringify(await admin.ok('key.list', {}))).not.toContain(key.token);
  });

  it.each([
    ['missing_parameter name', { name: undefined }],
    ['invalid_parameter name', { name: ' ' }],
    ['missing_parameter scopes', { scopes: undefined }],
    ['invalid_parameter scopes', { scopes: [] }],
    ['invalid_parameter scopes[0]', { scopes: ['tickets:own'] }],
    ['invalid_parameter mode', { mode: 'both' }],
    ['invalid_parameter expires_in', { expires_in: 'soon' }],
    ['invalid_parameter expires_in', { expires_in: '0s' }],
    ['invalid_parameter allow_ips[0]', { allow_ips: ['here'] }],
  ])('is not created with an %s', async (error, change) => {
    const body = { name: 'x', scopes: ['tickets:read'], ...change };
    expect(await admin.refusal('key.create', { body })).toBe(`422 ${error}`);
  });
});

describe('a personal access token of the account console', () => {
  it('acts as the user who made it, for whom alone it is listed', async () => {
    const agent = await ConsoleClient.signInAs('agent', workspace);
    const { data: pat } = await agent.ok('pat.create', {
      body: { name: 'Script', scopes: ['tickets:write', 'tickets:read'], expires_in: '7d' },
    });
    expect(Math.round((Date.parse(pat.expires_at ?? '') - Date.now()) / 86_400_000)).toBe(7);
    const client = clientOf(pat.token);
    const { data: me } = await client.ok(getMe, {});
    expect(me).toMatchObject({ email: agent.user.email, credential: { id: pat.id, name: 'Script' } });
    expect((await agent.ok('pat.list', {})).data.map(({ id }) => id)).toEqual([pat.id]);
    expect((await admin.ok('pat.list', {})).data.map(({ id }) => id)).not.toContain(pat.id);
    await agent.ok('pat.revoke', { params: { pat_id: pat.id } });
    expect(await codeOf(client)).toBe('invalid_api_key');
  });

  it('has no scopes beyond the role of its user, and one of the offered lifetimes', async () => {
    const viewer = await ConsoleClient.signInAs('viewer', workspace);
    const asked = { name: 'x', scopes: ['tickets:read'] };
    const more = { ...asked, scopes: ['tickets:read', 'tickets:write'] };
    expect(await viewer.refusal('pat.create', { body: more })).toBe('422 invalid_parameter scopes');
    const odd = { ...asked, expires_in: '8d' };
    expect(await viewer.refusal('pat.create', { body: odd })).toBe('422 invalid_parameter expires_in');
    const { data } = await viewer.ok('pat.create', { body: { ...asked, expires_in: 'none' } });
    expect(data.expires_at).toBeNull();
  });

  it('is not revoked by the id of an API key, nor the other way around', async () => {
    const { data: key } = await admin.ok('key.create', { body: { name: 'Key', scopes: ['tickets:read'] } });
    const disguised = key.id.replace('key_', 'pat_');
    const refused = await admin.refusal('pat.revoke', { params: { pat_id: disguised } });
    expect([refused, await codeOf(clientOf(key.token))]).toEqual(['404 not_found', 200]);
  });
});

describe('a request to the account console', () => {
  it('is refused with parameters of a query that nobody knows', async () => {
    const answer = await admin.raw('/keys?mode=live');
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { error: { code: 'unknown_parameter', param: 'mode' } },
    ]);
  });

  it.each([
    ['malformed JSON', '{"name":', 'malformed_json'],
    ['a list', '[]', 'malformed_json'],
    ['two values', '{} {}', 'malformed_json'],
    ['deep nesting', `{"name":${'['.repeat(100)}${']'.repeat(100)}}`, 'malformed_json'],
    ['a body over the limit', JSON.stringify({ name: 'x'.repeat(2 ** 21) }), 'body_too_large'],
  ])('is refused with %s', async (_, body, code) => {
    const headers = { 'content-type': 'application/json', 'x-csrf-token': admin.csrf };
    const answer = await admin.raw('/keys', { method: 'POST', headers, body });
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code } }]);
  });

  it('is answered in JSON, uncached and without access for other sites, also where there is nothing', async () => {
    for (const [path, status] of [
      ['/session', 200],
      ['/nothing', 404],
      ['', 404],
    ] as const) {
      const answer = await admin.raw(path, { headers: { origin: 'https://evil.example' } });
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    const preflight = await admin.raw('/keys', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(404);
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
