import type { TestWorkspace } from '@parley/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { Browser } from '../oauth/browser.ts';

type User = { email: string; password: string };

/** Opens a page of the console as a user who has signed in. */
export async function signInAt(
  page: Page,
  workspace: TestWorkspace,
  path: string,
  user: User = workspace.credentials,
): Promise<void> {
  const { auth_url: authUrl, workspace_id: id } = workspace.credentials;
  const browser = new Browser(authUrl);
  const { status } = await browser.signIn(await browser.open(`${authUrl}/?workspace=${id}`), user);
  if (status !== 200) throw new Error(`The sign-in was answered ${status}`);
  await page
    .context()
    .addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: authUrl })));
  await page.goto(`${authUrl}/console${path}`);
  await settled(page);
}

/** Signs in by the form that a page of the console leads to, which then shows itself. */
export async function signInByForm(page: Page, workspace: TestWorkspace, path: string): Promise<void> {
  const { auth_url: authUrl, workspace_id: id, email, password } = workspace.credentials;
  await page.goto(`${authUrl}/console${path}?workspace=${id}`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await settled(page);
}

const LOADING = '[aria-label^="Loading"], .mantine-Skeleton-root, .mantine-Loader-root';

/** Waits until a page of the console has loaded what it shows. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator(LOADING).first().waitFor({ state: 'detached' });
}

/** A page that reports what its policy refuses, what it throws, and scripts of others that ran. */
export async function watchedPage(context: BrowserContext, faults: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(`the page threw: ${error.message}`));
  page.on('dialog', (dialog) => {
    // What a story leaves in a form is of no interest to the next one.
    if (dialog.type() === 'beforeunload') {
      void dialog.accept();
      return;
    }
    faults.push(`a script ran: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return page;
}
