import { beforeEach, describe, expect, it } from '@jest/globals';
import { deleteWorkspace, getMe, overrideUser, resetPassword, uuidOf, type Id } from '@parley/contracts';
import { eventually, type TestWorkspace } from '@parley/testing';
import { Browser, formsOf, hasPassword, type User } from '../oauth/browser.ts';
import { operator } from '../platform.ts';
import { addUser, auditOf } from '../steps.ts';
import { ConsoleClient } from './console-client.ts';
import { query } from './query.ts';

const PASSWORD = 'four words of a song';

describe('a password-reset link', () => {
  let workspace: TestWorkspace;
  let authUrl: string;
  let admin: ConsoleClient;
  let kim: User & { id: Id<'user'> };

  beforeEach(async () => {
    workspace = await operator.workspace();
    authUrl = workspace.credentials.auth_url;
    [admin, kim] = [await ConsoleClient.signIn(workspace), await addUser(workspace)];
  });

  const linkFor = async (id: Id<'user'>, by = admin) =>
    (await by.ok('password_reset.create', { params: { user_id: id } })).data;
  const statusOf = async (url: string) => (await new Browser(authUrl).open(url)).status;
  /** Opens the form of a link; the answer submits it. */
  const open = async (url: string) => {
    const browser = new Browser(authUrl);
    const page = await browser.open(url);
    return (fields: { password: string; repeated: string }) => browser.submit(page, hasPassword, fields);
  };
  const choose = async (url: string, password = PASSWORD, repeated = password) =>
    (await open(url))({ password, repeated });
  const signIn = async (user: User) => {
    const browser = new Browser(authUrl);
    return (await browser.signIn(await browser.open(`${authUrl}/`), user)).status;
  };

  it('lets its user choose a password, which ends their sessions and access tokens', async () => {
    const session = await ConsoleClient.signIn(workspace, kim);
    const api = await session.api();
    const before = Date.now();
    const { url, expires_at: expiresAt } = await linkFor(kim.id);
    const hours = (Date.parse(expiresAt) - before) / 3_600_000;
    expect([hours >= 24, hours < 24.1]).toEqual([true, true]);
    // Until it is used, nothing changes.
    expect([await statusOf(url), (await api.call(getMe, {})).status]).toEqual([200, 200]);

    const done = await choose(url);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Password changed')]);
    expect(done.text).toContain(`href="/?workspace=${workspace.credentials.workspace_id}"`);
    expect([await session.isSignedIn(), (await api.call(getMe, {})).status]).toEqual([false, 401]);
    expect([await signIn(kim), await signIn({ ...kim, password: PASSWORD })]).toEqual([401, 200]);
    const entries = (await auditOf(workspace)).map(({ type, actor, details }) => [type, actor.id, details]);
    const adminId = (await admin.ok('session.get', {})).data.user.id;
    expect(entries).toContainEqual(['user.password_reset_link_created', adminId, { user_id: kim.id }]);
    expect(entries).toContainEqual(['user.password_reset', kim.id, { user_id: kim.id }]);
  });

  it('works once, also for two requests at the same time', async () => {
    const { url } = await linkFor(kim.id);
    const passwords = ['first of two songs', 'second of two songs'];
    // The form is opened by both before one of them sends it.
    const forms = await Promise.all(
      passwords.map(async (password) => ({ password, submit: await open(url) })),
    );
    const answers = await Promise.all(
      forms.map(({ password, submit }) => submit({ password, repeated: password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await statusOf(url)).toBe(404);
    const accepted = [];
    for (const password of passwords) accepted.push(await signIn({ ...kim, password }));
    expect(accepted).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
  });

  it('is kept when the new password is not acceptable, and accepted only by a form of its page', async () => {
    const { url } = await linkFor(kim.id);
    expect((await choose(url, 'short')).status).toBe(422);
    expect((await choose(url, PASSWORD, 'another one')).status).toBe(422);
    const browser = new Browser(authUrl);
    const fields = formsOf(await browser.open(url))[0]?.fields;
    const filled = { ...fields, password: PASSWORD, repeated: PASSWORD };
    expect((await browser.post(url, { ...filled, csrf: '' })).status).toBe(403);
    expect((await browser.post(url, filled, { origin: 'https://evil.example' })).status).toBe(403);
    expect([await signIn(kim), (await choose(url)).status]).toEqual([200, 200]);
  });

  it('ends when it is replaced, when it has expired, and when the password is changed in another way', async () => {
    const replaced = await linkFor(kim.id);
    const expired = await linkFor(kim.id);
    expect([await statusOf(replaced.url), await statusOf(expired.url)]).toEqual([404, 200]);
    const hash = "sha256(convert_to($1, 'UTF8'))";
    const token = expired.url.slice(expired.url.lastIndexOf('/') + 1);
    await query(`update identity.password_reset set expires_at = now() where token_hash = ${hash}`, [token]);
    expect(await statusOf(expired.url)).toBe(404);
    const { url } = await linkFor(kim.id);
    await operator.run(resetPassword, { id: kim.id });
    expect(await statusOf(url)).toBe(404);
  });

  it('ends when its user is deactivated, or the admin who made it is no active admin any more', async () => {
    const { url } = await linkFor(kim.id);
    await operator.run(overrideUser, { id: kim.id, status: 'inactive' });
    expect(await statusOf(url)).toBe(404);
    const refused = await admin.refusal('password_reset.create', { params: { user_id: kim.id } });
    expect(refused).toBe('422 invalid_parameter user_id');
    await operator.run(overrideUser, { id: kim.id, status: 'active' });
    expect(await statusOf(url)).toBe(404);

    const second = await addUser(workspace, { role: 'admin' });
    const made = await linkFor(kim.id, await ConsoleClient.signIn(workspace, second));
    await operator.run(overrideUser, { id: second.id, role: 'viewer' });
    expect(await statusOf(made.url)).toBe(404);
  });

  it('cannot be made for oneself: it would outlive the end of a stolen session', async () => {
    const { id } = (await admin.ok('session.get', {})).data.user;
    const refused = await admin.refusal('password_reset.create', { params: { user_id: id } });
    expect(refused).toBe('422 invalid_parameter user_id');
    const made = 'select from identity.password_reset where user_id = $1';
    expect(await query(made, [uuidOf('user', id)])).toEqual([]);
  });

  it('ends with its workspace, as invitations do, and leaves nothing behind', async () => {
    const links = [
      (await linkFor(kim.id)).url,
      (await admin.ok('invitation.create', { body: { email: 'noor@example.com' } })).data.url,
    ];
    const { workspace_id: id } = workspace.credentials;
    await operator.run(deleteWorkspace, { workspace: id, confirm: 'Test' });
    expect(await Promise.all(links.map(statusOf))).toEqual([404, 404]);
    const left = `select from identity.invitation where workspace_id = $1
      union all select from identity.password_reset where workspace_id = $1
      union all select from identity.workspace where id = $1`;
    await eventually(async () => (await query(left, [uuidOf('workspace', id)])).length === 0);
  });
});
