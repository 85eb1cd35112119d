import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { unsent } from '../sending/attempt.ts';
import { DeliveryStore } from './deliveries.fixture.ts';
import type { ClaimedDelivery } from './deliveries.queries.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import { Results } from './results.ts';

let store: DeliveryStore;
beforeAll(async () => {
  store = await DeliveryStore.open();
});
afterAll(() => store.close());

it('a receiver that is gone gets nothing more, though its subscription is not disabled yet', async () => {
  const { webhook } = await store.backlog(5);
  const [claimed] = await store.claim({ perEndpoint: 1 });
  const delivery = claimed as ClaimedDelivery;
  let disable = () => {};
  const disabled = new Promise<void>((resolve) => (disable = resolve));
  let note = () => {};
  const noting = new Promise<void>((resolve) => (note = resolve));
  const health = { note: () => (note(), disabled) } as unknown as EndpointHealth;
  const attempt = { ...unsent('unexpected_status'), statusCode: 410 };
  const stored = new Results(store.db, health).store({ delivery, attempt, decision: { kind: 'gone' } });
  await noting;
  expect(await store.claim({ perEndpoint: 5 })).toEqual([]);
  const statuses = (await store.deliveriesOf(webhook)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([0, 0, 0, 0, 3]);
  disable();
  await stored;
});
