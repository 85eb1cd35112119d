// What the stories of one workspace share: an admin who has signed in once, and a tab that goes on from page to page by the
// links of the navigation. To sign in and to load the console takes more CPU time than most stories.
import { afterEach, beforeAll } from '@jest/globals';
import type { TestWorkspace } from '@parley/testing';
import type { Look } from '../oauth/looks.ts';
import { operator } from '../platform.ts';
import { ConsoleClient } from '../session-api/console-client.ts';
import { DESK, faults, heading, keepCookies, looks, page, settled } from './tab.ts';

export let workspace: TestWorkspace;
/** The session of the page, as its API sees it. */
export let admin: ConsoleClient;

beforeAll(async () => {
  workspace = await operator.workspace('unlimited');
  admin = await ConsoleClient.signIn(workspace);
  await keepCookies(admin.browser);
  await page.goto(`${workspace.credentials.auth_url}/console/connected-apps`);
  await settled();
});
afterEach(async () => {
  // What a failed story leaves open would cover the page of the next one.
  if ((await page.getByRole('dialog').count()) > 0) await page.reload();
});

/** Opens a page by its link in the navigation. */
export async function go(title: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Console' });
  await navigation.getByRole('link', { name: title, exact: true }).click();
  await heading(title);
  await settled();
}

/** Has axe look at the page, or what is open on it (Looks.look). */
export async function see(name: string, which?: readonly Look[]): Promise<void> {
  faults.push(...(await looks.look(page, `console-${name}`, which)));
  await page.setViewportSize(DESK);
}
