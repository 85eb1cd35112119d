import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, eventually } from '@parley/testing';
import { operator } from './platform.ts';

const workspace = await operator.workspace();

describe('a personal access token', () => {
  /** A user of a role with a token of theirs. */
  async function userWithToken(role: api.Role, asked: Partial<api.Input<typeof api.createPat>> = {}) {
    const { workspace_id: id } = workspace.credentials;
    const email = `${crypto.randomUUID()}@example.com`;
    const user = await operator.run(api.createUser, { workspace: id, email, name: 'Kim', role });
    const pat = await operator.run(api.createPat, {
      workspace: id,
      email,
      name: 'Script',
      scopes: 'tickets:read,read:users',
      ...asked,
    });
    return { user, email, pat, client: new ApiClient(workspace.live.baseUrl, pat.token) };
  }

  it('acts as its user, in live mode', async () => {
    const { user, email, client } = await userWithToken('agent', { scopes: 'write:tickets,tickets:read' });
    const { data: me } = await client.ok(api.getMe, {});
    expect(me).toMatchObject({ id: user.id, email, role: 'agent', workspace: { name: 'Test' } });
    const { data: ticket } = await client.ok(api.createTicket, { body: { subject: 'By hand' } });
    const seen = async (reader: ApiClient) =>
      (await reader.ok(api.listTickets, { query: {} })).data.some(({ id }) => id === ticket.id);
    expect([await seen(client), await seen(workspace.live), await seen(workspace.test)]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await client.call(api.listUsers, { query: {} })).body.error.code).toBe('insufficient_scope');
  });

  it('is not created for unknown or inactive users, with scopes beyond the role, or with an invalid expiry', async () => {
    const { workspace_id: id } = workspace.credentials;
    const { email, user } = await userWithToken('viewer');
    const ask = (change: Partial<api.Input<typeof api.createPat>>) =>
      operator.run(api.createPat, { workspace: id, email, name: 'x', scopes: 'tickets:read', ...change });
    await expect(ask({ email: 'nobody@example.com' })).rejects.toThrow('email: belongs to no user');
    await expect(ask({ scopes: 'tickets:read,tickets:write' })).rejects.toThrow(
      'scopes: tickets:write is more',
    );
    await expect(ask({ scopes: 'webhooks:manage' })).rejects.toThrow('scopes: webhooks:manage is more');
    for (const expires of ['0s', '999999999999d'])
      await expect(ask({ expires_in: expires })).rejects.toThrow('expires_in: must be');
    await expect(ask({ expires_in: 'soon' })).rejects.toThrow(/expires_in/);
    await operator.run(api.overrideUser, { id: user.id, status: 'inactive' });
    await expect(ask({})).rejects.toThrow('email: belongs to a user who is inactive');
  });

  it('is rejected on the next request after its user is deactivated, also after reactivation', async () => {
    const { user, client } = await userWithToken('agent');
    const status = async () => {
      const { status: answered, body } = await client.call(api.getMe, {});
      return answered === 200 ? 200 : body.error.code;
    };
    expect(await status()).toBe(200);
    await workspace.live.ok(api.updateUser, { params: { user_id: user.id }, body: { status: 'inactive' } });
    expect(await status()).toBe('invalid_api_key');
    await operator.run(api.overrideUser, { id: user.id, status: 'active' });
    expect(await status()).toBe('invalid_api_key');
  });

  it('is listed with its last use and without its token, like API keys', async () => {
    const { workspace_id: id, live_key: key } = workspace.credentials;
    const { pat, client, email, user } = await userWithToken('viewer', { expires_in: 'none' });
    await client.ok(api.getMe, {});
    const find = async () => {
      const listed = await operator.run(api.listPats, { workspace: id });
      return listed.personal_access_tokens.find((one) => one.id === pat.id);
    };
    expect(await find()).toMatchObject({
      email,
      user_id: user.id,
      name: 'Script',
      scopes: ['tickets:read', 'users:read'],
      last4: pat.token.slice(-4),
      expires_at: null,
      revoked_at: null,
    });
    await eventually(async () => (await find())?.last_used_at !== null);
    const keys = await operator.run(api.listKeys, { workspace: id });
    expect(keys.keys.map(({ name, mode }) => [name, mode])).toEqual(
      expect.arrayContaining([
        ['Live key', 'live'],
        ['Test key', 'test'],
      ]),
    );
    const listed = JSON.stringify([keys, await operator.run(api.listPats, { workspace: id })]);
    expect(listed).not.toContain(key);
    expect(listed).not.toContain(pat.token);
  });
});
