import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { newConversation, newTicket, newUser, signIn, workspace } from './story.ts';
import { heading, notified, page } from './tab.ts';

const item = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const boxOf = async (text: string) => {
  const box = await item(text).boundingBox();
  if (box === null) throw new Error(`${text} is not shown`);
  return box;
};
const isSeen = async (text: string) => {
  const { y, height } = await boxOf(text);
  return y >= 0 && y + height <= (page.viewportSize()?.height ?? 0);
};

describe('a long conversation', () => {
  it('opens at its newest message, and stays in place when earlier ones are shown', async () => {
    const id = await newConversation();
    for (let n = 1; n <= 60; n += 1) {
      const body = { body: `Message ${n}.`, type: 'note' as const };
      await workspace.live.ok(api.createMessage, { params: { conversation_id: id }, body });
    }
    await signIn(`/conversations/${id}`);
    await item('Message 60.').waitFor();
    expect([await isSeen('Message 60.'), await isSeen('Message 12.')]).toEqual([true, false]);
    const earlier = page.getByRole('button', { name: 'Show earlier messages' });
    await earlier.scrollIntoViewIfNeeded();
    const { y: before } = await boxOf('Message 12.');
    await earlier.click();
    await item('It should have arrived on Friday.').waitFor();
    expect(Math.abs((await boxOf('Message 12.')).y - before)).toBeLessThan(2);
  });

  it('has text from right to left in its direction', async () => {
    const id = await newConversation('أين طلبي؟');
    const body = { body: 'مرحبا', type: 'note' as const };
    await workspace.live.ok(api.createMessage, { params: { conversation_id: id }, body });
    await signIn(`/conversations/${id}`);
    for (const text of ['مرحبا', 'أين طلبي؟'])
      await page.locator('h1:dir(rtl), p:dir(rtl)').filter({ hasText: text }).waitFor();
    await page.locator('p:dir(ltr)').filter({ hasText: 'It should have arrived on Friday.' }).waitFor();
  });
});

it('a member is chosen by the beginning of the name and Enter', async () => {
  for (const name of ['Ada', 'Ben', 'Cem', 'Dee', 'Eva', 'Fay', 'Gus', 'Kim Lee'])
    await newUser('agent', name);
  const id = await newTicket('The printer is on fire');
  await signIn(`/tickets/${id}`);
  const assignee = page.getByRole('combobox', { name: 'Assignee', exact: true });
  await eventually(async () => expect(await assignee.inputValue()).toBe('Nobody'));
  for (const [typed, name] of [
    ['kim', 'Kim Lee'],
    ['be', 'Ben'],
  ] as const) {
    await assignee.click();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await notified('The ticket is saved.');
    await eventually(async () => {
      const { data } = await workspace.live.ok(api.getTicket, { params: { ticket_id: id } });
      expect(data.assignee?.name).toBe(name);
    });
    expect(await assignee.inputValue()).toBe(name);
  }
});

it('the way back from a record leads to the list with its filters', async () => {
  await newTicket('The printer is on fire');
  await newTicket('Out of toner');
  await signIn('/tickets?q=printer');
  await page.getByRole('link', { name: /The printer is on fire/ }).click();
  await heading('The printer is on fire');
  await page.getByRole('main').getByRole('link', { name: 'Tickets', exact: true }).click();
  await heading('Tickets');
  await page.getByRole('link', { name: /The printer is on fire/ }).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('printer');
});

it('a history tells times as people do', async () => {
  const id = await newTicket('The printer is on fire');
  await workspace.live.ok(api.updateTicket, { params: { ticket_id: id }, body: { status: 'pending' } });
  await workspace.live.ok(api.updateTicket, { params: { ticket_id: id }, body: { status: 'resolved' } });
  await signIn(`/tickets/${id}`);
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Resolved', { exact: true }).waitFor();
  expect(await history.innerText()).not.toMatch(/\d{4}-\d\d-\d\dT/);
});
