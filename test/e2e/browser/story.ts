// What stories share that need a workspace of their own each, and the tab.
import { beforeEach } from '@jest/globals';
import {
  createConversation,
  createTicket,
  createUser,
  listMessages,
  type Id,
  type Role,
} from '@parley/contracts';
import type { TestWorkspace } from '@parley/testing';
import type { Page } from 'playwright-core';
import { operator } from '../platform.ts';
import { context, DESK, newTab, page, settled, signInAt } from './tab.ts';

export let workspace: TestWorkspace;

beforeEach(async () => {
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  workspace = await operator.workspace('unlimited');
  await page.setViewportSize(DESK);
});

export const consoleUrl = (path: string) => `${workspace.credentials.auth_url}/console${path}`;
export const signIn = (path: string, user?: { email: string; password: string }) =>
  signInAt(workspace, path, user);

/** Opens a page of the console in another tab. */
export async function openBeside(path: string): Promise<Page> {
  const tab = await newTab();
  await tab.goto(consoleUrl(path));
  await settled(tab);
  return tab;
}

/** Signs in by the form that a page of the console leads to, which then shows itself. */
export async function signInByForm(tab: Page, path: string): Promise<void> {
  const { workspace_id: id, email, password } = workspace.credentials;
  await tab.goto(`${consoleUrl(path)}?workspace=${id}`);
  await tab.getByLabel('E-mail address').fill(email);
  await tab.getByLabel('Password').fill(password);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await settled(tab);
}

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

export const newTicket = async (subject: string, conversationId: Id<'conversation'> | null = null) =>
  (await workspace.live.ok(createTicket, { body: { subject, conversation_id: conversationId } })).data.id;

export const messagesOf = async (id: Id<'conversation'>) =>
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
