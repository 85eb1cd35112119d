import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeId } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { createLogger } from '@parley/runtime/logging';
import { firstUuidAt } from '@parley/runtime/records';
import { newTenant } from '@parley/testing';
import { v7 } from 'uuid';
import { WebhookRow } from '../../webhooks/webhook.entity.ts';
import { findWebhookForUpdate } from '../../webhooks/webhooks.queries.ts';
import { Cancellations } from '../queue/cancellations.ts';
import { DeliveryStore, type DeliveryRow } from '../deliveries.fixture.ts';
import type { ClaimedDelivery } from '../queue/deliveries.queries.ts';
import { recoverFailed, retryNow } from './manual-retry.queries.ts';

const store = await DeliveryStore.open();
beforeEach(() => store.clear());
afterAll(() => store.close());

const again = (ctx: TenantContext, delivery: Pick<DeliveryRow, 'webhook_id' | 'id'>) =>
  store.db.transaction(ctx, (tx) => tx.query(retryNow, [delivery.webhook_id, delivery.id]));
const recover = async (ctx: TenantContext, webhook: string, options: { since?: Date; max?: number } = {}) => {
  const { since = new Date(0), max = 100 } = options;
  const until = new Date(Date.now() + 1_000);
  const [row] = await store.db.transaction(ctx, (tx) =>
    tx.query(recoverFailed, [webhook, firstUuidAt(since), firstUuidAt(until), max]),
  );
  return row?.recovered;
};

describe('a manually retried delivery', () => {
  it('waits for a concurrent disabling of its subscription, which may cancel it', async () => {
    const { ctx, webhook } = await store.backlog(1);
    const [delivery] = await store.deliveriesOf(webhook);
    const cancellations = new Cancellations(store.db, createLogger('webhook', 'silent'));
    let queued: Promise<unknown> = Promise.resolve();
    let tries = 0;
    await store.db.transaction(ctx, async (tx) => {
      tries += 1;
      const row = (await tx.one(findWebhookForUpdate, [webhook])) as WebhookRow;
      await tx.update(WebhookRow, row, { status: 'disabled' });
      queued = again(ctx, delivery as DeliveryRow);
      await store.waits('with enabled as');
      await cancellations.start(tx, webhook);
    });
    expect(await queued).toEqual([]);
    expect(tries).toBe(1);
  });

  it('does not wait for the next step of its schedule', async () => {
    const { ctx, webhook } = await store.backlog(1);
    await store.record(await store.claimOne(), { status: 'pending', waitMs: 3_600_000, used: 4 });
    const [waiting] = await store.deliveriesOf(webhook);
    expect(await again(ctx, waiting as DeliveryRow)).toHaveLength(1);
    expect(await store.claim()).toMatchObject([{ id: waiting?.id, attempts_used: 0 }]);
  });

  it('is not changed while an attempt is in progress', async () => {
    const { ctx } = await store.backlog(1);
    const claimed = await store.claimOne();
    expect(await again(ctx, claimed)).toEqual([]);
    expect(await store.claim()).toEqual([]);
  });
});

describe('recovery', () => {
  it('retries failed deliveries only', async () => {
    const { ctx, webhook } = await store.backlog(4);
    const [one, two, three, four] = await store.claim();
    await store.record(one as ClaimedDelivery, { status: 'failed' });
    await store.record(two as ClaimedDelivery, { status: 'delivered' });
    await store.record(three as ClaimedDelivery, { status: 'failed' });
    await store.record(four as ClaimedDelivery, { status: 'pending', waitMs: 60_000 });
    await store.ingest(ctx);
    const [fifth] = await store.claim();
    await store.disable(ctx, webhook);
    await store.set(webhook, `status = 'enabled'`);
    expect(fifth).toBeDefined();
    expect(await recover(ctx, webhook)).toBe(2);
    expect((await store.claim()).map(({ id, trigger }) => [id, trigger])).toEqual([
      [one?.id, 'schedule'],
      [three?.id, 'schedule'],
    ]);
    expect(await recover(ctx, webhook)).toBe(0);
  });

  it('retries deliveries in batches, oldest first, within the given time range', async () => {
    const { ctx, webhook } = await store.backlog(0);
    const now = Date.now();
    for (const msecs of [now - 86_400_000, now, now + 1])
      await store.ingest(ctx, { id: encodeId('event', v7({ msecs })) });
    const claimed = await store.claim();
    for (const delivery of claimed) await store.record(delivery, { status: 'failed' });
    const since = new Date(Date.now() - 3_600_000);
    expect(await recover(ctx, webhook, { since, max: 1 })).toBe(1);
    expect(await store.claim()).toMatchObject([{ id: claimed[1]?.id }]);
    expect(await recover(ctx, webhook, { since })).toBe(1);
    expect(await recover(newTenant(), webhook)).toBe(0);
    expect(await recover(ctx, webhook)).toBe(1);
  });
});
