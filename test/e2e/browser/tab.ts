// What all stories of the console share: one browser with one tab per file, and what people do on its pages. To load a page
// in the tab that has loaded another one takes half the CPU time of a new tab.
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { eventually, type TestWorkspace } from '@parley/testing';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { Browser } from '../oauth/browser.ts';
import { Looks } from '../oauth/looks.ts';

export let looks: Looks;
export let context: BrowserContext;
export let page: Page;
/** What no story may cause: the policy is never broken, no page throws, no script of others runs, and axe finds nothing. */
export const faults: string[] = [];

export const DESK = { width: 1280, height: 844 };

beforeAll(async () => {
  looks = await Looks.launch();
  ({ context } = looks);
  page = await newTab();
});
afterAll(() => looks.close());
afterEach(() => expect(faults.splice(0)).toEqual([]));

/** The texts of the notifications that each tab has shown and no story has asked for, oldest first. */
const notifications = new WeakMap<Page, string[]>();

/** Reports every notification: the page removes them after some seconds, in which a busy machine may not look. */
const REPORT_NOTIFICATIONS = `new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node instanceof Element)
        for (const { textContent } of [node, ...node.querySelectorAll('*')].filter((each) =>
          each.matches('.mantine-Notification-root')))
          reportNotification(textContent);
}).observe(document, { childList: true, subtree: true })`;

/** Waits until the page has shown a notification with this text since the one that was last asked for. */
export async function notified(text: string, on = page): Promise<void> {
  const texts = notifications.get(on) ?? [];
  const find = () => texts.findIndex((each) => each.includes(text));
  await eventually(() => find() !== -1);
  texts.splice(0, find() + 1);
}

/** A tab that reports what its policy refuses, what it throws, and scripts of others that ran. */
export async function newTab(): Promise<Page> {
  const tab = await context.newPage();
  const texts: string[] = [];
  notifications.set(tab, texts);
  await tab.exposeFunction('reportNotification', (text: string) => texts.push(text));
  await tab.addInitScript(REPORT_NOTIFICATIONS);
  await tab.setViewportSize(DESK);
  // Clicks wait for the end of transitions.
  await tab.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  tab.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
  });
  tab.on('pageerror', (error) => faults.push(`the page threw: ${error.message}`));
  tab.on('dialog', (dialog) => {
    // What a story leaves in a form is of no interest to the next one.
    if (dialog.type() === 'beforeunload') {
      void dialog.accept();
      return;
    }
    faults.push(`a script ran: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return tab;
}

/** Gives the tabs the cookies of a session. */
export function keepCookies({ authUrl: url, cookies }: Browser): Promise<void> {
  return context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
}

/** Opens a page of the console as a user who has signed in, by default the admin. */
export async function signInAt(
  { credentials }: TestWorkspace,
  path: string,
  user: { email: string; password: string } = credentials,
): Promise<void> {
  const { auth_url: authUrl, workspace_id: id } = credentials;
  const browser = new Browser(authUrl);
  const { status } = await browser.signIn(await browser.open(`${authUrl}/?workspace=${id}`), user);
  if (status !== 200) throw new Error(`The sign-in was answered ${status}`);
  await keepCookies(browser);
  await page.goto(`${authUrl}/console${path}`);
  await settled();
}

const LOADING = '[aria-label^="Loading"], .mantine-Skeleton-root, .mantine-Loader-root';

/** Waits until a page of the console has loaded what it shows. */
export async function settled(on = page): Promise<void> {
  await on.getByRole('heading', { level: 1 }).waitFor();
  await on.locator(LOADING).first().waitFor({ state: 'detached' });
}

/** Waits for the page, or the record, of this name. */
export const heading = (name: string, on = page) =>
  on.getByRole('heading', { level: 1, name, exact: true }).waitFor();
export const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name });
export const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
export const row = (text: string) => page.getByRole('row').filter({ hasText: text });

/** Waits until a field is marked as wrong; answers what it says about that. */
export async function wrong(field: Locator): Promise<string> {
  await field.and(page.locator('[aria-invalid="true"]')).waitFor();
  const ids = (await field.getAttribute('aria-describedby'))?.split(/\s+/) ?? [];
  const texts = await page.locator(ids.map((id) => `[id="${id}"]`).join(',')).allInnerTexts();
  return texts.join(' ');
}

/** Chooses what can be done with a row by its menu. */
export async function act(name: string, action: string): Promise<void> {
  await button(`Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Answers the question that a dialog asks, which closes then. */
export async function confirm(question: string, action: string): Promise<void> {
  const open = dialog(question);
  await button(action, open).click();
  await open.waitFor({ state: 'detached' });
}

/** What a dialog shows once, which is closed then. */
export async function copySecrets(): Promise<string[]> {
  const secrets = page.getByTestId('secret');
  await secrets.first().waitFor();
  const texts = await secrets.allInnerTexts();
  await button('I have copied it').click();
  await secrets.first().waitFor({ state: 'detached' });
  return texts;
}
