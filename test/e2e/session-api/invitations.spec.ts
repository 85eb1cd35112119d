import { beforeEach, describe, expect, it } from '@jest/globals';
import { createUser, listAudit, listUsers, overrideUser, type User } from '@parley/contracts';
import type { ConsoleInput, ConsoleOperationOf } from '@parley/contracts/console';
import type { TestWorkspace } from '@parley/testing';
import { Browser, formsOf, hasPassword, type Shown } from '../oauth/browser.ts';
import { operator } from '../platform.ts';
import { ConsoleClient, operationOf } from './console-client.ts';
import { query } from './query.ts';

const PASSWORD = 'four words of a song';

describe('an invitation', () => {
  let workspace: TestWorkspace;
  let authUrl: string;
  let admin: ConsoleClient;

  beforeEach(async () => {
    workspace = await operator.workspace();
    authUrl = workspace.credentials.auth_url;
    admin = await ConsoleClient.signIn(workspace);
  });

  const invite = async (body: Partial<ConsoleInput<ConsoleOperationOf<'invitation.create'>>['body']> = {}) =>
    (await admin.ok('invitation.create', { body: { email: 'noor@example.com', ...body } })).data;
  const users = async (): Promise<User[]> => (await workspace.live.ok(listUsers, { query: {} })).data;
  const audit = async () =>
    (await operator.run(listAudit, { workspace: workspace.credentials.workspace_id })).audit_entries;
  const accept = (browser: Browser, page: Shown, filled: Record<string, string> = {}) =>
    browser.submit(page, hasPassword, { name: 'Noor', password: PASSWORD, repeated: PASSWORD, ...filled });
  const open = async (url: string) => {
    const browser = new Browser(authUrl);
    return { browser, page: await browser.open(url) };
  };
  const statusOf = async (url: string) => (await open(url)).page.status;

  it('makes a user with its address and role of the person who opens its link, and signs them in', async () => {
    const { url, ...invitation } = await invite({ role: 'viewer' });
    expect((await admin.ok('invitation.list', {})).data).toEqual([invitation]);
    const days = (Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)) / 86_400_000;
    expect([days, invitation.email, invitation.role, invitation.invited_by.name]).toEqual([
      7,
      'noor@example.com',
      'viewer',
      'Admin',
    ]);

    const { browser, page } = await open(url);
    expect(page.text).toContain('<h1>Join Test</h1>');
    await accept(browser, page, { name: '  Noor Haddad ' });
    const chosen = { email: 'noor@example.com', password: PASSWORD };
    const noor = await ConsoleClient.of(browser, page, chosen, workspace);
    const { user } = (await noor.ok('session.get', {})).data;
    expect(user).toMatchObject({ name: 'Noor Haddad', email: 'noor@example.com', role: 'viewer' });
    expect((await users()).find(({ id }) => id === user.id)).toMatchObject({
      status: 'active',
      role: 'viewer',
    });
    expect((await admin.ok('invitation.list', {})).data).toEqual([]);
    // Again, by the password that they have chosen.
    const again = await ConsoleClient.signIn(workspace, chosen);
    expect((await again.ok('session.get', {})).data.user.id).toBe(user.id);

    const entries = (await audit()).map(({ type, actor, details }) => [type, actor.id, details] as const);
    const details = { invitation_id: invitation.id, role: 'viewer' };
    expect(entries).toContainEqual([
      'invitation.created',
      invitation.invited_by.id,
      { ...details, email: 'noor@example.com' },
    ]);
    expect(entries).toContainEqual(['invitation.accepted', user.id, { ...details, user_id: user.id }]);
    expect(entries).toContainEqual(['user.created', user.id, { user_id: user.id, role: 'viewer' }]);
    expect(await emitted(user.id)).toEqual(['user.created']);
  });

  it('works once, also for two requests at the same time', async () => {
    const { url } = await invite();
    const tries = await Promise.all([open(url), open(url)]);
    const answers = await Promise.all(
      tries.map(({ browser, page }) =>
        browser.post(url, {
          ...formsOf(page)[0]?.fields,
          name: 'Noor',
          password: PASSWORD,
          repeated: PASSWORD,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect(await statusOf(url)).toBe(404);
    expect((await users()).filter(({ email }) => email === 'noor@example.com')).toHaveLength(1);
  });

  it('is not used up by opening its link, nor by an unacceptable name or password', async () => {
    const { url } = await invite();
    const { browser, page } = await open(url);
    const refused = [
      await accept(browser, page, { name: '  ' }),
      await accept(browser, page, { name: 'N'.repeat(256) }),
      await accept(browser, page, { name: 'No\u0000or' }),
      await accept(browser, page, { password: 'short', repeated: 'short' }),
      await accept(browser, page, { repeated: 'another song entirely' }),
      await accept(browser, page, { password: 'noor@example.com', repeated: 'noor@example.com' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422]);
    for (const [index, message] of [
      'Enter your name.',
      'Enter a name of at most 255 characters.',
      'The name contains characters that cannot be stored.',
      'at least 12 characters',
      'The new passwords differ.',
      'too easy to guess',
    ].entries())
      expect(refused[index]?.text).toContain(message);
    expect(refused[3]?.text).toContain('value="Noor"');
    expect(await users()).toHaveLength(1);
    expect((await accept(browser, page)).status).toBe(200);
    expect(await users()).toHaveLength(2);
  });

  it('ends when it is revoked, replaced or has expired, all with the same page', async () => {
    const revoked = await invite({ email: 'a@example.com' });
    await admin.ok('invitation.revoke', { params: { invitation_id: revoked.id } });
    const replaced = await invite({ email: 'b@example.com' });
    const current = await invite({ email: 'B@example.com', role: 'admin' });
    const expired = await invite({ email: 'c@example.com' });
    await query(
      `update identity.invitation set expires_at = now() where email = 'c@example.com' and workspace_id =
         (select workspace_id from identity.invitation where email = 'B@example.com' order by created_at desc limit 1)`,
    );
    const pages = await Promise.all(
      [revoked, replaced, expired].map(async ({ url }) => (await open(url)).page),
    );
    const unknown = (await open(`${authUrl}/invitations/${'A'.repeat(43)}`)).page;
    for (const page of pages) expect([page.status, page.text]).toEqual([404, unknown.text]);
    expect((await admin.ok('invitation.list', {})).data.map(({ id }) => id)).toEqual([current.id]);
    const again = await admin.refusal('invitation.revoke', { params: { invitation_id: revoked.id } });
    expect(again.slice(0, 2)).toEqual([404, 'not_found']);
    const reasons = (await audit())
      .filter(({ type }) => type === 'invitation.revoked')
      .map(({ details }) => [details['invitation_id'], details['reason']]);
    expect(reasons).toEqual([
      [replaced.id, 'replaced'],
      [revoked.id, 'revoked'],
    ]);
  });

  it.each([{ role: 'agent' as const }, { status: 'inactive' as const }])(
    'ends when the admin who made it is no active admin any more: %j',
    async (change) => {
      const second = await operator.run(createUser, {
        workspace: workspace.credentials.workspace_id,
        email: 'second@example.com',
        name: 'Second',
        role: 'admin',
      });
      const other = await ConsoleClient.signIn(workspace, { email: 'second@example.com', ...second });
      const body = { email: 'friend@example.com', role: 'admin' as const };
      const { url } = (await other.ok('invitation.create', { body })).data;
      expect(await statusOf(url)).toBe(200);
      await operator.run(overrideUser, { id: second.id, ...change });
      expect(await statusOf(url)).toBe(404);
      const [ended] = (await audit()).filter(({ type }) => type === 'invitation.revoked');
      expect(ended?.details).toMatchObject({ email: 'friend@example.com', reason: 'inviter_is_no_admin' });
    },
  );

  it('is not left behind by an admin who is deactivated at the same moment', async () => {
    const rounds = Array.from({ length: 8 }, async (_, round) => {
      const [email, friend] = [`admin-${round}@example.com`, `friend-${round}@example.com`];
      const second = await operator.run(createUser, {
        workspace: workspace.credentials.workspace_id,
        email,
        name: 'Second',
        role: 'admin',
      });
      const other = await ConsoleClient.signIn(workspace, { email, ...second });
      const inviting = other.call(operationOf('invitation.create'), { body: { email: friend } });
      await operator.run(overrideUser, { id: second.id, status: 'inactive' });
      const { status, body } = await inviting;
      return status === 201 ? statusOf((body as { data: { url: string } }).data.url) : status;
    });
    for (const status of await Promise.all(rounds)) expect([401, 403, 404]).toContain(status);
    expect((await admin.ok('invitation.list', {})).data).toEqual([]);
  });

  it('is refused for the address of a user, and says so to a person who became one in the meantime', async () => {
    const { url } = await invite();
    await operator.run(createUser, {
      workspace: workspace.credentials.workspace_id,
      email: 'Noor@example.com',
      name: 'Noor',
    });
    expect(await admin.refusal('invitation.create', { body: { email: 'NOOR@example.com' } })).toEqual([
      422,
      'duplicate_value',
      'email',
    ]);
    const { browser, page } = await open(url);
    const taken = await accept(browser, page);
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining('You are a user already')]);
  });

  it('is accepted only by a form of its page', async () => {
    const { url } = await invite();
    const { browser, page } = await open(url);
    const filled = { ...formsOf(page)[0]?.fields, name: 'Noor', password: PASSWORD, repeated: PASSWORD };
    const forged = [
      await new Browser(authUrl).post(url, filled),
      await browser.post(url, { ...filled, csrf: '' }),
      await browser.post(url, filled, { origin: 'https://evil.example' }),
      await browser.post(url, filled, { 'sec-fetch-site': 'cross-site' }),
    ];
    expect(forged.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await users()).toHaveLength(1);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
  });

  it('is stored without the token of its link', async () => {
    const { url } = await invite();
    const token = url.slice(url.lastIndexOf('/') + 1);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [stored] = await query<{ hash: string; found: boolean }>(
      `select i.token_hash = h.hash as hash, strpos(i::text, $1::text) > 0 as found
         from identity.invitation i, sha256(convert_to($1::text, 'UTF8')) h(hash) where i.token_hash = h.hash`,
      [token],
    );
    expect(stored).toEqual({ hash: true, found: false });
    expect(JSON.stringify(await audit())).not.toContain(token);
  });
});

/** Types of the events of an aggregate, in their order. */
async function emitted(id: string): Promise<string[]> {
  const rows = await query<{ type: string }>(
    `select type from identity.outbox where envelope->'data'->>'id' = $1 order by position`,
    [id],
  );
  return rows.map(({ type }) => type);
}
