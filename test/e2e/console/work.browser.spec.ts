import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createContact,
  createConversation,
  createMessage,
  createTicket,
  createUser,
  createWebhook,
  getContact,
  getConversation,
  getTicket,
  listContacts,
  listMessages,
  listTickets,
  testWebhook,
  updateTicket,
  type Role,
} from '@parley/contracts';
import { eventually, Receiver, type TestWorkspace } from '@parley/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { Looks } from '../oauth/looks.ts';
import { operator } from '../platform.ts';
import { settled, signInAt, watchedPage } from './console-page.ts';

const HOSTILE = `<img src=x onerror="alert(1)"> & <script>alert(2)</script>`;

let looks: Looks;
let context: BrowserContext;
let receiver: Receiver;
let workspace: TestWorkspace;
let page: Page;
let faults: string[];

beforeAll(async () => {
  looks = await Looks.launch();
  ({ context } = looks);
  receiver = await Receiver.start();
});
afterAll(async () => {
  await looks.close();
  await receiver.close();
});
beforeEach(async () => {
  await context.clearCookies();
  for (const former of context.pages().slice(1)) await former.close();
  workspace = await operator.workspace('unlimited');
  faults = [];
  page = await watchedPage(context, faults);
  await page.setViewportSize({ width: 1280, height: 900 });
});
// Neither the policy nor a script is ever broken by what a story does.
afterEach(() => expect(faults).toEqual([]));

const consoleUrl = (path: string) => `${workspace.credentials.auth_url}/console${path}`;
const button = (name: string | RegExp, on: Page = page) => on.getByRole('button', { name });

async function newUser(role: Role, name: string) {
  const email = `${crypto.randomUUID()}@example.com`;
  const { workspace_id: id } = workspace.credentials;
  return { email, ...(await operator.run(createUser, { workspace: id, email, name, role })) };
}

async function newConversation(subject = 'Where is my order?') {
  const { data } = await workspace.live.ok(createConversation, {
    body: {
      subject,
      contact: { email: 'dana@example.com', name: 'Dana Reyes' },
      message: { body: 'It should have arrived on Friday.', author: { type: 'contact' } },
    },
  });
  return data.id;
}

const newTicket = async (subject: string, conversationId?: Awaited<ReturnType<typeof newConversation>>) =>
  (await workspace.live.ok(createTicket, { body: { subject, conversation_id: conversationId ?? null } })).data
    .id;

const messagesOf = async (id: Awaited<ReturnType<typeof newConversation>>) =>
  (await workspace.live.ok(listMessages, { params: { conversation_id: id }, query: {} })).data;

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Answers requests with an error in place of the API; their preflights reach it. */
const refuse = (url: string, status: number, headers: Record<string, string> = {}) =>
  page.route(url, async (route) => {
    if (route.request().method() === 'OPTIONS') await route.continue();
    else {
      const exposed = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
      const error = { type: 'api_error', code: 'refused', message: 'Refused' };
      await route.fulfill({ status, headers: { ...exposed, ...headers }, json: { error } });
    }
  });

describe('a conversation', () => {
  it('is found, answered with an attachment, noted on and closed', async () => {
    const id = await newConversation();
    await newConversation('Another matter');
    await signInAt(page, workspace, '/conversations');
    await page.getByLabel('Search conversations').getByRole('searchbox').fill('order');
    await page.getByRole('link', { name: 'Another matter' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('q')).toBe('order');
    await page.getByRole('link', { name: /Where is my order/ }).click();
    await page.getByText('It should have arrived on Friday.').waitFor();

    await page.getByRole('textbox', { name: 'Reply' }).fill('Here is your label.');
    await page.locator('input[type=file]').setInputFiles({
      name: 'label.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('To: Dana'),
    });
    await button('Send reply').click();
    const attachment = button(/Download\s*label\.txt/);
    await attachment.waitFor();
    const [, reply] = await messagesOf(id);
    expect(reply).toMatchObject({ type: 'reply', body: 'Here is your label.', author: { type: 'user' } });
    expect(reply?.attachments).toMatchObject([{ name: 'label.txt', size: 8 }]);
    const { files_url: filesUrl } = workspace.credentials;
    const requested = context.waitForEvent('request', (request) => request.url().startsWith(filesUrl));
    await attachment.click();
    expect(await (await fetch((await requested).url())).text()).toBe('To: Dana');

    await page.locator('label', { hasText: 'Internal note' }).click();
    await page.getByRole('textbox', { name: 'Internal note' }).fill('She called, too.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('listitem').filter({ hasText: 'She called, too.' }).waitFor();
    await button('Close').first().click();
    await button('Reopen').waitFor();
    const { data } = await workspace.live.ok(getConversation, { params: { conversation_id: id } });
    expect([data.status, (await messagesOf(id)).map(({ type }) => type)]).toEqual([
      'closed',
      ['comment', 'reply', 'note'],
    ]);
  });

  it('takes no more text while a reply is sent, and tells which files are too many', async () => {
    const id = await newConversation();
    await signInAt(page, workspace, `/conversations/${id}`);
    const reply = page.getByRole('textbox', { name: 'Reply' });
    await reply.fill('Here you are.');
    const files = Array.from({ length: 11 }, (_, index) => ({
      name: `file-${index + 1}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from('x'),
    }));
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByText('Not attached: file-11.txt').waitFor();
    let goOn = (): void => undefined;
    const isSeen = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(`**/v1/conversations/${id}/messages`, async (route) => {
      if (route.request().method() === 'POST') await isSeen;
      await route.continue();
    });
    await button('Send reply').click();
    await reply.and(page.locator('[readonly]')).waitFor();
    expect(await button('At most 10 files').isDisabled()).toBe(true);
    goOn();
    await button(/Download\s*file-10\.txt/).waitFor();
    expect(await reply.inputValue()).toBe('');
    await page.unroute(`**/v1/conversations/${id}/messages`);
  });

  it('is begun with a contact', async () => {
    await signInAt(page, workspace, '/conversations');
    await page.getByText('No conversations yet').waitFor();
    await button('New conversation').click();
    const dialog = page.getByRole('dialog', { name: 'New conversation' });
    await dialog.getByRole('button', { name: 'Create conversation' }).click();
    // What is wrong is told at the field, in words.
    await dialog
      .getByLabel('E-mail address of the contact')
      .and(page.locator('[aria-invalid="true"]'))
      .waitFor();
    await dialog.getByLabel('E-mail address of the contact').fill('noor@example.com');
    await dialog.getByLabel('Subject').fill('Your refund');
    await dialog.getByLabel('First message').fill('It is on its way.');
    await dialog.getByRole('button', { name: 'Create conversation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your refund' }).waitFor();
    await page.getByText('It is on its way.').waitFor();
    const { data } = await workspace.live.ok(listContacts, { query: { email: 'noor@example.com' } });
    expect(data).toHaveLength(1);
  });
});

describe('a ticket', () => {
  it('is assigned and closed, and its history tells who did it', async () => {
    const kim = await newUser('agent', 'Kim Lee');
    const id = await newTicket('The printer is on fire');
    await signInAt(page, workspace, `/tickets/${id}`);
    await page.getByRole('region', { name: 'SLA timer' }).getByText(/left$/).waitFor();
    await choose('Assignee', 'Kim Lee');
    await page.getByText('The ticket is saved.').first().waitFor();
    await choose('Status', 'Closed');
    await page.getByRole('region', { name: 'SLA timer' }).getByText('Ended in time').waitFor();
    const { data } = await workspace.live.ok(getTicket, { params: { ticket_id: id } });
    expect(data).toMatchObject({ status: 'closed', assignee: { id: kim.id } });
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('listitem').filter({ hasText: 'Closed' }).getByText('Admin').waitFor();
    await history.getByRole('listitem').filter({ hasText: 'Kim Lee' }).waitFor();
  });

  it('that somebody else has changed is not overwritten', async () => {
    const id = await newTicket('The printer is on fire');
    await signInAt(page, workspace, `/tickets/${id}`);
    const params = { ticket_id: id };
    await page.route(
      `**/v1/tickets/${id}`,
      async (route) => {
        if (route.request().method() === 'PATCH')
          await workspace.live.ok(updateTicket, { params, body: { subject: 'The printer is wet' } });
        await route.continue();
      },
      // The preflight has a method of its own.
      { times: 2 },
    );
    await choose('Priority', 'Urgent');
    await page.getByText('Somebody else changed this ticket').waitFor();
    await page.getByRole('heading', { level: 1, name: 'The printer is wet' }).waitFor();
    expect((await workspace.live.ok(getTicket, { params })).data.priority).toBe('normal');
    await page.unroute(`**/v1/tickets/${id}`);
    await choose('Priority', 'Urgent');
    await page.getByText('The ticket is saved.').waitFor();
    expect((await workspace.live.ok(getTicket, { params })).data.priority).toBe('urgent');
  });

  it('that is linked to another conversation does not take a draft along', async () => {
    const id = await newTicket('The printer is on fire', await newConversation());
    const { data: next } = await workspace.live.ok(createConversation, {
      body: {
        contact: { email: 'dana@example.com' },
        message: { body: 'My refund?', author: { type: 'contact' } },
      },
    });
    await signInAt(page, workspace, `/tickets/${id}`);
    const reply = page.getByRole('textbox', { name: 'Reply' });
    await reply.fill('Dear Dana');
    await workspace.live.ok(updateTicket, {
      params: { ticket_id: id },
      body: { conversation_id: next.id },
    });
    await page.getByText('My refund?').waitFor();
    expect(await reply.inputValue()).toBe('');
  });

  it('is listed by the filters in the address', async () => {
    await newTicket('Cold');
    const { data: hot } = await workspace.live.ok(createTicket, {
      body: { subject: 'Hot', priority: 'urgent' },
    });
    await workspace.live.ok(createTicket, { body: { subject: 'Warm', priority: 'high' } });
    await signInAt(page, workspace, '/tickets');
    await button('Priority').click();
    await page.getByRole('checkbox', { name: 'Urgent' }).check();
    await page.getByRole('link', { name: 'Cold' }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'High' }).check();
    await page.getByRole('link', { name: 'Warm' }).waitFor();
    await page.reload();
    await settled(page);
    expect(await page.getByRole('row').getByRole('link').allInnerTexts()).toEqual(['Warm', 'Hot']);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Hot' }).click();
    await page.waitForURL(consoleUrl(`/tickets/${hot.id}`));
  });
});

describe('a webhook', () => {
  it('is made, tested, and its failed delivery is sent again by a click', async () => {
    // No other attempt follows by itself before the click.
    receiver.respond = (_, response) => response.writeHead(500, { 'retry-after': '600' }).end('out of paper');
    await signInAt(page, workspace, '/webhooks');
    await button('New webhook').click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByLabel('URL of your endpoint').fill('ftp://example.com');
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByLabel('URL of your endpoint').and(page.locator('[aria-invalid="true"]')).waitFor();
    await form.getByLabel('URL of your endpoint').fill(receiver.url);
    await form.getByLabel('Description').fill('Help desk sync');
    await form.getByRole('button', { name: 'Create webhook' }).click();
    expect(await page.getByTestId('secret').first().innerText()).toMatch(/^whsec_/);
    await button('I have copied it').click();
    await page.getByRole('heading', { level: 1, name: 'Help desk sync' }).waitFor();
    await page.getByText('Admin', { exact: true }).last().waitFor();

    await button('Send test').click();
    await page.getByText('Your endpoint failed').waitFor();
    await page
      .getByText(/Answered 500 instead of 2xx/)
      .first()
      .waitFor();
    await button('Show delivery').click();
    const delivery = page.getByRole('dialog', { name: 'Delivery' });
    await delivery.getByText('Request headers and response').click();
    await delivery.getByText('out of paper').waitFor();
    expect(await delivery.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    await delivery.getByRole('button', { name: 'Close' }).click();

    await newTicket('The printer is on fire');
    const row = page.getByRole('row').filter({ hasText: 'ticket.created' });
    await row.getByText('Answered 500 instead of 2xx').waitFor();
    receiver.respond = (_, response) => response.writeHead(204).end();
    await row.getByRole('button', { name: 'Send again' }).click();
    await row.getByText('Delivered').waitFor();
    await row.getByRole('button', { name: 'ticket.created', exact: true }).click();
    await delivery.getByText(/Sent again by hand/).waitFor();
    await delivery.getByText('The printer is on fire').waitFor();
    const [first, second] = await receiver.received('ticket.created', 2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('is edited, disabled, enabled, gets another secret, and is deleted', async () => {
    await workspace.live.ok(createWebhook, { body: { url: receiver.url, events: ['*'] } });
    await signInAt(page, workspace, '/webhooks');
    await page.getByRole('link', { name: receiver.url }).click();
    await button('Edit').click();
    await page.locator('label', { hasText: 'Chosen events' }).click();
    await page.getByRole('checkbox', { name: 'Ticket: all' }).check();
    await button('Save').click();
    await page.getByText('ticket.*', { exact: true }).waitFor();
    const act = async (name: string) => {
      await button('More').click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await act('Disable');
    await page.getByText('Somebody disabled it.').waitFor();
    await act('Enable');
    await page.getByText('Somebody disabled it.').waitFor({ state: 'detached' });
    await act('Rotate secret');
    await button('Rotate secret').click();
    expect(await page.getByTestId('secret').first().innerText()).toMatch(/^whsec_/);
    await button('I have copied it').click();
    await act('Recover failed deliveries');
    await button('Send again').click();
    await page.getByText('Nothing had failed in that time.').waitFor();
    await act('Delete');
    await button('Delete').click();
    await page.getByText('No webhooks yet').waitFor();
  });
});

describe('the playground', () => {
  it('sends a request with the access of the user, and with a typed key', async () => {
    await workspace.live.ok(createContact, { body: { email: 'live@example.com' } });
    await workspace.test.ok(createContact, { body: { email: 'test@example.com' } });
    const tokens: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/v1/contacts') tokens.push(request.headers()['authorization'] ?? '');
    });
    await signInAt(page, workspace, '/playground');
    await page.goto(consoleUrl('/playground#tag/contacts/GET/v1/contacts'));
    const operation = page.locator('[id$="tag/contacts/GET/v1/contacts"]');
    await operation.getByRole('button', { name: /Test Request/ }).click();
    const send = page.getByRole('button', { name: /^Send/ }).last();
    await send.click();
    await page.getByText('200 OK').waitFor();
    await page.getByText('test@example.com').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Send as').selectOption('key');
    await page.getByLabel('API key or token').fill(workspace.credentials.live_key);
    await operation.getByRole('button', { name: /Test Request/ }).click();
    await send.click();
    await page.getByText('live@example.com').first().waitFor();
    expect(tokens.map((token) => token.slice(0, 15))).toEqual(['Bearer at_test_', 'Bearer sk_live_']);
  });

  it('uploads a file, and shows samples in the languages of the client libraries', async () => {
    await signInAt(page, workspace, '/playground');
    await page.goto(consoleUrl('/playground#tag/files/POST/v1/files'));
    const operation = page.locator('[id$="tag/files/POST/v1/files"]');
    await operation.getByRole('button', { name: /Curl/ }).first().click();
    const samples = page.getByRole('listbox').getByRole('option');
    await samples.first().waitFor();
    expect(await samples.allInnerTexts()).toEqual(
      expect.arrayContaining(['Fetch', 'cURL', 'Requests', 'net::http', 'Curl']),
    );
    await page.keyboard.press('Escape');
    await operation.getByRole('button', { name: /Test Request/ }).click();
    const chooser = page.waitForEvent('filechooser');
    // The rows of the form: its folder, its file, and an empty one.
    await button('Select File').nth(1).click();
    await (await chooser).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    // The renderer takes over what is chosen with a delay: a request before that is sent without the file.
    await eventually(async () => {
      const response = page.waitForResponse((each) => new URL(each.url()).pathname === '/v1/files');
      await button(/^Send/).last().click();
      expect(await (await response).json()).toMatchObject({ data: { name: 'a.txt', size: 5 } });
    });
  });
});

describe('two tabs', () => {
  it('show what the other changes, and what integrations change', async () => {
    const id = await newTicket('The printer is on fire');
    await signInAt(page, workspace, '/tickets');
    const other = await watchedPage(context, faults);
    await other.goto(consoleUrl(`/tickets/${id}`));
    await settled(other);
    await button('Resolve', other).click();
    await page.getByRole('row').filter({ hasText: 'printer' }).getByText('Resolved').waitFor();
    await newTicket('Out of toner');
    await page.getByRole('link', { name: 'Out of toner' }).waitFor();
    await workspace.live.ok(updateTicket, {
      params: { ticket_id: id },
      body: { subject: 'The fire is out' },
    });
    await other.getByRole('heading', { level: 1, name: 'The fire is out' }).waitFor();
  });
});

describe('two dialogs', () => {
  it('that edit one contact do not overwrite each other', async () => {
    const { data: contact } = await workspace.live.ok(createContact, {
      body: { name: 'Dana', email: 'dana@example.com', company: 'Acme' },
    });
    await signInAt(page, workspace, `/contacts/${contact.id}`);
    const other = await watchedPage(context, faults);
    await other.goto(consoleUrl(`/contacts/${contact.id}`));
    await settled(other);
    for (const each of [page, other]) await button('Edit', each).click();
    const dialog = page.getByRole('dialog', { name: 'Edit contact' });
    await dialog.getByLabel('Name').fill('Dana R.');
    await dialog.getByLabel('Phone').fill('+1 202 555 0123');
    await other.getByRole('dialog').getByLabel('Name').fill('Dana Reyes');
    await button('Save', other).click();
    // The page behind the dialog follows, which must not make the dialog forget what it began with.
    await page.locator('h1', { hasText: 'Dana Reyes' }).waitFor();
    await button('Save').click();
    await dialog.getByText('Somebody else changed this contact').waitFor();
    const read = async () =>
      (await workspace.live.ok(getContact, { params: { contact_id: contact.id } })).data;
    expect(await read()).toMatchObject({ name: 'Dana Reyes', phone: null });
    await button('Load the new values').click();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Dana Reyes');
    await button('Save').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await read()).toMatchObject({
      name: 'Dana Reyes',
      email: 'dana@example.com',
      phone: '+1 202 555 0123',
      company: 'Acme',
    });
  });
});

describe('a page', () => {
  it('keeps what was typed when the session has ended', async () => {
    const id = await newConversation();
    await signInAt(page, workspace, `/conversations/${id}`);
    await page.getByRole('textbox', { name: 'Reply' }).fill('Half a sentence');
    const other = await watchedPage(context, faults);
    await other.goto(consoleUrl('/contacts'));
    await settled(other);
    await button('Admin', other).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByLabel('Password').waitFor();
    await button('Send reply').click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await signInAt(other, workspace, '/contacts');
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button('Send reply').click();
    await page.getByRole('listitem').filter({ hasText: 'Half a sentence' }).waitFor();
    expect(await messagesOf(id)).toHaveLength(2);
  });

  it('tells of a lost network, keeps what was typed, and catches up when it is back', async () => {
    const id = await newConversation();
    await signInAt(page, workspace, `/conversations/${id}`);
    await page.getByRole('textbox', { name: 'Reply' }).fill('We are looking into it.');
    await context.setOffline(true);
    await page.getByText('No connection').first().waitFor();
    await button('Send reply').click();
    await page.getByText('Your text is still here.').waitFor();
    await workspace.live.ok(createMessage, {
      params: { conversation_id: id },
      body: { body: 'Any news?', author: { type: 'contact' } },
    });
    await context.setOffline(false);
    await page.getByText('Any news?').waitFor();
    await button('Send reply').click();
    await page.getByRole('listitem').filter({ hasText: 'We are looking into it.' }).waitFor();
    expect((await messagesOf(id)).filter(({ type }) => type === 'reply')).toHaveLength(1);
  });

  it('tells that it is not up to date when it may not read, and catches up as soon as it may', async () => {
    const id = await newTicket('The printer is on fire');
    await signInAt(page, workspace, `/tickets/${id}`);
    await refuse(`**/v1/tickets/${id}`, 429, { 'retry-after': '2' });
    const subject = 'The fire is out';
    await workspace.live.ok(updateTicket, { params: { ticket_id: id }, body: { subject } });
    await page.getByText('Not up to date').waitFor();
    expect(await page.locator('h1').innerText()).toBe('The printer is on fire');
    await page.unroute(`**/v1/tickets/${id}`);
    await page.getByRole('heading', { level: 1, name: subject }).waitFor();
    await page.getByText('Not up to date').waitFor({ state: 'detached' });
  });

  it('lets nobody choose from members that cannot be loaded', async () => {
    const id = await newTicket('The printer is on fire');
    await refuse('**/v1/users?*', 403);
    await signInAt(page, workspace, `/tickets/${id}`);
    await page.getByText('Cannot be changed, because the choices cannot be loaded.').waitFor();
    const field = (name: string) => page.getByRole('combobox', { name, exact: true });
    expect([await field('Assignee').isDisabled(), await field('Inbox').isDisabled()]).toEqual([true, false]);
  });

  it('names the mode in which there is no such record', async () => {
    const id = await newTicket('The printer is on fire');
    await signInAt(page, workspace, `/tickets/${id}`);
    await page.locator('label', { hasText: 'Test data' }).first().click();
    await page.getByText('There is no such ticket in the test data').waitFor();
    await button('Look in the live data').click();
    await page.getByRole('heading', { level: 1, name: 'The printer is on fire' }).waitFor();
  });

  it('shows markup as text, wherever it comes from', async () => {
    const contact = { email: 'mallory@example.com', name: HOSTILE };
    const { data: conversation } = await workspace.live.ok(createConversation, {
      body: { subject: HOSTILE, contact, message: { body: HOSTILE }, tags: [HOSTILE] },
    });
    await workspace.live.ok(createMessage, {
      params: { conversation_id: conversation.id },
      body: { body: HOSTILE, attachments: [new File(['x'], `${HOSTILE.replaceAll('/', '')}.txt`)] },
    });
    const body = { subject: HOSTILE, description: HOSTILE, custom_fields: { [HOSTILE]: HOSTILE } };
    await workspace.live.ok(createTicket, { body: { ...body, conversation_id: conversation.id } });
    receiver.respond = (_, response) => response.writeHead(500).end(HOSTILE);
    const { data: webhook } = await workspace.live.ok(createWebhook, {
      body: { url: receiver.url, description: HOSTILE, events: ['*'] },
    });
    await workspace.live.ok(testWebhook, { params: { webhook_id: webhook.id } });
    const [ticket] = (await workspace.live.ok(listTickets, { query: {} })).data;
    await signInAt(page, workspace, '/tickets');
    for (const path of [
      '/tickets',
      `/tickets/${ticket?.id}`,
      '/conversations',
      `/conversations/${conversation.id}`,
    ])
      await seeAsText(path);
    await seeAsText('/contacts');
    await seeAsText('/webhooks');
    await seeAsText(`/webhooks/${webhook.id}`);
    await page.getByRole('button', { name: 'webhook.test' }).first().click();
    await page.getByText('Request headers and response').click();
    await page.getByRole('region', { name: 'Response' }).getByText(HOSTILE).waitFor();
    await page.goto(consoleUrl('/events'));
    await page.getByRole('button', { name: 'message.created' }).first().click();
    await page.getByRole('region', { name: 'Event' }).getByText('onerror').waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  async function seeAsText(path: string): Promise<void> {
    await page.goto(consoleUrl(path));
    await settled(page);
    await page.getByText(HOSTILE).first().waitFor();
    expect([path, await page.locator('img[src="x"]').count()]).toEqual([path, 0]);
  }
});

describe('a viewer', () => {
  it('reads everything, and is offered nothing that the API refuses', async () => {
    const conversationId = await newConversation();
    const ticketId = await newTicket('The printer is on fire', conversationId);
    await signInAt(page, workspace, '/tickets', await newUser('viewer', 'Vic'));
    const links = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allInnerTexts();
    expect(links).toEqual(expect.arrayContaining(['Tickets', 'Conversations', 'Contacts', 'Events']));
    expect(links).not.toContain('Webhooks');
    expect(await button(/^New/).count()).toBe(0);
    for (const path of [`/tickets/${ticketId}`, `/conversations/${conversationId}`]) {
      await page.goto(consoleUrl(path));
      await page.getByText('It should have arrived on Friday.').waitFor();
      const main = page.getByRole('main');
      expect(await main.getByRole('textbox').count()).toBe(0);
      expect(await main.getByRole('combobox').count()).toBe(0);
      const buttons = await main.getByRole('button').allInnerTexts();
      expect(buttons.filter((name) => name !== 'Copy')).toEqual([]);
    }
    await page.goto(consoleUrl('/webhooks'));
    await page.getByText('Your role does not allow this').waitFor();
  });
});

describe('an agent', () => {
  it('works on tickets and conversations, and sees no webhooks', async () => {
    const ticketId = await newTicket('The printer is on fire', await newConversation());
    await signInAt(page, workspace, `/tickets/${ticketId}`, await newUser('agent', 'Kim Lee'));
    await page.getByRole('textbox', { name: 'Reply' }).fill('We are looking into it.');
    await button('Send reply').click();
    // The first reply stops the SLA timer, which the page learns by the event.
    await page.getByRole('region', { name: 'SLA timer' }).getByText('Answered in time').waitFor();
    await eventually(async () => {
      const { data } = await workspace.live.ok(getTicket, { params: { ticket_id: ticketId } });
      expect(data.first_responded_at).not.toBeNull();
    });
    const links = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allInnerTexts();
    expect(links).not.toContain('Webhooks');
    await page.goto(consoleUrl('/webhooks'));
    await page.getByText('Your role does not allow this').waitFor();
  });
});
