import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@parley/runtime/logging';
import { eventually, newTenant } from '@parley/testing';
import { WebhookRow } from '../../webhooks/webhook.entity.ts';
import { findWebhookForUpdate } from '../../webhooks/webhooks.queries.ts';
import { Cancellations, CANCEL_BATCH_SIZE } from './cancellations.ts';
import { DeliveryStore } from '../deliveries.fixture.ts';
import { STATUS } from './deliveries.queries.ts';

const MANY = 20_000;
const store = await DeliveryStore.open();
beforeEach(() => store.clear());
afterAll(() => store.close());

/** Cancellations of a process. */
const newCancellations = () => new Cancellations(store.db, createLogger('webhook', 'silent'));
const counts = async (): Promise<Record<number, number>> => {
  const rows = await store.database.query<{ status: number; deliveries: number }>(
    'select status, count(distinct id)::int as deliveries from webhook.delivery_log group by 1',
  );
  return Object.fromEntries(rows.map(({ status, deliveries }) => [status, deliveries]));
};

it.each(['disabled', 'deleted'])(
  'a subscription with 20,000 pending deliveries that is %s has all of them cancelled, in batches',
  async (how) => {
    const { ctx, webhook } = await store.backlog(0);
    await store.waiting(webhook, MANY);
    const cancellations = newCancellations();
    await store.db.transaction(ctx, async (tx) => {
      const row = (await tx.one(findWebhookForUpdate, [webhook])) as WebhookRow;
      if (how === 'deleted') await tx.remove(WebhookRow, webhook);
      else await tx.update(WebhookRow, row, { status: 'disabled' });
      await cancellations.start(tx, webhook);
    });
    expect((await counts())[STATUS.pending]).toBeGreaterThan(0);
    // Others store and claim meanwhile.
    const other = await store.backlog(3);
    expect(await store.claim()).toHaveLength(3);
    await eventually(async () => (await counts())[STATUS.cancelled] === MANY);
    await cancellations.beforeApplicationShutdown();
    expect(await counts()).toEqual({ [STATUS.sending]: 3, [STATUS.cancelled]: MANY });
    expect(await store.deliveriesOf(other.webhook)).toHaveLength(3);
    const parts = await store.database.query<{ rows: number }>(
      'select count(*)::int as rows from webhook.completed_delivery group by xmin::text',
    );
    expect(Math.max(...parts.map(({ rows }) => rows))).toBe(CANCEL_BATCH_SIZE);
  },
);

describe('a cancellation whose process was killed', () => {
  it('is completed by any process, without sending the deliveries or affecting others', async () => {
    const [left, gone, other] = [await store.backlog(5), await store.backlog(4), await store.backlog(3)];
    await store.set(left.webhook, `status = 'disabled'`);
    await store.db.transaction(gone.ctx, (tx) => tx.remove(WebhookRow, gone.webhook));
    expect(await store.claim()).toHaveLength(3);
    await Promise.all([1, 2, 3].map(() => newCancellations().sweep()));
    expect(await counts()).toEqual({ [STATUS.sending]: 3, [STATUS.cancelled]: 9 });
    expect(await store.deliveriesOf(other.webhook)).toHaveLength(3);
  });

  it.each([
    ['a process', false],
    ['a process that shuts down', true],
  ])('is completed before %s enables the subscription', async (_, isStopping) => {
    const { ctx, webhook } = await store.backlog(0);
    await store.waiting(webhook, 2 * CANCEL_BATCH_SIZE + 1);
    await store.set(webhook, `status = 'disabled'`);
    const cancellations = newCancellations();
    if (isStopping) await cancellations.beforeApplicationShutdown();
    await store.db.transaction(ctx, async (tx) => {
      const row = (await tx.one(findWebhookForUpdate, [webhook])) as WebhookRow;
      await cancellations.cancelAll(tx, webhook);
      await tx.update(WebhookRow, row, { status: 'enabled' });
    });
    expect(await counts()).toEqual({ [STATUS.cancelled]: 2 * CANCEL_BATCH_SIZE + 1 });
  });
});

it('a process that shuts down leaves the remaining cancellations to others', async () => {
  const { webhook } = await store.backlog(3);
  await store.set(webhook, `status = 'disabled'`);
  const cancellations = newCancellations();
  await cancellations.sweep(AbortSignal.abort());
  expect(await counts()).toEqual({ [STATUS.pending]: 3 });
});

describe('an enabled subscription', () => {
  it('has no deliveries cancelled, however often a process tries', async () => {
    const { ctx, webhook } = await store.backlog(3);
    const cancellations = newCancellations();
    await store.db.transaction(ctx, (tx) => cancellations.start(tx, webhook));
    await cancellations.cancelAll(store.db, webhook);
    await cancellations.sweep();
    expect(await counts()).toEqual({ [STATUS.pending]: 3 });
  });

  it('has no deliveries cancelled by a process that waited while it was being enabled', async () => {
    const { ctx, webhook } = await store.backlog(0);
    await store.set(webhook, `status = 'disabled'`);
    const cancellations = newCancellations();
    let finishing = Promise.resolve();
    await store.db.transaction(ctx, async (tx) => {
      const row = (await tx.one(findWebhookForUpdate, [webhook])) as WebhookRow;
      await tx.update(WebhookRow, row, { status: 'enabled' });
      finishing = cancellations.cancelAll(store.db, webhook);
      await store.waits('cancel_deliveries');
    });
    await Promise.all([finishing, store.ingest(ctx)]);
    expect(await counts()).toEqual({ [STATUS.pending]: 1 });
  });

  it('keeps deliveries created after it was enabled, while earlier ones are being cancelled', async () => {
    const ctx = newTenant();
    const webhook = await store.webhook(ctx);
    const cancellations = newCancellations();
    let kept = 0;
    for (let round = 0; round < 20; round += 1) {
      await store.set(webhook, `status = 'disabled'`);
      const sweeping = [cancellations.sweep(), cancellations.cancelAll(store.db, webhook)];
      await store.db.transaction(ctx, async (tx) => {
        const row = (await tx.one(findWebhookForUpdate, [webhook])) as WebhookRow;
        await cancellations.cancelAll(tx, webhook);
        await tx.update(WebhookRow, row, { status: 'enabled' });
      });
      sweeping.push(cancellations.sweep(), cancellations.cancelAll(store.db, webhook));
      await Promise.all([...sweeping, store.ingest(ctx)]);
      const { [STATUS.pending]: pending } = await counts();
      expect(pending).toBe(1);
      kept += 1;
    }
    expect((await counts())[STATUS.cancelled]).toBe(kept - 1);
  });
});
