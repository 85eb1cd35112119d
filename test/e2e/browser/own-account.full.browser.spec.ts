import { expect, it } from '@jest/globals';
import { getMe } from '@parley/contracts';
import { ApiClient } from '@parley/testing';
import { Browser, hasPassword } from '../oauth/browser.ts';
import { PHONE_LOOKS } from '../oauth/looks.ts';
import { ConsoleClient } from '../session-api/console-client.ts';
import { admin, go, see, workspace } from './signed-in.ts';
import { button, confirm, copySecrets, DESK, dialog, heading, page, row, settled, wrong } from './tab.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';

/** Signs the admin in with another browser. */
async function signInWith(userAgent: string): Promise<ConsoleClient> {
  const { auth_url: authUrl, workspace_id: id, email, password } = workspace.credentials;
  const browser = new Browser(authUrl);
  const form = await browser.open(`${authUrl}/?workspace=${id}`);
  const filled = { email, password, action: 'sign-in' };
  await browser.submit(form, hasPassword, filled, { 'user-agent': userAgent });
  return ConsoleClient.of(browser, form, { email, password }, workspace);
}

const areSignedIn = (clients: readonly ConsoleClient[]) =>
  Promise.all(clients.map((client) => client.isSignedIn()));

it('the navigation on a phone opens over the page, and closes on the page that it leads to', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await button('Open navigation').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('link', { name: 'Profile' }).waitFor();
  await see('navigation', PHONE_LOOKS);
  await page.setViewportSize({ width: 390, height: 844 });
  await drawer.getByRole('link', { name: 'Audit log' }).click();
  await drawer.waitFor({ state: 'detached' });
  await heading('Audit log');
  await page.setViewportSize(DESK);
});

it('the menu of the user chooses the color scheme, which is kept', async () => {
  await button(/^Admin/).click();
  await page.getByRole('menuitemradio', { name: 'As the system' }).waitFor();
  await see('user-menu');
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  const scheme = () => page.evaluate<string>('document.documentElement.dataset.mantineColorScheme');
  expect(await scheme()).toBe('dark');
  await page.reload();
  await settled();
  expect(await scheme()).toBe('dark');
  await button(/^Admin/).click();
  await page.getByRole('menuitemradio', { name: 'As the system' }).click();
  expect(await scheme()).toBe('light');
});

it('a session is ended alone, and then all others are', async () => {
  const clients = [await signInWith(FIREFOX), await signInWith(SAFARI), admin];
  await go('Profile');
  await row('Safari on macOS').waitFor();
  await button('End the session of Firefox on Windows').click();
  await confirm('End this session?', 'End session');
  await row('Firefox on Windows').waitFor({ state: 'detached' });
  expect(await areSignedIn(clients)).toEqual([false, true, true]);
  clients.push(await signInWith(FIREFOX));
  await button('End all others').click();
  await confirm('End all other sessions?', 'End all others');
  await row('Safari on macOS').waitFor({ state: 'detached' });
  expect(await areSignedIn(clients)).toEqual([false, false, true, false]);
});

it('an API key is accepted from the addresses alone that were typed, which are corrected in their field', async () => {
  await go('API keys');
  await button('Create key').first().click();
  const form = dialog('Create an API key');
  await form.getByLabel('Name').fill('Far away');
  await form.getByRole('group', { name: 'Tickets' }).getByRole('checkbox', { name: 'Read' }).check();
  const addresses = form.getByLabel('Allowed addresses');
  await addresses.fill('203.0.113.0/24\n203.0.113.0/33');
  await button('Create key', form).click();
  expect(await wrong(addresses)).toContain('Must be an IP address or a CIDR.');
  const made = async () => (await admin.ok('key.list', {})).data.filter(({ name }) => name === 'Far away');
  expect(await made()).toEqual([]);
  await addresses.fill('203.0.113.0/24\n2001:db8::/32');
  await button('Create key', form).click();
  const [key = ''] = await copySecrets();
  expect(await made()).toMatchObject([{ allowed_ips: ['203.0.113.0/24', '2001:db8::/32'] }]);
  const { status } = await new ApiClient(workspace.credentials.base_url, key).call(getMe, {});
  expect(status).toBe(403);
});
