import { describe, expect, it } from '@jest/globals';
import { createTeam, getMe, getWorkspace, updateWorkspace } from '@parley/contracts';
import { ApiClient, eventually, gate } from '@parley/testing';
import { operator } from '../platform.ts';
import { ConsoleClient } from '../session-api/console-client.ts';
import { openBeside, signIn, signInByForm, workspace } from './story.ts';
import { act, button, confirm, context, copySecrets, dialog, notified, page, row, settled } from './tab.ts';

it('a personal access token is made with the keyboard alone, and calls the API no more once it is revoked', async () => {
  await signIn('/personal-access-tokens');
  await button('Create token').first().focus();
  await page.keyboard.press('Enter');
  // The dialog takes the focus, and gives it back.
  const name = page.getByLabel('Name');
  await name.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Laptop');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Enter');
  const [token] = await copySecrets();
  const client = new ApiClient(workspace.credentials.base_url, token);
  expect((await client.ok(getMe, {})).data.credential).toMatchObject({ name: 'Laptop', owner: 'user' });
  await button('Revoke Laptop').click();
  await confirm('Revoke Laptop?', 'Revoke');
  await row('Laptop').getByText('Revoked').waitFor();
  expect((await client.call(getMe, {})).status).toBe(401);
});

it('a question does not show the error of another record', async () => {
  for (const name of ['Support', 'Sales']) await workspace.live.ok(createTeam, { body: { name } });
  await signIn('/teams');
  const [isSeen, goOn] = gate();
  await page.route('**/v1/teams/*', async (route) => {
    await isSeen;
    await route.abort('connectionreset');
  });
  await act('Support', 'Delete');
  await button('Delete team', dialog('Delete Support?')).click();
  await confirm('Delete Support?', 'Cancel');
  await act('Sales', 'Delete');
  const question = dialog('Delete Sales?');
  await question.waitFor();
  goOn();
  // The failure is told beside the dialog of the other team.
  await notified('No connection');
  expect(await question.getByText('No connection').count()).toBe(0);
  await page.unroute('**/v1/teams/*');
  await confirm('Delete Sales?', 'Delete team');
  await row('Sales').waitFor({ state: 'detached' });
  await row('Support').waitFor();
});

describe('what was typed', () => {
  it('stays in a dialog after a click outside and Escape, which closes an untouched one', async () => {
    await signIn('/teams');
    await button('Create team').first().click();
    const form = dialog('Create a team');
    await form.getByLabel('Name').fill('Night shift');
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    await button('Create team', form).click();
    await row('Night shift').waitFor();

    await button('Create team').first().click();
    await form.waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });

  it('stays in the SLA targets when another admin changes one', async () => {
    await signIn('/sla-targets');
    await page.getByLabel('Urgent').fill('17m');
    await workspace.live.ok(updateWorkspace, { body: { sla_targets: { low: '9d' } } });
    await eventually(async () => {
      await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
      return (await page.getByLabel('Low').inputValue()) === '9d';
    });
    expect(await page.getByLabel('Urgent').inputValue()).toBe('17m');
    await button('Save').click();
    await notified('The targets are saved.');
    const { sla_targets: targets } = (await workspace.live.ok(getWorkspace, {})).data;
    expect(targets).toMatchObject({ urgent: '17m', low: '9d' });
  });
});

it('the list of invitations tells when it cannot be read, and reads again', async () => {
  await signIn('/profile');
  await page.route('**/console/api/invitations', (route) => route.abort('connectionreset'));
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByText('No connection').waitFor();
  await page.unroute('**/console/api/invitations');
  await button('Try again').click();
  await page.getByText('No connection').waitFor({ state: 'detached' });
});

it('the audit log shows what one actor did', async () => {
  await signIn('/audit-log');
  await row('Signed in').waitFor();
  await row('Member created').waitFor();
  await page.getByRole('combobox', { name: 'Who' }).fill('oper');
  await page.getByRole('option', { name: 'Operator' }).click();
  await row('Signed in').waitFor({ state: 'detached' });
  await row('Member created').waitFor();
  await page.reload();
  await settled();
  expect(await page.getByRole('combobox', { name: 'Who' }).inputValue()).toBe('Operator');
  expect(await row('Signed in').count()).toBe(0);
});

describe('a session', () => {
  it('that ends in one tab asks for a sign-in in the other, which then goes on where it was', async () => {
    await signIn('/profile');
    const other = await openBeside('/profile');
    await page.getByLabel('Name').fill('Half a name');
    await button('Admin', other).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await button('Sign in', other).waitFor();

    // Later than what was read is fresh: the page looks again when it is shown, and is refused.
    const refused = page.waitForResponse(
      (response) => response.url().endsWith('/console/api/profile') && response.status() === 401,
    );
    await page.evaluate(`Date.now = ((now) => () => now() + 60_000)(Date.now)`);
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await refused;
    const notice = dialog('Your session has ended');
    await notice.waitFor();
    // Keys that were meant for the form neither load the page again nor open another one.
    await notice.getByText('Sign in again to go on.').and(page.locator(':focus')).waitFor();
    for (const key of ['a', 'Space', 'Enter']) await page.keyboard.press(key);
    await signInByForm(other, '/profile');
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Half a name');
    await button('Save').click();
    await notified('Your name is saved.');
    expect(context.pages()).toHaveLength(2);
  });

  it('that another tab renewed by a new password goes on in this one, but not for another user', async () => {
    await signIn('/profile');
    const other = await openBeside('/profile');
    await other.getByLabel('Current password').fill(workspace.credentials.password);
    await other.getByLabel('New password', { exact: true }).fill('a new and long password');
    await other.getByLabel('New password again').fill('a new and long password');
    await button('Change password', other).click();
    await notified('Your password is changed', other);

    await page.getByLabel('Name').fill('Renamed');
    await button('Save').click();
    await notified('Your name is saved.');

    // Without a moment in which nobody is signed in, in which a read of the page could find that its session has ended.
    const stranger = await operator.workspace();
    const { cookies } = (await ConsoleClient.signIn(stranger)).browser;
    await context.addCookies(
      (await context.cookies()).map((cookie) => ({
        ...cookie,
        value: cookies.get(cookie.name) ?? cookie.value,
      })),
    );
    await page.getByLabel('Name').fill('Somebody else');
    await button('Save').click();
    await page.getByText('This page is out of date').waitFor();
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    // It is loaded again for the user who has signed in now, whose name is still the first one.
    await eventually(async () => (await page.getByLabel('Name').inputValue()) === 'Admin');
  });

  it('shows the mode that each tab has chosen, and the last one in a new tab', async () => {
    await signIn('/profile');
    const other = await openBeside('/profile');
    const isTest = (on: typeof page) => on.getByRole('radio', { name: 'Test data' }).isChecked();
    await page.locator('label', { hasText: 'Test data' }).first().click();
    await page.getByText('records, webhooks and events on these pages are test data').waitFor();
    for (const tab of [page, other]) await tab.reload();
    for (const tab of [page, other]) await settled(tab);
    expect([await isTest(page), await isTest(other)]).toEqual([true, false]);
    expect(await isTest(await openBeside('/profile'))).toBe(true);
    // The tab of the next story begins as a new one.
    await page.locator('label', { hasText: 'Live data' }).first().click();
  });
});
