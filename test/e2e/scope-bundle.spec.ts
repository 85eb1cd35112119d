import { expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import type { ApiClient } from '@parley/testing';
import { operator } from './platform.ts';
import { actingUser, withKey } from './steps.ts';

const workspace = await operator.workspace();
const { credentials } = workspace;
const named = { workspace: credentials.workspace_id, name: 'Bundle' };
const scopesNow = async (client: ApiClient) => (await client.ok(api.getMe, {})).data.credential.scopes;

it('a key with the bundle of all scopes has each of them, and stores the bundle', async () => {
  expect(await scopesNow(await withKey(workspace, 'all'))).toEqual(api.SCOPES);
  expect(await scopesNow(await withKey(workspace, 'tickets:read, all'))).toEqual(api.SCOPES);
  await withKey(workspace, api.SCOPES.join());
  const { keys } = await operator.run(api.listKeys, { workspace: credentials.workspace_id });
  // Those of the workspace have the bundle too; a list of each scope is no bundle.
  expect(keys.map(({ scopes }) => scopes)).toEqual([api.SCOPES, ['all'], ['all'], ['all'], ['all']]);
});

it('a personal access token with the bundle has what the role of its user allows', async () => {
  const { client, ...agent } = await actingUser(workspace);
  expect(await scopesNow(client)).toEqual(api.scopesOfRole('agent'));
  await operator.run(api.overrideUser, { id: agent.id, role: 'admin' });
  expect(await scopesNow(client)).toEqual(api.SCOPES);
});

it('an OAuth app asks for scopes by name', async () => {
  const app = { ...named, redirect_uri: 'https://app.example/cb', scopes: 'all' };
  await expect(operator.run(api.createOAuthApp, app as never)).rejects.toThrow('unknown scope all');
});
