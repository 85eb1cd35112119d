import { beforeEach, describe, expect, it } from '@jest/globals';
import { listUsers, overrideUser, type User } from '@parley/contracts';
import type { ConsoleInput, ConsoleOperationOf } from '@parley/contracts/console';
import type { TestWorkspace } from '@parley/testing';
import { Browser, formsOf, hasPassword, type Shown } from '../oauth/browser.ts';
import { operator } from '../platform.ts';
import { addUser, auditOf } from '../steps.ts';
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
  const NOOR = { name: 'Noor', password: PASSWORD, repeated: PASSWORD };
  const accept = (browser: Browser, page: Shown, filled: Record<string, string> = {}) =>
    browser.submit(page, hasPassword, { ...NOOR, ...filled });
  const open = async (url: string) => {
    const browser = new Browser(authUrl);
    return { browser, page: await browser.open(url) };
  };
  const statusOf = async (url: string) => (await open(url)).page.status;

  it('makes a user with its address and role of the person who opens its link, and signs them in', async () => {
    const offered = { email: 'noor@example.com', role: 'viewer' } as const;
    const { url, mailed, ...invitation } = await invite(offered);
    expect(mailed).toBe(false);
    expect((await admin.ok('invitation.list', {})).data).toEqual([invitation]);
    const days = (Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)) / 86_400_000;
    expect(days).toBe(7);
    expect(invitation).toMatchObject({ ...offered, invited_by: { name: 'Admin' } });

    const { browser, page } = await open(url);
    expect(page.text).toContain('<h1>Join Test</h1>');
    await accept(browser, page, { name: '  Noor Haddad ' });
    const chosen = { email: 'noor@example.com', password: PASSWORD };
    const noor = await ConsoleClient.of(browser, page, chosen, workspace);
    const { user } = (await noor.ok('session.get', {})).data;
    expect(user).toMatchObject({ name: 'Noor Haddad', ...offered });
    const shown = (await users()).find(({ id }) => id === user.id);
    expect(shown).toMatchObject({ status: 'active', role: 'viewer' });
    expect((await admin.ok('invitation.list', {})).data).toEqual([]);
    // Again, by the password that they have chosen.
    const again = await ConsoleClient.signIn(workspace, chosen);
    expect((await again.ok('session.get', {})).data.user.id).toBe(user.id);

    const entries = (await auditOf(workspace)).map(({ type, actor, details }) => [type, actor.id, details]);
    const details = { invitation_id: invitation.id, role: 'viewer' };
    const invited = { ...details, email: 'noor@example.com' };
    for (const entry of [
      ['invitation.created', invitation.invited_by.id, invited],
      ['invitation.accepted', user.id, { ...details, user_id: user.id }],
      ['user.created', user.id, { user_id: user.id, role: 'viewer' }],
    ])
      expect(entries).toContainEqual(entry);
    const emitted = `select type from identity.outbox where envelope->'data'->>'id' = $1`;
    expect(await query(emitted, [user.id])).toEqual([{ type: 'user.created' }]);
  });

  it('works once, also for two requests at the same time', async () => {
    const { url } = await invite();
    const tries = await Promise.all([open(url), open(url)]);
    const answers = await Promise.all(
      tries.map(({ browser, page }) => browser.post(url, { ...formsOf(page)[0]?.fields, ...NOOR })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect(await statusOf(url)).toBe(404);
    expect((await users()).filter(({ email }) => email === 'noor@example.com')).toHaveLength(1);
  });

  it('is not used up by opening its link, nor by an unacceptable name or password', async () => {
    const { url } = await invite();
    const { browser, page } = await open(url);
    const twice = (password: string) => ({ password, repeated: password });
    const unacceptable: [Record<string, string>, string][] = [
      [{ name: '  ' }, 'Enter your name.'],
      [{ name: 'N'.repeat(256) }, 'Enter a name of at most 255 characters.'],
      [{ name: 'No\u0000or' }, 'The name contains characters that cannot be stored.'],
      [twice('short'), 'at least 12 characters'],
      [twice('short'), 'value="Noor"'],
      [{ repeated: 'another song entirely' }, 'The new passwords differ.'],
      [twice('noor@example.com'), 'too easy to guess'],
    ];
    for (const [filled, message] of unacceptable) {
      const { status, text } = await accept(browser, page, filled);
      expect([status, text]).toEqual([422, expect.stringContaining(message)]);
    }
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
    expect(again).toBe('404 not_found');
    const reasons = (await auditOf(workspace))
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
      const second = await addUser(workspace, { role: 'admin' });
      const other = await ConsoleClient.signIn(workspace, second);
      const body = { email: 'friend@example.com', role: 'admin' as const };
      const { url } = (await other.ok('invitation.create', { body })).data;
      expect(await statusOf(url)).toBe(200);
      await operator.run(overrideUser, { id: second.id, ...change });
      expect(await statusOf(url)).toBe(404);
      const [ended] = (await auditOf(workspace)).filter(({ type }) => type === 'invitation.revoked');
      expect(ended?.details).toMatchObject({ email: 'friend@example.com', reason: 'inviter_is_no_admin' });
    },
  );

  it('is not left behind by an admin who is deactivated at the same moment', async () => {
    const rounds = Array.from({ length: 8 }, async (_, round) => {
      const second = await addUser(workspace, { role: 'admin' });
      const other = await ConsoleClient.signIn(workspace, second);
      const body = { email: `friend-${round}@example.com` };
      const inviting = other.call(operationOf('invitation.create'), { body });
      await operator.run(overrideUser, { id: second.id, status: 'inactive' });
      const { status, body: made } = await inviting;
      return status === 201 ? statusOf((made as { data: { url: string } }).data.url) : status;
    });
    for (const status of await Promise.all(rounds)) expect([401, 403, 404]).toContain(status);
    expect((await admin.ok('invitation.list', {})).data).toEqual([]);
  });

  it('is refused for the address of a user, and says so to a person who became one in the meantime', async () => {
    const { url } = await invite();
    await addUser(workspace, { email: 'Noor@example.com' });
    const refused = await admin.refusal('invitation.create', { body: { email: 'NOOR@example.com' } });
    expect(refused).toBe('422 duplicate_value email');
    const { browser, page } = await open(url);
    const taken = await accept(browser, page);
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining('You are a user already')]);
  });

  it('is accepted only by a form of its page', async () => {
    const { url } = await invite();
    const { browser, page } = await open(url);
    const filled = { ...formsOf(page)[0]?.fields, ...NOOR };
    const forged = [
      await new Browser(authUrl).post(url, filled),
      await browser.post(url, { ...filled, csrf: '' }),
      await browser.post(url, filled, { origin: 'https://evil.example' }),
    ];
    expect(forged.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await users()).toHaveLength(1);
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
    expect(JSON.stringify(await auditOf(workspace))).not.toContain(token);
  });
});
