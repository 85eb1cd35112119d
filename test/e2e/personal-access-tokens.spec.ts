import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, eventually } from '@parley/testing';
import { operator } from './platform.ts';
import { addUser } from './steps.ts';

const workspace = await operator.workspace();
const { workspace_id: id, live_key: key } = workspace.credentials;

describe('a personal access token', () => {
  type Asked = Partial<api.Input<typeof api.createPat>> & { email: string };
  const ask = (asked: Asked) =>
    operator.run(api.createPat, {
      workspace: id,
      name: 'Script',
      scopes: 'tickets:read,read:users',
      ...asked,
    });

  it('is not created for unknown or inactive users, with scopes beyond the role, or with an invalid expiry', async () => {
    const { email, id: user } = await addUser(workspace, { role: 'viewer' });
    const refusals: [Partial<Asked>, string | RegExp][] = [
      [{ email: 'nobody@example.com' }, 'email: belongs to no user'],
      [{ scopes: 'tickets:read,tickets:write' }, 'scopes: tickets:write is more'],
      [{ expires_in: '0s' }, 'expires_in: must be'],
      [{ expires_in: '999999999999d' }, 'expires_in: must be'],
      [{ expires_in: 'soon' }, /expires_in/],
    ];
    for (const [asked, message] of refusals) await expect(ask({ email, ...asked })).rejects.toThrow(message);
    await operator.run(api.overrideUser, { id: user, status: 'inactive' });
    await expect(ask({ email })).rejects.toThrow('email: belongs to a user who is not active');
  });

  it('is rejected on the next request after its user is deactivated, also after reactivation', async () => {
    const { id: user, email } = await addUser(workspace);
    const client = new ApiClient(workspace.live.baseUrl, (await ask({ email })).token);
    await client.ok(api.getMe, {});
    const code = async () => (await client.call(api.getMe, {})).body.error.code;
    await workspace.live.ok(api.updateUser, { params: { user_id: user }, body: { status: 'inactive' } });
    expect(await code()).toBe('invalid_api_key');
    await operator.run(api.overrideUser, { id: user, status: 'active' });
    expect(await code()).toBe('invalid_api_key');
  });

  it('is listed with its last use and without its token, like API keys', async () => {
    const { id: user, email } = await addUser(workspace, { role: 'viewer' });
    const pat = await ask({ email, expires_in: 'none' });
    await new ApiClient(workspace.live.baseUrl, pat.token).ok(api.getMe, {});
    const list = async () => (await operator.run(api.listPats, { workspace: id })).personal_access_tokens;
    const find = async () => (await list()).find((one) => one.id === pat.id);
    expect(await find()).toMatchObject({
      email,
      user_id: user,
      name: 'Script',
      scopes: ['tickets:read', 'users:read'],
      last4: pat.token.slice(-4),
      expires_at: null,
      revoked_at: null,
    });
    await eventually(async () => (await find())?.last_used_at !== null);
    const { keys } = await operator.run(api.listKeys, { workspace: id });
    expect(keys.map(({ name, mode }) => `${name}: ${mode}`).sort()).toEqual([
      'Live key: live',
      'Test key: test',
    ]);
    const listed = JSON.stringify([keys, await list()]);
    expect(listed).not.toContain(key);
    expect(listed).not.toContain(pat.token);
  });
});
