import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@parley/runtime/logging';
import { notSent } from '../../sending/attempt.ts';
import { WebhookConfig } from '../../webhook.config.ts';
import { Cancellations } from '../queue/cancellations.ts';
import { DeliveryStore } from '../deliveries.fixture.ts';
import type { ClaimedDelivery } from '../queue/deliveries.queries.ts';
import { EndpointHealth } from '../endpoint-health/endpoint-health.ts';
import { AttemptResults } from './attempt-results.ts';

const store = await DeliveryStore.open();
const logger = createLogger('webhook', 'silent');
const cancellations = new Cancellations(store.db, logger);
const config = new WebhookConfig({ ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64') });
const results = new AttemptResults(store.db, new EndpointHealth(store.db, config, cancellations, logger));
beforeEach(() => store.clear());
afterAll(() => store.close());

const gone = (delivery: ClaimedDelivery) =>
  results.store({
    delivery,
    attempt: { ...notSent('unexpected_status'), statusCode: 410 },
    decision: { kind: 'gone' },
  });

describe('a receiver that is gone', () => {
  it('gets no further deliveries, even before its subscription is disabled', async () => {
    const { webhook } = await store.backlog(5);
    const delivery = await store.claimOne({ perEndpoint: 1 });
    await store.database.session(async (holder) => {
      await holder.query('begin');
      await holder.query('select from webhook.webhook where id = $1 for key share', [webhook]);
      const stored = gone(delivery);
      await store.waits('for update');
      expect(await store.claim()).toEqual([]);
      const statuses = (await store.deliveriesOf(webhook)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([0, 0, 0, 0, 3]);
      await holder.query('commit');
      await stored;
    });
  });

  it('does not affect a subscription that was disabled and enabled since', async () => {
    const { ctx, webhook } = await store.backlog(1);
    const delivery = await store.claimOne({ perEndpoint: 1 });
    await store.disable(ctx, webhook);
    await store.set(webhook, `status = 'enabled'`);
    await gone(delivery);
    await store.ingest(ctx);
    expect(await store.claim()).toHaveLength(1);
  });
});
