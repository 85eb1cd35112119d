import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestWorkspace } from '@parley/testing';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from '../../setup/chromium.mjs';
import { operator } from '../platform.ts';
import { TestApp } from './app.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Violation {
  id: string;
  impact: string | null;
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
  app = await TestApp.create(workspace, { redirect_uri: callback });
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

/** What axe finds that keeps people out; run past the page's own policy, as an extension would be. */
async function seriousFaults(page: Page): Promise<string[]> {
  const session = await context.newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe });
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'axe.run().then(({violations}) => JSON.stringify(violations))',
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  const violations = JSON.parse(String(result.value)) as Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('in a browser', () => {
  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
  ] as const)(
    'sign-in, consent and connected apps work in %s at %d pixels without serious axe violations',
    async (colorScheme, width) => {
      await context.clearCookies();
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy|Refused/.test(message.text())) faults.push(message.text());
      });
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const look = async () => {
        faults.push(...(await seriousFaults(page)));
        // Nothing sticks out at the side, and the style has been taken.
        const [inner, wide, ground] = await page.evaluate<[number, number, string]>(
          '[innerWidth, document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor]',
        );
        expect(wide).toBeLessThanOrEqual(inner);
        expect(ground).not.toBe('rgba(0, 0, 0, 0)');
      };

      await page.goto(app.authorizeUrl({ redirect_uri: callback }));
      await look();
      await page.getByLabel('E-mail address').fill(workspace.credentials.email);
      await page.getByLabel('Password').fill('wrong');
      await page.getByLabel('Password').press('Enter');
      await page.getByRole('alert').waitFor();
      await look();
      await page.getByLabel('Password').fill(workspace.credentials.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'requests access to your account' }).waitFor();
      await look();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.waitForURL(/\/callback\?code=ac_/);
      expect(await page.title()).toBe('Done');

      await app.exchange(new URL(page.url()).searchParams.get('code') ?? '', { redirect_uri: callback });
      await page.goto(`${app.authUrl}/`);
      await page.getByRole('button', { name: 'Disconnect Test app' }).waitFor();
      await look();
      await page.getByRole('button', { name: 'Disconnect Test app' }).click();
      await page.getByText('No app has access to your account.').waitFor();
      await page.close();
      expect(faults).toEqual([]);
    },
  );

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
