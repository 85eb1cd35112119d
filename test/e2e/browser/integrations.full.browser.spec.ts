import { afterAll, describe, expect, it } from '@jest/globals';
import { createContact, createWebhook } from '@parley/contracts';
import { eventually, Receiver } from '@parley/testing';
import { consoleUrl, newTicket, signIn, workspace } from './story.ts';
import { button, copySecrets, dialog, heading, page, wrong } from './tab.ts';

const receiver = await Receiver.start();
afterAll(() => receiver.close());

describe('a webhook', () => {
  it('is made, tested, and its failed delivery is sent again by a click', async () => {
    // No other attempt follows by itself before the click.
    receiver.respond = (_, response) => response.writeHead(500, { 'retry-after': '600' }).end('out of paper');
    await signIn('/webhooks');
    await button('New webhook').click();
    const form = dialog('New webhook');
    await form.getByLabel('URL of your endpoint').fill('ftp://example.com');
    await button('Create webhook', form).click();
    await wrong(form.getByLabel('URL of your endpoint'));
    await form.getByLabel('URL of your endpoint').fill(receiver.url);
    await form.getByLabel('Description').fill('Help desk sync');
    await form.getByLabel('Secret').fill('short');
    await button('Create webhook', form).click();
    await wrong(form.getByLabel('Secret'));
    await form.getByLabel('Secret').fill('a-secret-of-my-own');
    await button('Create webhook', form).click();
    expect(await copySecrets()).toEqual([expect.stringMatching(/^whsec_/), 'a-secret-of-my-own']);
    await heading('Help desk sync');
    await page.getByText('Admin', { exact: true }).last().waitFor();

    await button('Send test').click();
    await page.getByText('Your endpoint failed').waitFor();
    await page.getByText('Answered 500 instead of 2xx').first().waitFor();
    await button('Show delivery').click();
    const delivery = dialog('Delivery');
    await delivery.getByText('Request headers and response').click();
    await delivery.getByText('out of paper').waitFor();
    expect(await button('Send again', delivery).count()).toBe(0);
    await button('Close', delivery).click();

    await newTicket('The printer is on fire');
    const row = page.getByRole('row').filter({ hasText: 'ticket.created' });
    await row.getByText('Answered 500 instead of 2xx').waitFor();
    receiver.respond = (_, response) => response.writeHead(204).end();
    await button('Send again', row).click();
    await row.getByText('Delivered').waitFor();
    await row.getByRole('button', { name: 'ticket.created', exact: true }).click();
    await delivery.getByText(/Sent again by hand/).waitFor();
    await delivery.getByText('The printer is on fire').waitFor();
    const [first, second] = await receiver.received('ticket.created', 2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('is edited, disabled, enabled, gets another secret, and is deleted', async () => {
    await workspace.live.ok(createWebhook, { body: { url: receiver.url, events: ['*'] } });
    await signIn('/webhooks');
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
    expect((await copySecrets())[0]).toMatch(/^whsec_/);
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
    await signIn('/playground');
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
    await signIn('/playground');
    await page.goto(consoleUrl('/playground#tag/files/POST/v1/files'));
    const operation = page.locator('[id$="tag/files/POST/v1/files"]');
    await operation.getByRole('button', { name: /curl/ }).first().click();
    const samples = page.getByRole('listbox').getByRole('option');
    await samples.first().waitFor();
    expect(await samples.allInnerTexts()).toEqual(['curl', 'Node.js', 'Python', 'Ruby', 'PHP']);
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
