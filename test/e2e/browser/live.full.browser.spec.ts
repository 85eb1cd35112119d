import { describe, expect, it } from '@jest/globals';
import {
  createConversation,
  createMailbox,
  createMessage,
  updateConversation,
  updateTicket,
} from '@parley/contracts';
import { messagesOf, newConversation, newTicket, openBeside, refuse, signIn, workspace } from './story.ts';
import { button, context, heading, page } from './tab.ts';

it('two tabs show what the other changes, and what integrations change', async () => {
  const id = await newTicket('The printer is on fire');
  await signIn('/tickets');
  const other = await openBeside(`/tickets/${id}`);
  await button('Resolve', other).click();
  await page.getByRole('row').filter({ hasText: 'printer' }).getByText('Resolved').waitFor();
  await newTicket('Out of toner');
  await page.getByRole('link', { name: 'Out of toner' }).waitFor();
  await workspace.live.ok(updateTicket, {
    params: { ticket_id: id },
    body: { subject: 'The fire is out' },
  });
  await heading('The fire is out', other);
});

/** What the tab asks the public API for, without the parts that differ by workspace. */
function requests(): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/') && request.method() !== 'OPTIONS')
      sent.push(`${request.method()} ${pathname.slice('/v1/'.length)}`);
  });
  return sent;
}

it('opening a record takes three requests, a reply two, and a change one', async () => {
  const id = await newConversation();
  await workspace.live.ok(createMessage, {
    params: { conversation_id: id },
    body: { body: 'Any news?', author: { type: 'contact' } },
  });
  const sent = requests();
  await signIn(`/conversations/${id}`);
  await page.getByText('Not answered yet').waitFor();
  const record = `GET conversations/${id}`;
  expect(sent.filter((request, index) => sent.indexOf(request) < index)).toEqual([]);
  expect(sent.filter((request) => request.startsWith(record)).toSorted()).toEqual([
    record,
    `${record}/history`,
    `${record}/messages`,
  ]);
  sent.length = 0;

  await page.getByRole('textbox', { name: 'Reply' }).fill('We are looking into it.');
  await button('Add reply').click();
  await page.getByText('Not answered yet').waitFor({ state: 'detached' });
  await page.getByRole('listitem').filter({ hasText: 'We are looking into it.' }).waitFor();
  await button('Close', page.getByRole('main')).click();
  await button('Reopen').waitFor();
  await page.getByRole('region', { name: 'History' }).getByText('Closed').waitFor();
  // Whatever else the page read would come before this.
  const body = { subject: 'The last change' };
  await workspace.live.ok(updateConversation, { params: { conversation_id: id }, body });
  await heading(body.subject);
  expect(sent).toEqual([`POST conversations/${id}/messages`, record, `PATCH conversations/${id}`, record]);
});

it('a reply by mail takes a request more: whom it goes to, once somebody writes it', async () => {
  const transport = { type: 'sandbox' } as const;
  const { data: mailbox } = await workspace.live.ok(createMailbox, {
    body: { name: 'Support', address: 'support@live.example', transport },
  });
  const { data: conversation } = await workspace.live.ok(createConversation, {
    body: {
      subject: 'My order',
      contact: { email: 'dana@example.com' },
      mailbox_id: mailbox.id,
      message: { body: 'Any news?', author: { type: 'contact' } },
    },
  });
  const record = `GET conversations/${conversation.id}`;
  const sent = requests();
  await signIn(`/conversations/${conversation.id}`);
  await page.getByText('Not answered yet').waitFor();
  expect(sent.filter((request) => request.startsWith(record))).toHaveLength(3);
  sent.length = 0;

  const reply = page.getByRole('textbox', { name: 'Reply' });
  await reply.click();
  await page.getByText('To dana@example.com from support@live.example').waitFor();
  await reply.fill('It left this morning.');
  await button('Send reply').click();
  await page.getByText('Delivered to dana@example.com').waitFor();
  await page.getByText('Not answered yet').waitFor({ state: 'detached' });
  const params = { conversation_id: conversation.id };
  await workspace.live.ok(updateConversation, { params, body: { subject: 'The last change' } });
  await heading('The last change');
  expect(sent).toEqual([
    `${record}/reply_recipients`,
    `POST conversations/${conversation.id}/messages`,
    record,
    record,
  ]);
});

describe('a page', () => {
  it('tells of a lost network, keeps what was typed, and catches up when it is back', async () => {
    const id = await newConversation();
    await signIn(`/conversations/${id}`);
    await page.getByRole('textbox', { name: 'Reply' }).fill('We are looking into it.');
    await context.setOffline(true);
    await page.getByText('No connection').first().waitFor();
    await button('Add reply').click();
    await page.getByText('Your text is still here.').waitFor();
    await workspace.live.ok(createMessage, {
      params: { conversation_id: id },
      body: { body: 'Any news?', author: { type: 'contact' } },
    });
    await context.setOffline(false);
    await page.getByText('Any news?').waitFor();
    await button('Add reply').click();
    await page.getByRole('listitem').filter({ hasText: 'We are looking into it.' }).waitFor();
    expect((await messagesOf(id)).filter(({ type }) => type === 'reply')).toHaveLength(1);
  });

  it('tells why it does not follow changes, and follows them as soon as it may', async () => {
    const id = await newTicket('The printer is on fire');
    await refuse('**/v1/events/stream', 429, { 'retry-after': '1' });
    await signIn(`/tickets/${id}`);
    await page.getByText('Changes do not show by themselves').waitFor();
    expect(await page.getByText('No connection').count()).toBe(0);
    await page.unroute('**/v1/events/stream');
    await page.getByText('Changes do not show by themselves').waitFor({ state: 'detached' });
    await workspace.live.ok(updateTicket, {
      params: { ticket_id: id },
      body: { subject: 'The fire is out' },
    });
    await heading('The fire is out');
  });

  it('tells that it is not up to date when it may not read, and catches up as soon as it may', async () => {
    const id = await newTicket('The printer is on fire');
    await signIn(`/tickets/${id}`);
    await refuse(`**/v1/tickets/${id}`, 429, { 'retry-after': '2' });
    const subject = 'The fire is out';
    await workspace.live.ok(updateTicket, { params: { ticket_id: id }, body: { subject } });
    await page.getByText('Not up to date').waitFor();
    expect(await page.locator('h1').innerText()).toBe('The printer is on fire');
    await page.unroute(`**/v1/tickets/${id}`);
    await heading(subject);
    await page.getByText('Not up to date').waitFor({ state: 'detached' });
  });
});
