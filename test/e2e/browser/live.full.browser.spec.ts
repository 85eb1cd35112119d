import { describe, expect, it } from '@jest/globals';
import { createMessage, updateTicket } from '@parley/contracts';
import { settled, signInAt, signInByForm, watchedPage } from './console-page.ts';
import {
  button,
  consoleUrl,
  context,
  faults,
  messagesOf,
  newConversation,
  newTicket,
  page,
  workspace,
  refuse,
} from './story.ts';

it('two tabs show what the other changes, and what integrations change', async () => {
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
    // The page may have noticed by itself, and a dialog over the button.
    await button('Send reply').dispatchEvent('click');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await signInByForm(other, workspace, '/contacts');
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

  it('tells why it does not follow changes, and follows them as soon as it may', async () => {
    const id = await newTicket('The printer is on fire');
    await refuse('**/v1/events/stream', 429, { 'retry-after': '1' });
    await signInAt(page, workspace, `/tickets/${id}`);
    await page.getByText('Changes do not show by themselves').waitFor();
    expect(await page.getByText('No connection').count()).toBe(0);
    await page.unroute('**/v1/events/stream');
    await page.getByText('Changes do not show by themselves').waitFor({ state: 'detached' });
    await workspace.live.ok(updateTicket, {
      params: { ticket_id: id },
      body: { subject: 'The fire is out' },
    });
    await page.getByRole('heading', { level: 1, name: 'The fire is out' }).waitFor();
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
});
