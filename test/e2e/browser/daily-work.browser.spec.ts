import { beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { query } from '../session-api/query.ts';
import { go, see, workspace } from './signed-in.ts';
import { button, confirm, dialog, heading, notified, page, wrong } from './tab.ts';

/** The id of the record whose page is shown. */
const shownId = () => new URL(page.url()).pathname.split('/').at(-1) ?? '';

it('a ticket is made for a contact, with whom the first reply begins a conversation', async () => {
  await go('Tickets');
  await button('New ticket').click();
  const form = dialog('New ticket');
  await form.getByLabel('E-mail address of the contact').fill('dana');
  await button('Create ticket', form).click();
  await wrong(form.getByLabel('Subject'));
  await wrong(form.getByLabel('E-mail address of the contact'));
  await see('new-ticket');
  await form.getByLabel('Subject').fill('The printer is on fire');
  await form.getByLabel('Description').fill('It began at nine.');
  await form.getByLabel('E-mail address of the contact').fill('dana@example.com');
  await form.getByRole('combobox', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await button('Create ticket', form).click();
  await heading('The printer is on fire');
  const params = { ticket_id: shownId() as api.Id<'ticket'> };
  const read = async () => (await workspace.live.ok(api.getTicket, { params })).data;
  expect(await read()).toMatchObject({
    subject: 'The printer is on fire',
    description: 'It began at nine.',
    priority: 'high',
    contact: { email: 'dana@example.com' },
    conversation_id: null,
  });

  await page.getByText('begins a conversation with dana@example.com').waitFor();
  await page.getByRole('textbox', { name: 'Reply' }).fill('Help is on its way.');
  await button('Add reply').click();
  const reply = page.getByRole('listitem').filter({ hasText: 'Help is on its way.' });
  // No channel is connected yet, and the page does not pretend that one is.
  await reply.getByText('Reply, recorded, not sent').waitFor();
  await notified('The reply is recorded, not sent.');
  // The first reply stops the SLA timer, which the page learns by the event.
  await page.getByRole('region', { name: 'SLA timer' }).getByText('Answered in time').waitFor();
  const { conversation_id: id, contact } = await read();
  const conversation = { conversation_id: id as api.Id<'conversation'> };
  expect((await workspace.live.ok(api.getConversation, { params: conversation })).data).toMatchObject({
    subject: 'The printer is on fire',
    contact: { id: contact?.id },
  });
  const { data: messages } = await workspace.live.ok(api.listMessages, { params: conversation, query: {} });
  expect(messages).toMatchObject([{ type: 'reply', body: 'Help is on its way.' }]);
  await eventually(async () => (await read()).first_responded_at !== null);
});

it('a contact is made, and is deleted without what they wrote', async () => {
  await go('Contacts');
  await button('New contact').click();
  const form = dialog('New contact');
  await form.getByLabel('E-mail address').fill('noor');
  await button('Create contact', form).click();
  await wrong(form.getByLabel('E-mail address'));
  await see('new-contact');
  await form.getByLabel('Name').fill('Noor Haddad');
  await form.getByLabel('E-mail address').fill('noor@example.com');
  await form.getByLabel('Company').fill('Example Ltd');
  await button('Create contact', form).click();
  await heading('Noor Haddad');
  const params = { contact_id: shownId() as api.Id<'contact'> };
  expect((await workspace.live.ok(api.getContact, { params })).data).toMatchObject({
    name: 'Noor Haddad',
    email: 'noor@example.com',
    company: 'Example Ltd',
    phone: null,
  });

  const { data: conversation } = await workspace.live.ok(api.createConversation, {
    body: { subject: 'A refund', contact: { id: params.contact_id }, message: { body: 'Please.' } },
  });
  await button('Delete').click();
  await confirm('Delete Noor Haddad?', 'Delete');
  await heading('Contacts');
  await page.getByRole('link', { name: 'Noor Haddad' }).waitFor({ state: 'detached' });
  expect((await workspace.live.call(api.getContact, { params })).status).toBe(404);
  const left = await workspace.live.ok(api.listContacts, { query: {} });
  expect(left.data.map(({ email }) => email)).toEqual(['dana@example.com']);
  const kept = { conversation_id: conversation.id };
  expect((await workspace.live.ok(api.getConversation, { params: kept })).data.subject).toBe('A refund');
});

describe('the event log', () => {
  let ticketId: api.Id<'ticket'>;
  beforeAll(async () => {
    const body = { subject: 'Out of toner', contact: { email: 'kim@example.com' } };
    ({ id: ticketId } = (await workspace.live.ok(api.createTicket, { body })).data);
    // That of the story above, and this one.
    await eventually(async () => (await logged({ event: 'ticket.created' })).length === 2);
  });

  /** What the API lists of the log. */
  const logged = async (filters: { resource?: string; event?: string; created_after?: string }) =>
    (await workspace.live.ok(api.listEvents, { query: filters })).data.map(({ event }) => event);
  /** Waits until the page lists the same; answers what. */
  const shows = (filters: Parameters<typeof logged>[0]) =>
    eventually(async () => {
      const [events, cells] = [
        await logged(filters),
        page.getByRole('table', { name: 'Events' }).locator('tbody td:first-child'),
      ];
      expect(await cells.allInnerTexts()).toEqual(events);
      return events;
    });

  it('shows what is about a record, of chosen types and of a chosen time', async () => {
    await go('Events');
    await shows({});
    await page.getByRole('searchbox').fill(ticketId);
    expect(await shows({ resource: ticketId })).toEqual(['ticket.created']);

    await button('Clear the search').click();
    await shows({});
    await button('Type').click();
    await page.getByRole('checkbox', { name: 'contact.created' }).check();
    await page.getByRole('checkbox', { name: 'Message: all' }).check();
    await page.keyboard.press('Escape');
    const chosen = await shows({ event: 'contact.created,message.*' });
    expect(new Set(chosen)).toEqual(new Set(['contact.created', 'message.created']));

    const earlier = `update webhook.event_log set occurred_at = occurred_at - interval '2 hours' where subject = $1`;
    await query(earlier, [ticketId]);
    await button('Clear all').click();
    await shows({});
    await button('Time').click();
    await page.getByRole('radio', { name: 'Last hour' }).check();
    await page.keyboard.press('Escape');
    const recent = await shows({ created_after: new Date(Date.now() - 3_600_000).toISOString() });
    expect(recent.filter((event) => event === 'ticket.created')).toHaveLength(1);

    await page.getByRole('searchbox').fill('the printer');
    await page
      .getByRole('alert')
      .getByText(/must be the id of a record/i)
      .waitFor();
    await button('Clear all').click();
    await shows({});
  });

  it('opens an event in a drawer', async () => {
    await button('conversation.created').first().click();
    const drawer = dialog('conversation.created');
    await drawer.getByRole('region', { name: 'Event' }).getByText('"actor"').waitFor();
    await see('event');
    await button('Close', drawer).click();
    await drawer.waitFor({ state: 'detached' });
  });
});
