import { expect, it } from '@jest/globals';
import { consoleUrl, newConversation, newTicket, newUser, signIn } from './story.ts';
import { button, page, settled } from './tab.ts';

const linksOf = () => page.getByRole('navigation', { name: 'Console' }).getByRole('link').allInnerTexts();

it('a viewer reads everything, and is offered nothing that the API refuses', async () => {
  const conversationId = await newConversation();
  const ticketId = await newTicket('The printer is on fire', conversationId);
  await signIn('/tickets', await newUser('viewer', 'Vic'));
  expect(await linksOf()).toEqual(expect.arrayContaining(['Tickets', 'Conversations', 'Contacts', 'Events']));
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
});

it.each(['agent', 'viewer'] as const)(
  'a role of %s sees no pages of admins, also at their address',
  async (role) => {
    await signIn('/profile', await newUser(role, `The ${role}`));
    const links = await linksOf();
    expect(links).toEqual(expect.arrayContaining(['Personal access tokens', 'Members', 'Profile']));
    for (const title of ['Webhooks', 'API keys', 'OAuth apps', 'Inboxes', 'Usage', 'Audit log'])
      expect(links).not.toContain(title);
    for (const path of ['/webhooks', '/keys']) {
      await page.goto(consoleUrl(path));
      await page.getByText('Your role does not allow this').waitFor();
    }
    await page.goto(consoleUrl('/members'));
    await settled();
    expect(await button('Invite').count()).toBe(0);
  },
);
