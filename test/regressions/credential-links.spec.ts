import { describe, expect, it } from '@jest/globals';
import { addUser, createKey, createPat, revokeKey, revokePat, uuidOf } from '@parley/contracts';
import { ApiClient, connected, eventually, statementBlockedBy } from '@parley/testing';
import { TestApp } from '../e2e/oauth/app.ts';
import { Browser } from '../e2e/oauth/browser.ts';
import { databaseUrl, operator } from '../e2e/platform.ts';
import { ConsoleClient } from '../e2e/session-api/console-client.ts';
import { query } from '../e2e/session-api/query.ts';

const workspace = await operator.workspace();
const { workspace_id: id, base_url: baseUrl, auth_url: authUrl, email } = workspace.credentials;

const newKey = () => operator.run(createKey, { workspace: id, name: 'Key', scopes: 'users:write' });
const linkBy = async (token: string, address = `${crypto.randomUUID()}@example.com`) => {
  const body = { email: address, name: 'Noor', role: 'admin' as const };
  return (await new ApiClient(baseUrl, token).ok(addUser, { body })).data.invitation.url;
};
const statusOf = async (url: string) => (await new Browser(authUrl).open(url)).status;

describe('a link that was made by', () => {
  it('an API key ends when that is revoked', async () => {
    const [key, other] = [await newKey(), await newKey()];
    const [link, kept] = [await linkBy(key.key), await linkBy(other.key)];
    expect([await statusOf(link), await statusOf(kept)]).toEqual([200, 200]);
    await operator.run(revokeKey, { id: key.id });
    expect([await statusOf(link), await statusOf(kept)]).toEqual([404, 200]);
  });

  it('a personal access token ends when that is revoked', async () => {
    const pat = await operator.run(createPat, { workspace: id, email, name: 'Token', scopes: 'users:write' });
    const link = await linkBy(pat.token);
    expect(await statusOf(link)).toBe(200);
    await operator.run(revokePat, { id: pat.id });
    expect(await statusOf(link)).toBe(404);
  });

  it('an app ends when the app is disconnected', async () => {
    const app = await TestApp.create(workspace, { scopes: 'users:write' });
    const tokens = await app.tokens({ scope: 'users:write' });
    const link = await linkBy(tokens.access_token);
    const { body: next } = await app.refresh(tokens.refresh_token);
    await app.revoke(tokens.access_token);
    expect(await statusOf(link)).toBe(200);
    await app.revoke(next.refresh_token);
    expect(await statusOf(link)).toBe(404);
  });

  it('the console stays when its session ends', async () => {
    const console = await ConsoleClient.signIn(workspace);
    const { data: session } = await console.ok('access_token.create', { body: { mode: 'live' } });
    const link = await linkBy(session.token);
    await console.ok('session.end', {});
    expect(await statusOf(link)).toBe(200);
  });
});

it('an API key that is revoked while it makes a link leaves none behind', async () => {
  const { key, id: keyId } = await newKey();
  const invited = `${crypto.randomUUID()}@example.com`;
  const { data: user } = await workspace.live.ok(addUser, { body: { email: invited, name: 'Noor' } });
  await using holder = await connected(databaseUrl);
  await holder.query('begin');
  await holder.query('select 1 from identity.member where id = $1 for update', [uuidOf('user', user.id)]);
  // Its key is known to be valid by then.
  const inviting = linkBy(key, invited);
  await statementBlockedBy(holder);
  let isRevoked = false;
  const revoking = operator.run(revokeKey, { id: keyId }).then(() => (isRevoked = true));
  const behind = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'update token t set revoked_at%'`;
  await eventually(async () => isRevoked || (await query(behind)).length > 0);
  await holder.query('rollback');
  const link = await inviting;
  await revoking;
  expect(await statusOf(link)).toBe(404);
});
