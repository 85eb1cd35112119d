import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { gate } from '@parley/testing';
import * as story from './story.ts';
import { messagesOf, newConversation, newTicket, signIn, workspace } from './story.ts';
import { button, context, dialog, heading, notified, page, settled } from './tab.ts';

const DANA = { email: 'dana@example.com', name: 'Dana Reyes' };
const LABEL = { name: 'label.txt', mimeType: 'text/plain', buffer: Buffer.from('To: Dana') };

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Does something each time before a request of the page; its preflights and reads have methods of their own. */
const before = (method: string, path: string, work: () => Promise<unknown>) =>
  page.route(`**/v1/${path}`, async (route) => {
    if (route.request().method() === method) await work();
    await route.continue();
  });
const read = async (id: api.Id<'ticket'>) =>
  (await workspace.live.ok(api.getTicket, { params: { ticket_id: id } })).data;
const change = (id: api.Id<'ticket'>, body: api.Input<typeof api.updateTicket>['body']) =>
  workspace.live.ok(api.updateTicket, { params: { ticket_id: id }, body });

describe('a conversation', () => {
  it('is found, answered with an attachment, noted on and closed', async () => {
    const id = await newConversation();
    await newConversation('Another matter');
    await signIn('/conversations');
    await page.getByLabel('Search conversations').getByRole('searchbox').fill('order');
    await page.getByRole('link', { name: 'Another matter' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('q')).toBe('order');
    await page.getByRole('link', { name: /Where is my order/ }).click();
    await page.getByText('It should have arrived on Friday.').waitFor();

    await page.getByRole('textbox', { name: 'Reply' }).fill('Here is your label.');
    await page.locator('input[type=file]').setInputFiles(LABEL);
    await button('Add reply').click();
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
    const { data } = await workspace.live.ok(api.getConversation, { params: { conversation_id: id } });
    expect([data.status, (await messagesOf(id)).map(({ type }) => type)]).toEqual([
      'closed',
      ['comment', 'reply', 'note'],
    ]);
  });

  it('takes no more text while a reply is sent, and tells which files are too many', async () => {
    const id = await newConversation();
    await signIn(`/conversations/${id}`);
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
    await before('POST', `conversations/${id}/messages`, () => isSeen);
    await button('Add reply').click();
    await reply.and(page.locator('[readonly]')).waitFor();
    expect(await button('At most 10 files').isDisabled()).toBe(true);
    goOn();
    await button(/Download\s*file-10\.txt/).waitFor();
    expect(await reply.inputValue()).toBe('');
  });

  it('keeps the text of a reply for its user until it is sent, and asks before files are lost', async () => {
    const id = await newConversation();
    await signIn(`/conversations/${id}`);
    const reply = page.getByRole('textbox', { name: 'Reply' });
    await reply.fill('Half a sentence');
    await page.reload();
    expect(await reply.inputValue()).toBe('Half a sentence');
    await page.locator('input[type=file]').setInputFiles(LABEL);
    await page.getByRole('link', { name: 'Contacts' }).click();
    const question = dialog('Leave this page?');
    await button('Cancel', question).click();
    await question.waitFor({ state: 'detached' });
    await page.getByText('label.txt').waitFor();
    const asked = page.waitForEvent('dialog');
    await page.reload();
    expect((await asked).type()).toBe('beforeunload');
    expect(await reply.inputValue()).toBe('Half a sentence');
    await page.locator('input[type=file]').setInputFiles(LABEL);
    await page.getByRole('link', { name: 'Contacts' }).click();
    await button('Leave', question).click();
    await heading('Contacts');

    await signIn(`/conversations/${id}`, await story.newUser('agent', 'Kim Lee'));
    expect(await reply.inputValue()).toBe('');
    await reply.fill('Dear Dana');
    await button('Add reply').click();
    await page.getByRole('listitem').filter({ hasText: 'Dear Dana' }).waitFor();
    await page.reload();
    await settled();
    expect(await reply.inputValue()).toBe('');
  });
});

describe('a ticket', () => {
  it('is assigned and closed, and its history tells who did it', async () => {
    const kim = await story.newUser('agent', 'Kim Lee');
    const id = await newTicket('The printer is on fire');
    await signIn(`/tickets/${id}`);
    await page.getByRole('region', { name: 'SLA timer' }).getByText(/left$/).waitFor();
    await choose('Assignee', 'Kim Lee');
    await notified('The ticket is saved.');
    await choose('Status', 'Closed');
    await page.getByRole('region', { name: 'SLA timer' }).getByText('Ended in time').waitFor();
    expect(await read(id)).toMatchObject({ status: 'closed', assignee: { id: kim.id } });
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('listitem').filter({ hasText: 'Closed' }).getByText('Admin').waitFor();
    await history.getByRole('listitem').filter({ hasText: 'Kim Lee' }).waitFor();
  });

  it('whose priority somebody else has changed keeps it, and shows it', async () => {
    const id = await newTicket('The printer is on fire');
    await signIn(`/tickets/${id}`);
    await before('PATCH', `tickets/${id}`, () =>
      change(id, { priority: 'low', subject: 'The printer is wet' }),
    );
    await choose('Priority', 'Urgent');
    await notified('Somebody else changed this ticket');
    await heading('The printer is wet');
    expect((await read(id)).priority).toBe('low');
    await page.unroute(`**/v1/tickets/${id}`);
    await choose('Priority', 'Urgent');
    await notified('The ticket is saved.');
    expect((await read(id)).priority).toBe('urgent');
  });

  it('is saved if only its other fields have changed, as by the message that was sent right before', async () => {
    const id = await newTicket('The printer is on fire');
    await signIn(`/tickets/${id}`);
    await before('PATCH', `tickets/${id}`, () => change(id, { subject: 'The printer is wet' }));
    await choose('Priority', 'Urgent');
    await notified('The ticket is saved.');
    expect(await read(id)).toMatchObject({ priority: 'urgent', subject: 'The printer is wet' });
  });

  it('that is linked to another conversation does not take a draft along', async () => {
    const id = await newTicket('The printer is on fire', await newConversation());
    const message = { body: 'My refund?', author: { type: 'contact' as const } };
    const body = { contact: { email: DANA.email }, message };
    const { data: next } = await workspace.live.ok(api.createConversation, { body });
    await signIn(`/tickets/${id}`);
    const reply = page.getByRole('textbox', { name: 'Reply' });
    await reply.fill('Dear Dana');
    await change(id, { conversation_id: next.id });
    await page.getByText('My refund?').waitFor();
    expect(await reply.inputValue()).toBe('');
  });

  /** Shows a ticket of a contact without a conversation. */
  async function unlinked(): Promise<api.Id<'ticket'>> {
    const body = { subject: 'The printer is on fire', contact: DANA };
    const { data } = await workspace.live.ok(api.createTicket, { body });
    await signIn(`/tickets/${data.id}`);
    return data.id;
  }

  it('is answered in the conversation that somebody else has linked meanwhile', async () => {
    const linked = await newConversation();
    const id = await unlinked();
    await before('POST', `tickets/${id}/messages`, () => change(id, { conversation_id: linked }));
    await page.getByRole('textbox', { name: 'Reply' }).fill('Help is on its way.');
    await button('Add reply').click();
    await page.getByText('It should have arrived on Friday.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Help is on its way.' }).waitFor();
    const { data } = await workspace.live.ok(api.listConversations, { query: {} });
    expect(data.map((conversation) => conversation.id)).toEqual([linked]);
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
    await signIn(`/tickets/${id}`);
    await choose('Priority', 'Urgent');
    await notified('No connection');
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.status() === 200,
    );
    await choose('Priority', 'Urgent');
    await notified('The ticket is saved.');
    expect(keys).toEqual([expect.stringMatching(/^console-/), keys[0]]);
    expect((await saved).headers()['idempotent-replayed']).toBe('true');
  });

  it('is listed again when all filters are cleared, also what was typed last', async () => {
    await newTicket('Cold');
    await newTicket('Hot');
    await signIn('/tickets?status=open');
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
    const [hot, warm] = [await newTicket('Hot'), await newTicket('Warm')];
    await change(hot, { priority: 'urgent' });
    await change(warm, { priority: 'high' });
    await signIn('/tickets');
    await button('Priority').click();
    await page.getByRole('checkbox', { name: 'Urgent' }).check();
    await page.getByRole('link', { name: 'Cold' }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'High' }).check();
    await page.getByRole('link', { name: 'Warm' }).waitFor();
    await page.reload();
    await settled();
    const rows = await page.getByRole('row').getByRole('link').allInnerTexts();
    expect(rows.map((text) => text.split('\n')[0])).toEqual(['Warm', 'Hot']);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Hot' }).click();
    await page.waitForURL(story.consoleUrl(`/tickets/${hot}`));
  });
});

describe('a page', () => {
  it('lets nobody choose from members that cannot be loaded', async () => {
    const id = await newTicket('The printer is on fire');
    await story.refuse('**/v1/users?*', 403);
    await signIn(`/tickets/${id}`);
    await page.getByText('Cannot be changed, because the choices cannot be loaded.').waitFor();
    const field = (name: string) => page.getByRole('combobox', { name, exact: true });
    expect([await field('Assignee').isDisabled(), await field('Inbox').isDisabled()]).toEqual([true, false]);
  });

  it('names the mode in which there is no such record', async () => {
    const id = await newTicket('The printer is on fire');
    await signIn(`/tickets/${id}`);
    await page.locator('label', { hasText: 'Test data' }).first().click();
    await page.getByText('There is no such ticket in the test data').waitFor();
    await button('Look in the live data').click();
    await heading('The printer is on fire');
  });
});
