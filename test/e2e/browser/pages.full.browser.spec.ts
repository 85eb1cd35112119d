import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, Receiver } from '@parley/testing';
import type { Response } from 'playwright-core';
import { PAGES } from '../../../apps/console/src/app/pages.ts';
import { TestApp } from '../oauth/app.ts';
import { ConsoleClient } from '../session-api/console-client.ts';
import { consoleUrl, signIn, workspace } from './story.ts';
import { context, faults, looks, page, settled } from './tab.ts';

/** Of everything that the console loads before its first page works, compressed. */
const FIRST_LOAD_MAX = 300_000;
const HOSTILE = `<img src=x onerror="alert(1)"> & <script>alert(2)</script>`;

const receiver = await Receiver.start();
/** What the router of the console consists of, so that a new page is looked at by itself. */
const paths = PAGES.map(({ path }) => path).sort();
afterAll(() => receiver.close());

/** They show neither names nor texts that somebody wrote. */
const WITHOUT_TEXTS = ['/playground', '/sla-targets', '/usage'];

/** It is the same in every workspace, and takes as long as ten others. */
const WITHOUT_RECORDS = '/playground';

const isRecord = (path: string) => path.includes('$');

/** Opens another page without loading the console again, as its links do. */
async function openWithin(path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.innerText();
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console${path}`)})`);
  await heading.filter({ hasNotText: before }).waitFor();
  await settled();
}

/** Opens a page; that of a record by the first link to one on the page above it. Returns whether there is one. */
async function open(path: string): Promise<boolean> {
  if (!isRecord(path)) {
    await page.goto(consoleUrl(path));
    await settled();
    return true;
  }
  let above = path;
  do above = above.slice(0, above.lastIndexOf('/'));
  while (!paths.includes(above) && above !== '');
  // The page above has usually been looked at just before.
  if (page.url() !== consoleUrl(above) && !(await open(above))) return false;
  const pattern = new RegExp(`^/console${path.replaceAll(/\$\w+/g, '[^/]+')}$`);
  const links = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main a')].map(({ href }) => new URL(href).pathname)`,
  );
  const target = links.find((link) => pattern.test(link));
  if (target === undefined) return false;
  await page.goto(new URL(target, workspace.credentials.auth_url).href);
  await settled();
  return true;
}

/** Gives every list a record whose names and texts are markup. */
async function addHostileRecords(): Promise<void> {
  const { live } = workspace;
  const email = 'mallory@example.com';
  await live.ok(api.createContact, { body: { email, name: HOSTILE, company: HOSTILE } });
  const { data: mailbox } = await live.ok(api.createMailbox, {
    body: { name: HOSTILE, address: 'support@pages.example', transport: { type: 'sandbox' } },
  });
  const { data: conversation } = await live.ok(api.createConversation, {
    body: {
      subject: HOSTILE,
      contact: { email },
      message: { body: HOSTILE },
      tags: [HOSTILE],
      mailbox_id: mailbox.id,
    },
  });
  await live.ok(api.createTicket, {
    body: {
      subject: HOSTILE,
      description: HOSTILE,
      contact: { email },
      conversation_id: conversation.id,
      tags: [HOSTILE],
      custom_fields: { note: HOSTILE },
    },
  });
  await live.ok(api.addInbox, { body: { name: HOSTILE } });
  await live.ok(api.createTeam, { body: { name: HOSTILE, description: HOSTILE } });
  const { data: webhook } = await live.ok(api.createWebhook, {
    body: { url: receiver.url, events: ['*'], description: HOSTILE },
  });
  await live.ok(api.testWebhook, { params: { webhook_id: webhook.id } });
  const console = await ConsoleClient.signIn(workspace);
  await console.ok('profile.update', { body: { name: HOSTILE } });
  // An event that names its user.
  const own = await console.api();
  await own.ok(api.createContact, { body: { email: 'trudy@example.com', name: HOSTILE } });
  await (await TestApp.create(workspace, { name: HOSTILE })).tokens();
  const scopes = ['tickets:read'];
  await console.ok('key.create', { body: { name: HOSTILE, scopes } });
  await console.ok('pat.create', { body: { name: HOSTILE, scopes } });
  await console.ok('app.create', {
    body: { name: HOSTILE, scopes, redirect_uris: ['https://app.example.com/callback'] },
  });
  await console.ok('invitation.create', { body: { email: 'new@example.com' } });
}

/** What a page shows as text, in the values of its fields too. */
async function textOf(): Promise<string> {
  const main = page.locator('main');
  const values = await main
    .locator('input, textarea')
    .evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value));
  return [await main.innerText(), ...values].join('\n');
}

describe('every page of the console', () => {
  it('shows markup as text, fits a phone, and has no axe violations, in both color schemes', async () => {
    await addHostileRecords();
    await signIn('/profile');
    for (const path of paths) {
      expect([path, await open(path)]).toEqual([path, true]);
      if (!WITHOUT_TEXTS.includes(path))
        await eventually(async () => (await textOf()).includes(HOSTILE)).catch(() =>
          faults.push(`${path} does not show the markup as text`),
        );
      faults.push(...(await looks.look(page, nameOf(path))));
      if ((await page.locator('img[src="x"]').count()) > 0) faults.push(`${path} shows a name as markup`);
      if ((await page.getByRole('alert').count()) > 0)
        faults.push(`${path}: ${await page.getByRole('alert').first().innerText()}`);
    }
  });

  it('without records says what they are, and has no axe violations', async () => {
    await signIn('/profile');
    for (const path of paths.filter((one) => !isRecord(one) && one !== WITHOUT_RECORDS)) {
      await openWithin(path);
      faults.push(...(await looks.look(page, `${nameOf(path)}-empty`)));
    }
  });
});

const nameOf = (path: string) => `console${path.replaceAll('/', '-').replaceAll('$', '')}`;

/** The page and its files, not what they read from the APIs. */
const isFile = (url: string) => /\/console\/(?!api\/)/.test(url);

it('the first load of the console stays below 300 KB', async () => {
  await signIn('/profile');
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  const started = performance.now();
  await page.goto(consoleUrl('/'));
  // The first page, which reacts to the keyboard and the mouse.
  await page.getByRole('heading', { level: 1 }).waitFor();
  const ms = Math.round(performance.now() - started);
  await settled();
  let bytes = 0;
  for (const file of responses.filter((response) => isFile(response.url())))
    bytes += (await file.request().sizes()).responseBodySize;
  process.stdout.write(`console: first load ${(bytes / 1000).toFixed(1)} KB; first page after ${ms} ms\n`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(FIRST_LOAD_MAX);
});
