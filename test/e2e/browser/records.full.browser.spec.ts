import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createConversation,
  createTicket,
  getConversation,
  getTicket,
  listConversations,
  updateTicket,
  type Input,
} from '@parley/contracts';
import { gate, Receiver } from '@parley/testing';
import { settled, signInAt } from './console-page.ts';
import {
  button,
  consoleUrl,
  context,
  messagesOf,
  newConversation,
  newTicket,
  newUser,
  page,
  workspace,
  refuse,
} from './story.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(() => receiver.close());

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

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
    const [isSeen, goOn] = gate();
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

  it('keeps the text of a reply for its user until it is sent, and asks before files are lost', async () => {
    const id = await newConversation();
    await signInAt(page, workspace, `/conversations/${id}`);
    const reply = page.getByRole('textbox', { name: 'Reply' });
    await reply.fill('Half a sentence');
    await page.reload();
    expect(await reply.inputValue()).toBe('Half a sentence');
    const file = { name: 'label.txt', mimeType: 'text/plain', buffer: Buffer.from('To: Dana') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('link', { name: 'Contacts' }).click();
    const question = page.getByRole('dialog', { name: 'Leave this page?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByText('label.txt').waitFor();
    const asked = page.waitForEvent('dialog');
    await page.reload();
    expect((await asked).type()).toBe('beforeunload');
    expect(await reply.inputValue()).toBe('Half a sentence');
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('link', { name: 'Contacts' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();

    await signInAt(page, workspace, `/conversations/${id}`, await newUser('agent', 'Kim Lee'));
    expect(await reply.inputValue()).toBe('');
    await reply.fill('Dear Dana');
    await button('Send reply').click();
    await page.getByRole('listitem').filter({ hasText: 'Dear Dana' }).waitFor();
    await page.reload();
    await settled(page);
    expect(await reply.inputValue()).toBe('');
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

  /** Changes the ticket right before the page does, each time. */
  async function changeFirst(
    id: Awaited<ReturnType<typeof newTicket>>,
    body: Input<typeof updateTicket>['body'],
  ) {
    // Preflights, and what is read again when the stream of events opens, have methods of their own.
    await page.route(`**/v1/tickets/${id}`, async (route) => {
      if (route.request().method() === 'PATCH')
        await workspace.live.ok(updateTicket, { params: { ticket_id: id }, body });
      await route.continue();
    });
  }

  it('whose priority somebody else has changed keeps it, and shows it', async () => {
    const id = await newTicket('The printer is on fire');
    await signInAt(page, workspace, `/tickets/${id}`);
    const params = { ticket_id: id };
    await changeFirst(id, { priority: 'low', subject: 'The printer is wet' });
    await choose('Priority', 'Urgent');
    await page.getByText('Somebody else changed this ticket').waitFor();
    await page.getByRole('heading', { level: 1, name: 'The printer is wet' }).waitFor();
    expect((await workspace.live.ok(getTicket, { params })).data.priority).toBe('low');
    await page.unroute(`**/v1/tickets/${id}`);
    await choose('Priority', 'Urgent');
    await page.getByText('The ticket is saved.').waitFor();
    expect((await workspace.live.ok(getTicket, { params })).data.priority).toBe('urgent');
  });

  it('is saved if only its other fields have changed, as by the message that was sent right before', async () => {
    const id = await newTicket('The printer is on fire');
    await signInAt(page, workspace, `/tickets/${id}`);
    await changeFirst(id, { subject: 'The printer is wet' });
    await choose('Priority', 'Urgent');
    await page.getByText('The ticket is saved.').waitFor();
    const { data } = await workspace.live.ok(getTicket, { params: { ticket_id: id } });
    expect(data).toMatchObject({ priority: 'urgent', subject: 'The printer is wet' });
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

  it('shows the conversation that somebody else has linked meanwhile, and leaves no other one', async () => {
    const contact = { email: 'dana@example.com', name: 'Dana Reyes' };
    const { data: ticket } = await workspace.live.ok(createTicket, {
      body: { subject: 'The printer is on fire', contact },
    });
    const linked = await newConversation();
    await signInAt(page, workspace, `/tickets/${ticket.id}`);
    const params = { ticket_id: ticket.id };
    await page.route('**/v1/conversations', async (route) => {
      if (route.request().method() === 'POST')
        await workspace.live.ok(updateTicket, { params, body: { conversation_id: linked } });
      await route.continue();
    });
    await button('Start a conversation with Dana Reyes').click();
    await page.getByText('Somebody else changed this ticket').waitFor();
    await page.getByText('It should have arrived on Friday.').waitFor();
    const { data } = await workspace.live.ok(listConversations, { query: {} });
    expect(data.map(({ id }) => id)).toEqual([linked]);
    expect((await workspace.live.ok(getTicket, { params })).data.conversation_id).toBe(linked);
  });

  it('is linked to the conversation that is started, though somebody else has changed it otherwise', async () => {
    const contact = { email: 'dana@example.com', name: 'Dana Reyes' };
    const { data: ticket } = await workspace.live.ok(createTicket, { body: { subject: 'Fire', contact } });
    const params = { ticket_id: ticket.id };
    await signInAt(page, workspace, `/tickets/${ticket.id}`);
    await page.route(`**/v1/tickets/${ticket.id}`, async (route) => {
      // Nothing changes the second time, so that the version stays.
      if (route.request().method() === 'PATCH')
        await workspace.live.ok(updateTicket, { params, body: { priority: 'urgent' } });
      await route.continue();
    });
    await button('Start a conversation with Dana Reyes').click();
    await page.getByRole('textbox', { name: 'Reply' }).waitFor();
    const { data } = await workspace.live.ok(getTicket, { params });
    expect([data.priority, data.conversation_id]).toEqual(['urgent', expect.stringMatching(/^conv_/)]);
  });

  it('is saved once, however often it is sent after a lost answer', async () => {
    const id = await newTicket('The printer is on fire');
    const keys: (string | undefined)[] = [];
    await page.route(`**/v1/tickets/${id}`, async (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      keys.push(request.headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    // Without an answer: the event of the change does not reach the page, which goes on with the version that it has.
    await page.route('**/v1/events/stream', () => undefined);
    await signInAt(page, workspace, `/tickets/${id}`);
    await choose('Priority', 'Urgent');
    await page.getByText('No connection').waitFor();
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.status() === 200,
    );
    await choose('Priority', 'Urgent');
    await page.getByText('The ticket is saved.').waitFor();
    expect(keys).toEqual([expect.stringMatching(/^console-/), keys[0]]);
    expect((await saved).headers()['idempotent-replayed']).toBe('true');
  });

  it('is listed again when all filters are cleared, also what was typed last', async () => {
    await newTicket('Cold');
    await newTicket('Hot');
    await signInAt(page, workspace, '/tickets?status=open');
    const search = page.getByRole('searchbox');
    await search.fill('hot');
    await page.getByRole('link', { name: 'Cold' }).waitFor({ state: 'detached' });
    await search.fill('hottest');
    await button('Clear all').click();
    await page.getByRole('link', { name: 'Cold' }).waitFor();
    // Longer than the pause after which the field searches.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 600))');
    expect([new URL(page.url()).search, await search.inputValue()]).toEqual(['', '']);
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

describe('a page', () => {
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
});
