import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient } from '@parley/testing';
import type { Locator } from 'playwright-core';
import { CALLBACK, TestApp } from '../oauth/app.ts';
import { Browser, hasPassword } from '../oauth/browser.ts';
import { operator } from '../platform.ts';
import { ConsoleClient } from '../session-api/console-client.ts';
import { admin, go, see, workspace } from './signed-in.ts';
import { act, button, confirm, copySecrets, dialog, heading, page, row, settled, wrong } from './tab.ts';

const PASSWORD = 'four words of a song';

const chooseScope = (form: Locator, resource: string, action: string) =>
  form.getByRole('group', { name: resource, exact: true }).getByRole('checkbox', { name: action }).check();
const statusOf = async (client: ApiClient) => (await client.call(api.getMe, {})).status;

it('an OAuth app is created, edited, gets another secret, and ends its tokens when it is deleted', async () => {
  await go('OAuth apps');
  await button('Create app').first().click();
  const form = dialog('Create an OAuth app');
  await form.getByLabel('Redirect URIs').fill('http://example.com/callback');
  await button('Create app', form).click();
  for (const label of ['Name', 'Redirect URIs']) await wrong(form.getByLabel(label));
  await form.getByLabel('Name').fill('Night desk');
  await form.getByLabel('Redirect URIs').fill(CALLBACK);
  await chooseScope(form, 'Tickets', 'Read');
  await button('Create app', form).click();
  const [id = '', secret = ''] = await copySecrets();
  const app = TestApp.of(workspace, id, secret);
  const consent = await admin.browser.open(app.authorizeUrl({ scope: 'tickets:read' }));
  const { location } = await admin.browser.decide(consent, 'approve');
  const { body: tokens } = await app.exchange(new URL(location ?? '').searchParams.get('code') ?? '');
  expect(await statusOf(app.client(tokens.access_token))).toBe(200);

  await button('Actions for Night desk').click();
  await page.getByRole('menuitem', { name: 'Rotate secret' }).waitFor();
  await see('menu');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = dialog('Edit Night desk');
  await edit.getByLabel('Name').fill('Night shift');
  await edit.getByLabel('Redirect URIs').fill(`${CALLBACK}\nhttps://night.example.com/callback`);
  await button('Save', edit).click();
  await row('Night shift').getByText('1 member').waitFor();
  expect((await admin.ok('app.list', {})).data).toMatchObject([
    { client_id: id, name: 'Night shift', redirect_uris: [CALLBACK, 'https://night.example.com/callback'] },
  ]);

  await act('Night shift', 'Rotate secret');
  const rotate = dialog('Rotate the secret of Night shift');
  await rotate.getByRole('combobox', { name: 'Accept the former secret for' }).click();
  await page.getByRole('option', { name: 'Not at all: it has leaked' }).click();
  await button('Rotate secret', rotate).click();
  const [same, renewed = ''] = await copySecrets();
  expect([same, renewed === secret]).toEqual([id, false]);
  expect((await app.refresh(tokens.refresh_token)).status).toBe(401);
  const again = await TestApp.of(workspace, id, renewed).refresh(tokens.refresh_token);
  expect([again.status, await statusOf(app.client(again.body.access_token))]).toEqual([200, 200]);

  await act('Night shift', 'Delete');
  await confirm('Delete Night shift?', 'Delete app');
  await page.getByText('No apps yet').waitFor();
  expect(await statusOf(app.client(again.body.access_token))).toBe(401);
  expect((await admin.ok('app.list', {})).data).toEqual([]);
});

describe('a member', () => {
  const user = { email: 'noor@example.com', password: PASSWORD };
  let noor: ConsoleClient;
  const follow = async (url: string, filled: Record<string, string>) => {
    const browser = new Browser(workspace.credentials.auth_url);
    const form = await browser.open(url);
    await browser.submit(form, hasPassword, filled);
    return { browser, form };
  };
  const roleOf = async (client: ConsoleClient) => (await client.ok('session.get', {})).data.user.role;

  it('joins by the link of an invitation, in its role; a revoked one ends', async () => {
    await go('Members');
    await button('Invite').click();
    const form = dialog('Invite a member');
    await form.getByLabel('E-mail address').fill('noor');
    await button('Create link', form).click();
    await wrong(form.getByLabel('E-mail address'));
    await see('invite');
    await form.getByLabel('E-mail address').fill(user.email);
    await form.getByRole('radio', { name: /^Viewer/ }).check();
    await button('Create link', form).click();
    await dialog('Invitation for noor@example.com').waitFor();
    const [url = ''] = await copySecrets();
    await row('noor@example.com').getByText('viewer').waitFor();
    const joined = await follow(url, { name: 'Noor Haddad', password: PASSWORD, repeated: PASSWORD });
    noor = await ConsoleClient.of(joined.browser, joined.form, user, workspace);
    expect(await roleOf(noor)).toBe('viewer');
    await page.reload();
    await settled();
    await row('Noor Haddad').getByText('viewer').waitFor();
    expect(await page.getByText('Open invitations').count()).toBe(0);

    await button('Invite').click();
    await form.getByLabel('E-mail address').fill('kim@example.com');
    await button('Create link', form).click();
    const [revoked = ''] = await copySecrets();
    await button('Revoke the invitation of kim@example.com').click();
    await confirm('Revoke the invitation of kim@example.com?', 'Revoke');
    await page.getByText('Open invitations').waitFor({ state: 'detached' });
    expect((await noor.browser.request(revoked)).status).toBe(404);
  });

  it('gets another role, a link for a new password, is deactivated and activated', async () => {
    await act('Noor Haddad', 'Change role');
    const form = dialog('Role of Noor Haddad');
    await form.getByRole('radio', { name: /^Agent/ }).check();
    await button('Save', form).click();
    await row('Noor Haddad').getByText('agent').waitFor();
    expect(await roleOf(noor)).toBe('agent');

    await act('Noor Haddad', 'Reset password');
    await button('Create link', dialog('Create a link to reset the password of Noor Haddad?')).click();
    await dialog('Password link for Noor Haddad').waitFor();
    const [url = ''] = await copySecrets();
    expect(await noor.isSignedIn()).toBe(true);
    const password = 'four words of another song';
    await follow(url, { password, repeated: password });
    expect(await noor.isSignedIn()).toBe(false);
    await expect(ConsoleClient.signIn(workspace, user)).rejects.toThrow('The sign-in was answered');
    noor = await ConsoleClient.signIn(workspace, { ...user, password });

    await act('Noor Haddad', 'Deactivate');
    await confirm('Deactivate Noor Haddad?', 'Deactivate');
    await row('Noor Haddad').getByText('Inactive').waitFor();
    expect(await noor.isSignedIn()).toBe(false);
    await expect(ConsoleClient.signIn(workspace, noor.user)).rejects.toThrow('The sign-in was answered');
    await act('Noor Haddad', 'Activate');
    await confirm('Activate Noor Haddad?', 'Activate');
    await row('Noor Haddad').getByText('Inactive').waitFor({ state: 'detached' });
    expect(await roleOf(await ConsoleClient.signIn(workspace, noor.user))).toBe('agent');
    const { data } = await workspace.live.ok(api.listUsers, { query: { role: 'agent', status: 'active' } });
    expect(data).toMatchObject([{ name: 'Noor Haddad' }]);
  });
});

describe('an inbox', () => {
  const names = async () =>
    (await workspace.live.ok(api.listInboxes, { query: {} })).data.map(({ name }) => name);

  it('is created, renamed, and deleted once its tickets are gone', async () => {
    await go('Inboxes');
    await button('Create inbox').first().click();
    await dialog('Create an inbox').getByLabel('Name').fill('Returns');
    await button('Create inbox', dialog('Create an inbox')).click();
    await row('Returns').waitFor();
    expect(await names()).toEqual(['Returns']);
    await act('Returns', 'Rename');
    await dialog('Rename Returns').getByLabel('Name').fill('Refunds');
    await button('Save', dialog('Rename Returns')).click();
    await row('Refunds').waitFor();
    expect(await names()).toEqual(['Refunds']);

    const [inbox] = (await workspace.live.ok(api.listInboxes, { query: {} })).data;
    const body = { subject: 'Wrong size', inbox_id: inbox?.id as api.Id<'inbox'> };
    const { data: ticket } = await workspace.live.ok(api.createTicket, { body });
    await act('Refunds', 'Delete');
    const question = dialog('Delete Refunds?');
    await button('Delete inbox', question).click();
    await question.getByRole('alert').waitFor();
    expect(await names()).toEqual(['Refunds']);
    await workspace.live.ok(api.deleteTicket, { params: { ticket_id: ticket.id } });
    await confirm('Delete Refunds?', 'Delete inbox');
    await page.getByText('No inboxes yet').waitFor();
    expect(await names()).toEqual([]);
  });
});

it('a team is edited, takes and loses a member, and is deleted', async () => {
  const { data: team } = await workspace.live.ok(api.createTeam, { body: { name: 'First line' } });
  const params = { team_id: team.id };
  const { workspace_id: id } = workspace.credentials;
  const kim = { workspace: id, email: 'kim@example.com', name: 'Kim Lee' };
  await operator.run(api.createUser, kim);
  const members = async () =>
    (await workspace.live.ok(api.listMembers, { params, query: {} })).data.map(({ name }) => name);
  await go('Teams');
  await act('First line', 'Edit');
  const form = dialog('Edit First line');
  await form.getByLabel('Name').fill('Second line');
  await form.getByLabel('Description').fill('Answers what the first cannot');
  await button('Save', form).click();
  await page.getByRole('link', { name: 'Second line' }).click();
  await heading('Second line');
  expect((await workspace.live.ok(api.getTeam, { params })).data).toMatchObject({
    name: 'Second line',
    description: 'Answers what the first cannot',
  });

  await page.getByRole('combobox', { name: 'Add a member' }).fill('kim');
  await page.getByRole('option', { name: /^Kim Lee/ }).click();
  await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click();
  await row('Kim Lee').waitFor();
  expect(await members()).toEqual(['Kim Lee']);
  await button('Remove Kim Lee').click();
  await page.getByText('Nobody is in this team yet').waitFor();
  expect(await members()).toEqual([]);

  await page.getByRole('main').getByRole('link', { name: 'Teams' }).click();
  await act('Second line', 'Delete');
  await confirm('Delete Second line?', 'Delete team');
  await page.getByText('No teams yet').waitFor();
  expect((await workspace.live.ok(api.listTeams, { query: {} })).data).toEqual([]);
});
