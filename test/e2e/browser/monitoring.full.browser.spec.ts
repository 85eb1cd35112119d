import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, Receiver } from '@parley/testing';
import type { Locator } from 'playwright-core';
import { operator } from '../platform.ts';
import { admin, go, see, workspace } from './signed-in.ts';
import { button, dialog, page } from './tab.ts';

const receiver = await Receiver.start();
afterAll(() => receiver.close());

/** The sums of the columns of a table of numbers. */
async function sumsOf(table: Locator): Promise<number[]> {
  const rows = await table.locator('tbody tr').all();
  const numbers = await Promise.all(rows.map((row) => row.locator('td').allTextContents()));
  return (numbers[0] ?? []).map((_, column) => numbers.reduce((sum, row) => sum + Number(row[column]), 0));
}

/** The height of all bars together, in the units of the picture. */
async function heightOf(bars: Locator): Promise<number> {
  const heights = await bars.evaluateAll((found) =>
    found.map((bar) =>
      Number((bar as unknown as { getAttribute(name: string): string }).getAttribute('height')),
    ),
  );
  return heights.reduce((sum, height) => sum + height, 0);
}

describe('the page of a webhook', () => {
  let webhookId: api.Id<'webhook'>;
  const statuses = async () =>
    (await workspace.live.ok(api.listDeliveries, { params: { webhook_id: webhookId }, query: {} })).data
      .map(({ status }) => status)
      .toSorted();
  const deliver = async (subject: string, expected: readonly string[]) => {
    await workspace.live.ok(api.createTicket, { body: { subject } });
    await eventually(async () => expect(await statuses()).toEqual(expected));
  };

  beforeAll(async () => {
    const body = { url: receiver.url, description: 'Help desk sync', events: ['ticket.created'] };
    webhookId = (await workspace.live.ok(api.createWebhook, { body })).data.id;
    await deliver('First', ['delivered']);
    await deliver('Second', ['delivered', 'delivered']);
    // No more failures than that: the circuit of the endpoint stays closed.
    receiver.respond = (_, response) => response.writeHead(500).end('out of paper');
    await deliver('Third', ['delivered', 'delivered', 'failed']);
    receiver.respond = (_, response) => response.writeHead(204).end();
  });

  it('draws what became of its deliveries, and tells it in a table', async () => {
    await go('Webhooks');
    await button('New webhook').click();
    await button('Create webhook', dialog('New webhook')).click();
    await dialog('New webhook').locator('[aria-invalid="true"]').first().waitFor();
    await see('new-webhook');
    await button('Cancel', dialog('New webhook')).click();
    await page.getByRole('link', { name: /Help desk sync/ }).click();
    const picture = page.getByRole('img', {
      name: 'Of 3 in the last 24 hours: 2 delivered, 1 failed.',
    });
    await picture.waitFor();
    const failed = await heightOf(picture.locator('g > rect[fill]'));
    const delivered = await heightOf(picture.locator('g > rect:not([fill])'));
    expect(delivered).toBeGreaterThan(0);
    expect(failed / delivered).toBeCloseTo(1 / 2);
    await button('Show as table').click();
    expect(await sumsOf(page.getByRole('table', { name: 'Deliveries by hour' }))).toEqual([2, 1, 0]);
  });
});

it('the usage is drawn minute by minute as the API counts it, with what was refused', async () => {
  const { workspace_id: id } = workspace.credentials;
  await operator.run(api.changePlan, { workspace: id, plan: 'starter' });
  const statuses = await Promise.all(
    Array.from({ length: 64 }, async () => (await workspace.test.call(api.getMe, {})).status),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  await go('Usage');
  await page.getByRole('main').locator('label', { hasText: 'Test' }).click();
  await page.getByText('Requests beyond the limit were refused').waitFor();
  const figure = (title: string) =>
    page.locator('dt', { hasText: title }).locator('xpath=following-sibling::dd').innerText();
  expect([await figure('Limit per minute'), await figure('Last hour')]).toEqual(['60', '60']);
  expect(await figure('Refused with 429')).toBe('4');
  const { test: minutes } = (await admin.ok('usage.get', {})).data;
  const table = page.getByRole('table', { name: 'Minutes with requests' });
  const counted = minutes.filter(({ requests, rate_limited: refused }) => requests + refused > 0);
  expect(await table.locator('tbody tr').count()).toBe(counted.length);
  expect(await sumsOf(table)).toEqual([60, 4]);
  // Each minute has its area for the pointer, its requests, and on top of them what was refused.
  const picture = page.getByRole('img', { name: /^Requests per minute/ });
  const requests = await heightOf(picture.locator('g > rect:nth-of-type(2)'));
  const refused = await heightOf(picture.locator('g > rect:nth-of-type(3)'));
  expect(requests).toBeGreaterThan(0);
  expect(refused / requests).toBeCloseTo(4 / 60);
  await picture.getByText('Limit 60').waitFor();
});
