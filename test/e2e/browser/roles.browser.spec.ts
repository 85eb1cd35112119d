import { expect, it } from '@jest/globals';
import { getTicket } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { settled, signInAt } from './console-page.ts';
import { button, consoleUrl, newConversation, newTicket, newUser, page, workspace } from './story.ts';

const linksOf = () => page.getByRole('navigation', { name: 'Console' }).getByRole('link').allInnerTexts();

it('a viewer reads everything, and is offered nothing that the API refuses', async () => {
  const conversationId = await newConversation();
  const ticketId = await newTicket('The printer is on fire', conversationId);
  await signInAt(page, workspace, '/tickets', await newUser('viewer', 'Vic'));
  const links = await linksOf();
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

it('an agent works on tickets and conversations, and sees no webhooks', async () => {
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
  const links = await linksOf();
  expect(links).not.toContain('Webhooks');
  await page.goto(consoleUrl('/webhooks'));
  await page.getByText('Your role does not allow this').waitFor();
});

it.each(['agent', 'viewer'] as const)(
  'a role of %s sees no pages of admins, also at their address',
  async (role) => {
    await signInAt(page, workspace, '/profile', await newUser(role, `The ${role}`));
    const links = await linksOf();
    expect(links).toEqual(expect.arrayContaining(['Personal access tokens', 'Members', 'Profile']));
    for (const title of ['API keys', 'OAuth apps', 'Inboxes', 'Usage', 'Audit log'])
      expect(links).not.toContain(title);
    await page.goto(consoleUrl('/keys'));
    await page.getByText('Your role does not allow this').waitFor();
    await page.goto(consoleUrl('/members'));
    await settled(page);
    expect(await button('Invite').count()).toBe(0);
  },
);
