import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorkspace, SCOPES } from '@parley/contracts';
import { newId } from '@parley/kernel';
import type { TestWorkspace } from '@parley/testing';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from '../../setup/chromium.mjs';
import { operator } from '../platform.ts';
import { TestApp } from './app.ts';
import { Browser } from './browser.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Violation {
  id: string;
  nodes: { html: string }[];
}

let workspace: TestWorkspace;
let app: TestApp;
let receiver: Server;
let second: Server;
let callback: string;
let context: BrowserContext;
let profile: string;
let axe: string;

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('no Chromium: apt-get install chromium, or set CHROMIUM');
  workspace = await operator.workspace();
  // An app whose callback goes on to another site: browsers apply form-action to that hop too.
  second = createServer((_request, response) => response.end('<title>Done</title>Welcome back'));
  const home = await listening(second);
  receiver = createServer((request, response) =>
    response.writeHead(302, { location: home.replace('127.0.0.1', 'localhost') + (request.url ?? '') }).end(),
  );
  callback = `${await listening(receiver)}/callback`;
  app = await TestApp.create(workspace, { redirect_uri: callback, scopes: SCOPES.join(',') });
  axe = await readFile(axeFile, 'utf8');
  profile = await mkdtemp(join(tmpdir(), 'parley-chromium-'));
  context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
});

afterAll(async () => {
  await context.close();
  for (const server of [receiver, second]) {
    server.closeAllConnections();
    server.close();
  }
  await rm(profile, { recursive: true, force: true });
});

/** What axe finds; run past the page's own policy, as an extension would be. */
async function violations(page: Page): Promise<string[]> {
  const session = await context.newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe });
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'axe.run().then(({violations}) => JSON.stringify(violations))',
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  const found = JSON.parse(String(result.value)) as Violation[];
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** A desk and a phone, a light and a dark scheme. */
const LOOKS = [
  [1280, 'light'],
  [390, 'dark'],
] as const;
/** Not needed for what axe finds: colors depend on the scheme, and layout on the width. */
const OTHER_LOOKS = [
  [1280, 'dark'],
  [390, 'light'],
] as const;

/** Looks at a page in both schemes and widths. SCREENSHOTS=folder keeps pictures of every combination. */
async function look(page: Page, name: string): Promise<string[]> {
  const { SCREENSHOTS: folder } = process.env;
  const faults: string[] = [];
  for (const [width, colorScheme] of folder === undefined ? LOOKS : [...LOOKS, ...OTHER_LOOKS]) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    faults.push(...(await violations(page)).map((fault) => `${name}, ${width}, ${colorScheme}: ${fault}`));
    // Nothing sticks out at the side, and the style has been taken.
    const [inner, wide, ground] = await page.evaluate<[number, number, string]>(
      '[innerWidth, document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor]',
    );
    if (wide > inner) faults.push(`${name} is ${wide} pixels wide at ${width}`);
    if (ground === 'rgba(0, 0, 0, 0)') faults.push(`${name} has no style`);
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
  }
  return faults;
}

describe('in a browser', () => {
  it('every page works by keyboard, fits a phone, and has no axe violations', async () => {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Refused/.test(message.text())) faults.push(message.text());
    });
    const see = async (name: string) => faults.push(...(await look(page, name)));
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
    await page.goto(`${app.authUrl}/`);
    await see('connected-apps');
    await page.getByRole('button', { name: 'Disconnect Test app' }).click();
    await page.getByText('No app has access to your account.').waitFor();
    await see('no-apps');
    await page.getByRole('link', { name: 'Change password' }).click();
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
    await page.getByRole('link', { name: 'Go to your connected apps' }).click();
    await page.getByText('No app has access to your account.').waitFor();
    await page.close();
    expect(faults).toEqual([]);
  });

  it('somebody with one password in two workspaces chooses by name', async () => {
    const page = await context.newPage();
    await context.clearCookies();
    const user = { email: `${newId('user')}@example.com`, password: 'the same in both' };
    for (const name of ['North', 'South']) {
      const made = await operator.run(createWorkspace, { name, email: user.email });
      const browser = new Browser(app.authUrl);
      const signIn = await browser.open(`${app.authUrl}/?workspace=${made.workspace_id}`);
      await browser.signIn(signIn, made);
      await browser.submit(
        await browser.open(`${app.authUrl}/password`),
        ({ fields }) => 'current' in fields,
        {
          current: made.password,
          password: user.password,
          repeated: user.password,
          action: 'change-password',
        },
      );
    }
    await page.goto(`${app.authUrl}/`);
    await page.getByLabel('E-mail address').fill(user.email);
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Choose a workspace' }).waitFor();
    const faults = await look(page, 'choose-workspace');
    await page.getByRole('button', { name: 'South' }).click();
    await page.getByText(`${user.email} · South`).waitFor();
    await page.close();
    expect(faults).toEqual([]);
  });

  it('a page cannot be framed', async () => {
    const page = await context.newPage();
    const url = app.authorizeUrl({ redirect_uri: callback });
    await page.setContent(`<iframe src="${url.replaceAll('&', '&amp;')}"></iframe>`);
    await page.waitForTimeout(0);
    const frame = page.frames()[1];
    await frame?.waitForLoadState();
    expect(await frame?.getByLabel('Password').count()).toBe(0);
    await page.close();
  });
});
