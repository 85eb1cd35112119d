import { beforeAll, expect, it } from '@jest/globals';
import { createUser, createWorkspace } from '@parley/contracts';
import { ApiClient, type TestWorkspace } from '@parley/testing';
import { operator } from '../platform.ts';
import { ConsoleClient } from '../session-api/console-client.ts';
import { button, context, faults, heading, looks, page } from './tab.ts';

const SCRIPT = '<img src=x onerror="document.title=1">';
const PASSWORD = 'four words of a song';

let workspace: TestWorkspace;
let admin: ConsoleClient;

beforeAll(async () => {
  const named = { name: `Acme ${SCRIPT}`, plan: 'unlimited', email: 'admin@example.com' } as const;
  const credentials = await operator.run(createWorkspace, named);
  const [live, test] = [credentials.live_key, credentials.test_key].map(
    (key) => new ApiClient(credentials.base_url, key),
  ) as [ApiClient, ApiClient];
  workspace = { credentials, live, test };
  admin = await ConsoleClient.signIn(workspace);
  await admin.ok('profile.update', { body: { name: `Ada ${SCRIPT}` } });
});

const see = async (name: string) => faults.push(...(await looks.look(page, name)));
const focused = () => page.evaluate<string>('document.activeElement.getAttribute("name")');

it('an invitation is accepted by keyboard; its pages show names as text and have no axe violations', async () => {
  const { data } = await admin.ok('invitation.create', { body: { email: 'noor@example.com' } });
  await page.goto(data.url);
  await heading(`Join Acme ${SCRIPT}`);
  await page.getByText(`Ada ${SCRIPT} has invited you`).waitFor();
  expect([await focused(), await page.locator('img').count()]).toEqual(['name', 0]);
  await see('invitation');
  const fill = async (texts: readonly string[]) => {
    for (const text of texts) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  };
  await fill([`Noor ${SCRIPT}`, 'short', 'short']);
  await page.getByRole('alert').waitFor();
  expect([await focused(), await page.title()]).toEqual(['password', `Error: Join Acme ${SCRIPT} · Parley`]);
  await see('invitation-error');
  expect(await page.getByLabel('Your name').inputValue()).toBe(`Noor ${SCRIPT}`);
  await fill([PASSWORD, PASSWORD]);
  const cookies = await context.cookies(admin.browser.authUrl);
  expect(cookies.filter(({ name }) => name.endsWith('sid'))).toMatchObject([
    { httpOnly: true, sameSite: 'Lax' },
  ]);

  const again = await admin.ok('invitation.create', { body: { email: 'other@example.com' } });
  await page.goto(again.data.url);
  await page.getByText('You are signed in as noor@example.com.').waitFor();
  await see('invitation-signed-in');
  await page.goto(data.url);
  await heading('This link does not work any more');
  await see('link-gone');
});

it('a password is reset by keyboard; the pages have no axe violations', async () => {
  const made = { workspace: workspace.credentials.workspace_id, email: 'kim@example.com', name: 'Kim' };
  const { id } = await operator.run(createUser, made);
  const { data } = await admin.ok('password_reset.create', { params: { user_id: id } });
  await page.goto(data.url);
  await heading('Choose a new password');
  expect(await focused()).toBe('password');
  await see('password-reset');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill('another');
  await button('Change password').click();
  await page.getByText('The new passwords differ.').waitFor();
  expect(await focused()).toBe('password');
  await see('password-reset-error');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill(PASSWORD);
  await button('Change password').click();
  await heading('Password changed');
  await see('password-reset-done');
  await context.clearCookies();
  await page.getByRole('link', { name: 'Sign in with the new password' }).click();
  await page.getByLabel('E-mail address').fill(made.email);
  await page.getByLabel('Password').fill(PASSWORD);
  const [answered] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    button('Sign in').click(),
  ]);
  expect(answered.status()).toBe(303);
});
