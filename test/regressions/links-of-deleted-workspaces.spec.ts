import { expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { Browser, hasPassword } from '../e2e/oauth/browser.ts';
import { operator } from '../e2e/platform.ts';
import { ConsoleClient } from '../e2e/session-api/console-client.ts';
import { query, whileHeld } from '../e2e/session-api/query.ts';

const PASSWORD = 'four words of a song';
const chosen = { name: 'Noor', password: PASSWORD, repeated: PASSWORD };

/** What the deletion of a workspace does, before it commits. */
const closing = (workspace: string) => [
  { text: 'select from identity.workspace where id = $1 for update', values: [workspace] },
  { text: 'update identity.workspace set deleted_at = now() where id = $1', values: [workspace] },
];

it('an invitation that is accepted while its workspace is deleted makes no user', async () => {
  const workspace = await operator.workspace();
  const admin = await ConsoleClient.signIn(workspace);
  const { url } = (await admin.ok('invitation.create', { body: { email: 'noor@example.com' } })).data;
  const browser = new Browser(workspace.credentials.auth_url);
  const page = await browser.open(url);
  const uuid = api.uuidOf('workspace', workspace.credentials.workspace_id);
  const accepted = await whileHeld(closing(uuid), () => browser.submit(page, hasPassword, chosen));
  expect(accepted.status).toBe(404);
  expect(browser.cookies.has('sid')).toBe(false);
  const members = `select from identity.member where workspace_id = $1 and email = 'noor@example.com'`;
  expect(await query(members, [uuid])).toEqual([]);
});

it('an invited user is inactive as soon as their workspace is deleted, so that no link makes them active', async () => {
  const workspace = await operator.workspace();
  const body = { email: 'noor@example.com', name: 'Noor' };
  const { data: user } = await workspace.live.ok(api.addUser, { body });
  const { workspace_id: id } = workspace.credentials;
  const statuses = 'select status from identity.member where id = $1';
  await operator.run(api.deleteWorkspace, { workspace: id, confirm: 'Test' });
  // The rows go later.
  for (const { status } of await query<{ status: string }>(statuses, [api.uuidOf('user', user.id)]))
    expect(status).toBe('inactive');
});
