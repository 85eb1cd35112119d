// What the stories of one workspace share: an admin who has signed in once, and one tab that goes on from page to page by
// the links of the navigation. To sign in and to load the console takes more CPU time than most stories.
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { TestWorkspace } from '@parley/testing';
import type { Locator, Page } from 'playwright-core';
import { type Look, Looks } from '../oauth/looks.ts';
import { operator } from '../platform.ts';
import { ConsoleClient } from '../session-api/console-client.ts';
import { settled, watchedPage } from './console-page.ts';

export let looks: Looks;
export let page: Page;
export let workspace: TestWorkspace;
/** The session of the page, as its API sees it. */
export let admin: ConsoleClient;
/** What no story may cause: the policy is never broken, no page throws, and axe finds nothing. */
const faults: string[] = [];

const DESK = { width: 1280, height: 844 };

beforeAll(async () => {
  looks = await Looks.launch();
  page = await watchedPage(looks.context, faults);
  await page.setViewportSize(DESK);
  // Clicks wait for the end of transitions.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  workspace = await operator.workspace('unlimited');
  admin = await ConsoleClient.signIn(workspace);
  await keepCookies();
  await page.goto(`${workspace.credentials.auth_url}/console/connected-apps`);
  await settled(page);
});
afterAll(() => looks.close());
afterEach(async () => {
  // What a failed story leaves open would cover the page of the next one.
  if ((await page.getByRole('dialog').count()) > 0) await page.reload();
  expect(faults.splice(0)).toEqual([]);
});

/** Gives the tab the cookies of the session. */
export function keepCookies(): Promise<void> {
  const { authUrl: url, cookies } = admin.browser;
  return looks.context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
}

/** Opens a page by its link in the navigation. */
export async function go(title: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Console' });
  await navigation.getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await settled(page);
}

/** Has axe look at the page, or what is open on it (Looks.look). */
export async function see(name: string, which?: readonly Look[]): Promise<void> {
  faults.push(...(await looks.look(page, `console-${name}`, which)));
  await page.setViewportSize(DESK);
}

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
