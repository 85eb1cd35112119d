// What the stories of the console share: one browser with one tab per file, and a new workspace for each story. To load
// a page in the tab that has loaded another one takes half the CPU time of a new tab.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { createConversation, createTicket, createUser, listMessages, type Role } from '@parley/contracts';
import type { TestWorkspace } from '@parley/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { Looks } from '../oauth/looks.ts';
import { operator } from '../platform.ts';
import { watchedPage } from './console-page.ts';

export let looks: Looks;
export let context: BrowserContext;
export let page: Page;
export let workspace: TestWorkspace;
/** What no story may cause: the policy is never broken, no page throws, and no script of others runs. */
export const faults: string[] = [];

beforeAll(async () => {
  looks = await Looks.launch();
  ({ context } = looks);
  page = await watchedPage(context, faults);
});
afterAll(() => looks.close());
beforeEach(async () => {
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  workspace = await operator.workspace('unlimited');
  faults.length = 0;
  await page.setViewportSize({ width: 1280, height: 900 });
  // Clicks wait for the end of transitions.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
});
afterEach(() => expect(faults).toEqual([]));

export const consoleUrl = (path: string) => `${workspace.credentials.auth_url}/console${path}`;
export const button = (name: string | RegExp, on: Page = page) => on.getByRole('button', { name });

export async function newUser(role: Role, name: string) {
  const email = `${crypto.randomUUID()}@example.com`;
  const { workspace_id: id } = workspace.credentials;
  return { email, ...(await operator.run(createUser, { workspace: id, email, name, role })) };
}

export async function newConversation(subject = 'Where is my order?') {
  const { data } = await workspace.live.ok(createConversation, {
    body: {
      subject,
      contact: { email: 'dana@example.com', name: 'Dana Reyes' },
      message: { body: 'It should have arrived on Friday.', author: { type: 'contact' } },
    },
  });
  return data.id;
}

type ConversationId = Awaited<ReturnType<typeof newConversation>>;

export const newTicket = async (subject: string, conversationId: ConversationId | null = null) =>
  (await workspace.live.ok(createTicket, { body: { subject, conversation_id: conversationId } })).data.id;

export const messagesOf = async (id: ConversationId) =>
  (await workspace.live.ok(listMessages, { params: { conversation_id: id }, query: {} })).data;

/** Answers requests with an error in place of the API; their preflights reach it. */
export const refuse = (url: string, status: number, headers: Record<string, string> = {}) =>
  page.route(url, async (route) => {
    if (route.request().method() === 'OPTIONS') await route.continue();
    else {
      const exposed = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
      const error = { type: 'api_error', code: 'refused', message: 'Refused' };
      await route.fulfill({ status, headers: { ...exposed, ...headers }, json: { error } });
    }
  });
