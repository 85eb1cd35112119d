import { afterAll, expect, it } from '@jest/globals';
import { createOAuthApp } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { Browser } from '../oauth/browser.ts';
import { operator } from '../platform.ts';
import { addressesOf, freePort, GuideFolder, readGuide } from './guide.ts';

const workspace = await operator.workspace();
const home = `http://localhost:${await freePort()}`;
const addresses = { ...(await addressesOf(workspace)), 'http://localhost:4001': home };
const folder = await GuideFolder.create(await readGuide('oauth'), workspace, {
  ...addresses,
  'listen(4001,': `listen(${new URL(home).port},`,
});
const app = await operator.run(createOAuthApp, {
  workspace: workspace.credentials.workspace_id,
  name: 'My app',
  redirect_uri: `${home}/callback`,
  scopes: 'tickets:read,tickets:write',
});
const program = folder.start('node', ['app.mjs', app.client_id, app.client_secret ?? '']);
await eventually(() => expect(program.printed()).toBe(`open ${home}\n`));
afterAll(async () => {
  await program.end();
  await folder.remove();
});

it('the app of the guide signs a user in with PKCE, refreshes, and disconnects', async () => {
  const browser = new Browser(workspace.credentials.auth_url);
  const { headers } = await fetch(home, { redirect: 'manual' });
  const request = new URL(headers.get('location') ?? '');
  expect(request.searchParams.get('code_challenge_method')).toBe('S256');

  const consent = await browser.signIn(await browser.open(request.href), workspace.credentials);
  const approved = await browser.decide(consent, 'approve');
  expect((await browser.open(approved.location ?? '')).text).toBe(
    `Acting for ${workspace.credentials.email}`,
  );
  expect((await browser.open(`${home}/refresh`)).text).toBe('Refreshed for 3600 s');
  expect((await browser.open(`${home}/disconnect`)).text).toBe('Disconnected');
  // The grant is over.
  expect(await browser.open(`${home}/refresh`)).toMatchObject({ status: 400 });
});

it('the app of the guide refuses a code that it did not ask for', async () => {
  const browser = new Browser(workspace.credentials.auth_url);
  const forged = await browser.open(`${home}/callback?code=ac_x&state=invented`);
  expect([forged.status, forged.text]).toEqual([400, 'unknown state']);
});
