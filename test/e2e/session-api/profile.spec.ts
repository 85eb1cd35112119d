import { describe, expect, it } from '@jest/globals';
import { getUser } from '@parley/contracts';
import { operator } from '../platform.ts';
import { ConsoleClient, operationOf } from './console-client.ts';

const workspace = await operator.workspace();

const refusal = (client: ConsoleClient, current_password: string, new_password: string) =>
  client.refusal('password.change', { body: { current_password, new_password } });

describe('the profile of the account console', () => {
  it('changes name and picture, which the API shows, and not the role', async () => {
    const viewer = await ConsoleClient.signInAs('viewer', workspace);
    const { id } = (await viewer.ok('session.get', {})).data.user;
    const avatar = 'https://example.com/kim.png';
    const body = { name: 'Kim Lee', avatar_url: avatar, role: 'admin', status: 'inactive' };
    const answer = await viewer.call(operationOf('profile.update'), { body });
    expect(answer.status).toBe(200);
    const { data: user } = await workspace.live.ok(getUser, { params: { user_id: id } });
    expect(user).toMatchObject({ name: 'Kim Lee', avatar_url: avatar, role: 'viewer', status: 'active' });
    expect((await viewer.ok('profile.get', {})).data).toEqual(user);
    const wrong = await viewer.refusal('profile.update', { body: { avatar_url: 'javascript:x' } });
    expect(wrong).toBe('422 invalid_parameter avatar_url');
  });

  it('changes the password for who knows the current one, and goes on in a new session', async () => {
    const here = await ConsoleClient.signInAs('agent', workspace);
    const there = await ConsoleClient.signIn(workspace, here.user);
    const before = here.browser.cookies.get('sid');
    const { data } = await here.ok('password.change', {
      body: { current_password: here.user.password, new_password: 'correct horse battery' },
    });
    expect(here.browser.cookies.get('sid')).not.toBe(before);
    // The token of the former session is worth nothing in the new one.
    expect(await here.refusal('access_token.create', { body: {} })).toBe('403 csrf_failed X-CSRF-Token');
    here.csrf = data.csrf_token;
    await here.ok('access_token.create', { body: {} });
    expect(await there.isSignedIn()).toBe(false);
    await expect(ConsoleClient.signIn(workspace, here.user)).rejects.toThrow('401');
    await ConsoleClient.signIn(workspace, { email: here.user.email, password: 'correct horse battery' });
  });

  it('refuses a wrong current password, an unacceptable new one, and too many tries', async () => {
    const client = await ConsoleClient.signInAs('agent', workspace);
    const { password } = client.user;
    const wrong = '422 invalid_parameter current_password';
    expect(await refusal(client, 'not this one', 'correct horse battery')).toBe(wrong);
    for (const unacceptable of ['short', password, 'x'.repeat(2000)])
      expect(await refusal(client, password, unacceptable)).toBe('422 invalid_parameter new_password');
    expect(await refusal(client, 'guess 0', 'correct horse battery')).toBe(wrong);
    for (let guess = 1; guess < 10; guess += 1)
      await refusal(client, `guess ${guess}`, 'correct horse battery');
    const body = { current_password: password, new_password: 'correct horse battery' };
    const limited = await client.call(operationOf('password.change'), { body });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limited.body).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
  });
});
