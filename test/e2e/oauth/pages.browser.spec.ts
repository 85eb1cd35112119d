import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createWorkspace, SCOPES } from '@parley/contracts';
import { newId } from '@parley/runtime/records';
import { operator } from '../platform.ts';
import { TestApp } from './app.ts';
import { Browser } from './browser.ts';
import { Looks } from './looks.ts';

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const workspace = await operator.workspace();
// An app whose callback goes on to another site: browsers apply form-action to that hop too.
const second = createServer((_request, response) => response.end('<title>Done</title>Welcome back'));
const home = await listening(second);
const receiver = createServer((request, response) =>
  response.writeHead(302, { location: home.replace('127.0.0.1', 'localhost') + (request.url ?? '') }).end(),
);
const callback = `${await listening(receiver)}/callback`;
const app = await TestApp.create(workspace, { redirect_uri: callback, scopes: SCOPES.join(',') });
const looks = await Looks.launch();
const { context } = looks;

afterAll(async () => {
  await looks.close();
  for (const server of [receiver, second]) {
    server.closeAllConnections();
    server.close();
  }
});

describe('in a browser', () => {
  it('every page works by keyboard, fits a phone, and has no axe violations', async () => {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Refused/.test(message.text())) faults.push(message.text());
    });
    const see = async (name: string) => faults.push(...(await looks.look(page, name)));
    const { email, password } = workspace.credentials;
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("name")');
    const type = (text: string) => page.keyboard.type(text);
    const enter = async () => Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);

    await page.goto(app.authorizeUrl({ redirect_uri: callback, scope: SCOPES.join(' ') }));
    await see('sign-in');
    expect(await focused()).toBe('email');
    await type(email);
    await page.keyboard.press('Tab');
    await type('wrong');
    await enter();
    await see('sign-in-error');
    expect(await page.title()).toMatch(/^Error: /);
    expect(await focused()).toBe('password');
    await type(password);
    await enter();
    await page.getByRole('heading', { level: 1, name: 'Test app wants to access your account' }).waitFor();
    await see('consent');
    // On a phone the buttons are seen at once, however many scopes there are.
    await page.setViewportSize({ width: 390, height: 844 });
    const approve = page.getByRole('button', { name: 'Approve' });
    const { y = 844, height = 0 } = (await approve.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(844);
    await approve.click();
    await page.waitForURL(/\/callback\?code=ac_/);
    expect(await page.title()).toBe('Done');

    await app.exchange(new URL(page.url()).searchParams.get('code') ?? '', { redirect_uri: callback });
    // From here on the account console, which has tests of its own.
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.goto(`${app.authUrl}/`);
    await page.getByRole('link', { name: 'Connected apps' }).click();
    await page.getByRole('button', { name: 'Disconnect Test app' }).click();
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByText('No app has access to your account').waitFor();
    await page.goto(`${app.authUrl}/password`);
    await see('password');
    expect(await focused()).toBe('current');
    for (const text of [password, 'short', 'short']) {
      await type(text);
      await page.keyboard.press('Tab');
    }
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').waitFor();
    await see('password-error');
    expect(await focused()).toBe('password');

    await page.goto(app.authorizeUrl({ redirect_uri: 'https://evil.example/cb' }));
    await page.getByText('https://evil.example/cb').waitFor();
    await see('authorize-error');
    expect(await page.getByRole('link', { name: 'Back to Test app' }).getAttribute('href')).toBe(
      new URL(callback).origin,
    );
    await page.goto(`${app.authUrl}/nowhere`);
    await see('not-found');
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.waitForURL(/\/console\//);
    await page.close();
    expect(faults).toEqual([]);
  });

  it('somebody who has approved the app before is back in it after a sign-in', async () => {
    const page = await context.newPage();
    const { email, password } = workspace.credentials;
    const signIn = async () => {
      await context.clearCookies();
      await page.goto(app.authorizeUrl({ redirect_uri: callback, prompt: undefined }));
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(/\/callback\?code=ac_/);
    await app.exchange(new URL(page.url()).searchParams.get('code') ?? '', { redirect_uri: callback });
    await signIn();
    await page.waitForURL(/\/callback\?code=ac_/);
    expect(await page.title()).toBe('Done');
    await page.close();
  });

  it('somebody with one password in two workspaces chooses by name', async () => {
    const page = await context.newPage();
    await context.clearCookies();
    const user = { email: `${newId('user')}@example.com`, password: 'the same in both' };
    for (const name of ['North', 'South']) {
      const made = await operator.run(createWorkspace, { name, email: user.email });
      const { password: current } = made;
      const browser = new Browser(app.authUrl);
      const signIn = await browser.open(`${app.authUrl}/?workspace=${made.workspace_id}`);
      await browser.signIn(signIn, made);
      const form = await browser.open(`${app.authUrl}/password`);
      const chosen = { current, password: user.password, repeated: user.password, action: 'change-password' };
      await browser.submit(form, ({ fields }) => 'current' in fields, chosen);
    }
    await page.goto(`${app.authUrl}/`);
    await page.getByLabel('E-mail address').fill(user.email);
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Choose a workspace' }).waitFor();
    const faults = await looks.look(page, 'choose-workspace');
    await page.getByRole('button', { name: 'South' }).click();
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.getByRole('button', { name: 'South' }).waitFor();
    await page.close();
    expect(faults).toEqual([]);
  });
});
