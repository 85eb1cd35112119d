import { afterAll, expect, it } from '@jest/globals';
import { encodeId, updateWebhook } from '@parley/contracts';
import { newTenant } from '@parley/testing';
import { Cancellations } from '../deliveries/queue/cancellations.ts';
import { DeliveryStore } from '../deliveries/deliveries.fixture.ts';
import { startWebhooks } from '../webhook.fixture.ts';

const store = await DeliveryStore.open();
const { app, rpc } = await startWebhooks(store.database.url);
// Nobody but the caller cancels what is left.
await app.get(Cancellations).beforeApplicationShutdown();
afterAll(async () => {
  await app.close();
  await store.close();
});

it('enabling a subscription first cancels its remaining deliveries, and another tenant cannot do so', async () => {
  const { ctx, webhook } = await store.backlog(0);
  await store.waiting(webhook, 3);
  await store.set(webhook, `status = 'disabled'`);
  const enable = (by = ctx) =>
    rpc.call(updateWebhook, by, {
      params: { webhook_id: encodeId('webhook', webhook) },
      body: { status: 'enabled' },
    });
  const left = async () => (await store.database.query('select from webhook.delivery')).length;
  await expect(enable(newTenant())).rejects.toMatchObject({ code: 'not_found' });
  expect(await left()).toBe(3);
  expect(await enable()).toMatchObject({ status: 'enabled' });
  expect(await left()).toBe(0);
});
